import { expect } from 'chai'
import fc from 'fast-check'
import { decode, encode } from '../../../../../adapters/rules/diff/english/WordList.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', "'", ' ', '水'), minLength: 1, maxLength: 40 })

describe('WordList', () => {
  it('what is read is what was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text), fc.uniqueArray(text), (one, two) => {
        const sets = decode(encode({ one: new Set(one), two: new Set(two) }))
        expect([...sets.one!].toSorted()).to.deep.equal(one.toSorted())
        expect([...sets.two!].toSorted()).to.deep.equal(two.toSorted())
      }),
      { numRuns: 50 },
    )
  })
})
