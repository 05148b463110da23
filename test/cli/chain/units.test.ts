import { expect } from 'chai'
import fc from 'fast-check'
import { formatEther } from 'viem'
import { eth, instant, parseAmount, parseTime, wholeNumber } from '../../../cli/chain/units.ts'
import { UsageError } from '../../../cli/terminal/failure.ts'

describe('amounts and times', () => {
  it('are read as people write them', () => {
    expect(parseAmount('0.5')).to.equal(5n * 10n ** 17n)
    expect(parseAmount('2 ETH')).to.equal(2n * 10n ** 18n)
    expect(parseAmount('7 wei')).to.equal(7n)
    expect(parseTime('+2d', 100)).to.equal(172_900)
    expect(parseTime('+90m', 0)).to.equal(5_400)
    expect(parseTime('2026-02-20T23:59:00Z', 0)).to.equal(1_771_631_940)
    expect(parseTime('1771631940', 0)).to.equal(1_771_631_940)
  })

  it('error: what is neither is named', () => {
    for (const text of ['', '-1', '1e18', '0.5 wei', '0.1234567890123456789', '1 GWEI'])
      expect(() => parseAmount(text), text).to.throw('is no amount')
    for (const text of ['', 'soon', '2d', '+2y', '2026-02-30T00:00:00Z'])
      expect(() => parseTime(text, 0), text).to.throw('is no time')
  })

  it('every amount is read back from how it is shown, to the wei', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n), (wei) => {
        expect(parseAmount(eth(wei))).to.equal(wei)
        expect(parseAmount(formatEther(wei))).to.equal(wei)
        expect(parseAmount(`${wei} wei`)).to.equal(wei)
      }),
      { numRuns: 200 },
    )
  })

  it('every time of our calendar is read back from how it is shown; any other number is shown as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 253_402_300_799 }), (time) => {
        expect(parseTime(instant(time), 0)).to.equal(time)
      }),
      { numRuns: 200 },
    )
    for (const time of [0n, -1n, 253_402_300_800n, 2n ** 64n]) expect(instant(time)).to.equal(String(time))
  })

  it('whole numbers count from 0, and may be as large as the contract’s', () => {
    expect(wholeNumber('0')).to.equal(0n)
    expect(wholeNumber(String(2n ** 256n - 1n))).to.equal(2n ** 256n - 1n)
    for (const text of ['', '-1', '1.0', '0x1', ' 1', '1'.repeat(79)])
      expect(() => wholeNumber(text), text).to.throw(UsageError)
  })
})
