import { expect } from 'chai'
import { readEvent } from '../../../../workers/facts/index.ts'
import { disagreements } from '../../../../workers/pipeline/text/disagreements.ts'

const eventOf = (question: string, rules = '') =>
  readEvent({ question, rules, created: null, deadline: null })
const silent = { missing_fields: [], subject: null, threshold: null, last_day: null, synonyms: [] }

const deal = eventOf('Will Acme Corp acquire Beta Labs Ltd before June 30, 2026?')
const jobs = eventOf('Will Norland add more than 500,000 jobs by June 30, 2026?')

describe('disagreements between a model and code', () => {
  it('FREETEXT §2: none where both read the same', () => {
    expect(disagreements(deal, { ...silent, subject: 'Acme Corp', last_day: '2026-06-29' })).to.deep.equal([])
    expect(disagreements(jobs, { ...silent, subject: 'Norland', threshold: '500,000' })).to.deep.equal([])
    expect(disagreements(jobs, { ...silent, threshold: '500000' })).to.deep.equal([])
  })

  it('FREETEXT §2: another subject is one, and so is one that the question does not name', () => {
    for (const subject of ['Beta Labs Ltd', 'Gamma Inc'])
      expect(disagreements(deal, { ...silent, subject })).to.deep.equal(['disagreement:subject'])
    expect(disagreements(deal, { ...silent, subject: 'Acme' })).to.deep.equal([])
  })

  it('FREETEXT §2: another number is one, and one too many or too few', () => {
    for (const threshold of ['50,000', null])
      expect(disagreements(jobs, { ...silent, threshold })).to.deep.equal(['disagreement:threshold'])
    expect(disagreements(deal, { ...silent, threshold: '30' })).to.deep.equal(['disagreement:threshold'])
  })

  it('FREETEXT §2: a last day that is off by more than a day is one, and one that is no day', () => {
    for (const last_day of ['2026-06-29', '2026-06-30', '2026-06-28'])
      expect(disagreements(deal, { ...silent, last_day }), last_day).to.deep.equal([])
    for (const last_day of ['2025-06-30', '2026-07-02', 'June 30'])
      expect(disagreements(deal, { ...silent, last_day }), last_day).to.deep.equal(['disagreement:deadline'])
  })

  it('how often a word must be said is a number too; once may be read as none', () => {
    const thrice = eventOf('Will Ada Munro say "harbour" 3 times by June 30, 2026?')
    expect(disagreements(thrice, { ...silent, threshold: '3' })).to.deep.equal([])
    expect(disagreements(thrice, silent)).to.deep.equal(['disagreement:threshold'])
    const once = eventOf('Will Ada Munro say "harbour" by June 30, 2026?')
    for (const threshold of [null, '1', 'once'])
      expect(disagreements(once, { ...silent, threshold }).length, String(threshold)).to.equal(
        threshold === 'once' ? 1 : 0,
      )
  })
})
