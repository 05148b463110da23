import { expect } from 'chai'
import { affirms } from '../../../workers/facts/affirms.ts'
import { fact, spec } from '../../helpers/factsFixture.ts'

const isAffirmed = (quote: string) => affirms(spec, fact({ quote, predicate: 'denies', bears: 'NO' }))

describe('affirms', () => {
  it('S2-101: hears the market’s own words, whatever a reader makes of their parts', () => {
    expect(isAffirmed('Alder Marine has acquired Tolland Ropes.')).to.equal(true)
    expect(isAffirmed('ALDER MARINE SIGNS AGREEMENT TO ACQUIRE TOLLAND ROPES')).to.equal(true)
  })

  it('leaves denials, other names and other deeds to the other checks', () => {
    for (const quote of [
      'Alder Marine has not acquired Tolland Ropes.',
      'Alder Marine withdrew its offer to acquire Tolland Ropes.',
      'Alder Marine has acquired Zander Sails.',
      'Alder Marine sued Tolland Ropes.',
    ])
      expect(isAffirmed(quote), quote).to.equal(false)
  })

  it('leaves numbers, words that are counted and negative events alone', () => {
    const quote = 'Alder Marine has acquired Tolland Ropes.'
    expect(affirms({ ...spec, negative: true }, fact({ quote }))).to.equal(false)
    expect(
      affirms({ ...spec, mention: { words: ['ropes'], count: 1, inCompounds: false } }, fact({ quote })),
    ).to.equal(false)
  })
})
