import { expect } from 'chai'
import { readEvent } from '../../../workers/facts/index.ts'
import { isCutBefore, isRejected, isWordedAsRejected } from '../../../workers/facts/Rejection.ts'
import { asked, fact, spec } from '../../helpers/factsFixture.ts'

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

describe('isCutBefore', () => {
  const open = readEvent({
    ...asked,
    question: 'Will Norra Library open its archive by June 30?',
    rules:
      'Resolves "Yes" if Norra Library opens its archive to the public as a reading room by June 30, 2026.',
  })

  it('S2-113: the sentence goes on with another than the rules demand', () => {
    expect(isCutBefore(open, ' to a panel of six scholars')).to.equal(true)
    expect(isCutBefore(open, ' as a store for maps')).to.equal(true)
  })

  it('S2-113: the same one, or nothing of the kind, is no other', () => {
    for (const rest of [
      ' to the public on Monday',
      ' as a quiet reading room',
      ' to mark its birthday',
      '',
      ' in May',
    ])
      expect(isCutBefore(open, rest), rest).to.equal(false)
    expect(isCutBefore(spec, ' to a panel of six scholars')).to.equal(false)
  })
})
