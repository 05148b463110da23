import { expect } from 'chai'
import { addressKey, isMedia } from '../../../../adapters/rules/diff/addresses.ts'

describe('addressKey', () => {
  it('is one for the ways to write an address of a page', () => {
    const one = addressKey('https://www.example.org/a/?utm_source=x#results')
    expect(one).to.equal(addressKey('http://example.org/a'))
    expect(one).not.to.equal(addressKey('https://example.org/b'))
    expect(addressKey('https://example.org/#/pools')).not.to.equal(addressKey('https://example.org/#/swaps'))
  })
})

describe('isMedia', () => {
  it('is a picture or a film by its ending, and no page', () => {
    expect(
      ['https://a.example/x.PNG', 'https://a.example/x.mp4?t=1', 'https://a.example/x.jpeg#1'].every(isMedia),
    ).to.equal(true)
    expect(
      ['https://a.example/png', 'https://a.example/x.html', 'https://a.example/x.png/y'].some(isMedia),
    ).to.equal(false)
  })
})
