import { expect } from 'chai'
import { Address } from '../../protocol/index.ts'

describe('Address', () => {
  it('has one spelling', () => {
    const loud = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    expect(Address.of(loud)).to.equal(loud.toLowerCase())
    expect(Address.isAddress(loud)).to.equal(false)
    expect(Address.isAddress(Address.of(loud))).to.equal(true)
    expect(BigInt(Address.zero)).to.equal(0n)
    expect(Address.of(Address.zero)).to.equal(Address.zero)
  })

  it('is 20 bytes, and nothing else is', () => {
    for (const text of [
      '',
      '0x',
      `0x${'11'.repeat(19)}`,
      `0x${'11'.repeat(21)}`,
      '11'.repeat(20),
      `0x${'1g'.repeat(20)}`,
    ])
      expect(() => Address.of(text), text).to.throw(Address.InvalidAddressError, 'is not an address')
  })
})
