import { expect } from 'chai'
import fc from 'fast-check'
import { distance, isLetters, isOneApart, isSwapped } from '../../../../adapters/rules/diff/letters.ts'

const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 }).map((letters) => letters.join(''))

describe('letters', () => {
  it('one letter apart is another, a missing, an additional one, or two in each other’s place', () => {
    for (const [a, b] of [
      ['form', 'from'],
      ['then', 'than'],
      ['wil', 'will'],
      ['will', 'wil'],
      ['same', 'same'],
    ] as const)
      expect(isOneApart(a, b), `${a} ${b}`).to.equal(true)
    expect(isOneApart('their', 'there')).to.equal(false)
    expect([isSwapped('form', 'from'), isSwapped('then', 'than'), isSwapped('same', 'same')]).to.deep.equal([
      true,
      false,
      false,
    ])
  })

  it('whatever is one letter apart without a swap has a distance of at most one, and the other way round', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        if (!isSwapped(a, b)) expect(isOneApart(a, b)).to.equal(distance(a, b, 3) <= 1)
      }),
    )
  })

  it('the distance is the same both ways, and counted no further than asked', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(distance(a, b, 9)).to.equal(distance(b, a, 9))
        expect(distance(a, b, 2)).to.equal(Math.min(3, distance(a, b, 9)))
      }),
    )
  })

  it('letters are letters and apostrophes', () => {
    expect(['été', "market's", 'b2b', '10', ''].map(isLetters)).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
