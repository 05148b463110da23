import { expect } from 'chai'
import fc from 'fast-check'
import { agree } from '../../../workers/source/agree.ts'
import { deadline } from './requirement.ts'

describe('agree', () => {
  const at = (value: string) => ({ observedAt: deadline, value })

  it('S0-40: two providers agree up to the tolerance, in basis points of the smaller value', () => {
    expect(agree([at('75000'), at('75000.00')], 0)).to.deep.equal({ agrees: true, spreadBps: 0n })
    expect(agree([at('75000'), at('75007.5')], 1)).to.deep.equal({ agrees: true, spreadBps: 1n })
    expect(agree([at('75007.500000000000000001'), at('75000')], 1)).to.deep.equal({
      agrees: false,
      spreadBps: 2n,
    })
    expect(agree([at('-100'), at('-101')], 100).agrees).to.equal(true)
    expect(agree([at('-1'), at('1')], 10_000)).to.deep.equal({ agrees: false, spreadBps: 20_000n })
    expect(agree([at('100'), at('101'), at('102')], 100)).to.deep.equal({ agrees: false, spreadBps: 200n })
  })

  it('S0-40: silence agrees with nobody, and zero only with zero', () => {
    expect(agree([at('1'), null], 10_000)).to.deep.equal({ agrees: false, spreadBps: null })
    expect(agree([null, null], 10_000).agrees).to.equal(false)
    expect(agree([at('0'), at('0.0')], 0).agrees).to.equal(true)
    expect(agree([at('0'), at('0.000000000000000001')], 10_000)).to.deep.equal({
      agrees: false,
      spreadBps: null,
    })
  })

  it('refuses to compare one alone, and tolerances that are none', () => {
    expect(() => agree([at('1')], 1)).to.throw('at least two')
    for (const tolerance of [-1, 0.5, Number.NaN])
      expect(() => agree([at('1'), at('1')], tolerance)).to.throw('no tolerance')
  })

  it('does not depend on the order, and grows with the tolerance', () => {
    const value = fc
      .bigInt({ min: 1n, max: 10n ** 12n })
      .map((digits) => at(`${digits / 1_000n}.${String(digits % 1_000n).padStart(3, '0')}`))
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 0, max: 10_000 }),
        (samples, tolerance) => {
          const one = agree(samples, tolerance)
          expect(agree([...samples].reverse(), tolerance)).to.deep.equal(one)
          if (one.agrees) expect(agree(samples, tolerance + 1).agrees).to.equal(true)
        },
      ),
    )
  })
})
