import { expect } from 'chai'
import { checkFact, type Fact } from '../../../workers/facts/index.ts'
import { acquired, fact, html, page, spec } from '../../helpers/factsFixture.ts'

const direction = (quote: string, more: Partial<Fact.Fact> = {}) =>
  checkFact(spec, [page(html(`<p>${quote}</p>`))], fact({ quote, bears: null, ...more })).direction

describe('directionOf', () => {
  it('S2-113: finds the direction by wording and date, without the reader', () => {
    expect(direction(acquired)).to.deep.equal({ side: 'YES', by: 'wording' })
    expect(direction(acquired, { date: '2026-07-13' })).to.deep.equal({ side: 'NO', by: 'date' })
    const denial = 'Alder Marine had not acquired Tolland Ropes.'
    const no = { modality: 'denied', predicate: 'had not acquired', date: '2026-07-02' } as const
    expect(direction(denial, no)).to.deep.equal({ side: 'NO', by: 'wording' })
  })

  it('S2-113: leaves open what is a step, not final, or of another', () => {
    expect(direction(acquired, { predicate: 'agreed to paint' })).to.equal(null)
    expect(direction(acquired, { modality: 'denied', predicate: 'has not acquired' })).to.equal(null)
    expect(direction(acquired, { subject: 'Zander Sails' })).to.equal(null)
    expect(direction(acquired, { modality: 'planned' })).to.equal(null)
    expect(direction(acquired, { date: null })).to.equal(null)
  })
})
