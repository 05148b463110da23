import { expect } from 'chai'
import { addressKey } from '../../../../adapters/rules/diff/addresses.ts'

describe('addressKey', () => {
  it('is one for the ways to write an address of a page', () => {
    const one = addressKey('https://www.example.org/a/?utm_source=x#results')
    expect(one).to.equal(addressKey('http://example.org/a'))
    expect(one).not.to.equal(addressKey('https://example.org/b'))
    expect(addressKey('https://example.org/#/pools')).not.to.equal(addressKey('https://example.org/#/swaps'))
  })
})
