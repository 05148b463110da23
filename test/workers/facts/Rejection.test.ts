import { expect } from 'chai'
import { isRejected, isWordedAsRejected } from '../../../workers/facts/Rejection.ts'
import { fact, spec } from '../../helpers/factsFixture.ts'

describe('isRejected', () => {
  it('S2-113: the passage says what the rules call not enough', () => {
    const quote = 'Alder Marine signed a non-binding letter of intent for Tolland Ropes.'
    expect(isRejected(spec, fact({ quote }))).to.equal(true)
    expect(isRejected(spec, fact())).to.equal(false)
  })
})

describe('isWordedAsRejected', () => {
  it('is so where the reader words it as that, in like words', () => {
    const letter = { predicate: 'signed a non-binding letter of intent' }
    expect(isWordedAsRejected(spec, fact(letter))).to.equal(true)
    expect(isWordedAsRejected(spec, fact())).to.equal(false)
  })
})
