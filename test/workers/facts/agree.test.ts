import { expect } from 'chai'
import { agree } from '../../../workers/facts/agree.ts'
import { checkFact, type Fact } from '../../../workers/facts/index.ts'
import { acquired, fact, html, page, spec } from '../../helpers/factsFixture.ts'

const view = page(html(`<p>${acquired}</p>`))
const checked = (more: Partial<Fact.Fact> = {}) => checkFact(spec, [view], fact(more))

describe('agree', () => {
  it('S2-113: pairs facts of the same page, date, value and bearing whose quotes overlap', () => {
    const short = checked({ quote: 'acquired Tolland Ropes', subject: 'The company', predicate: 'bought' })
    const { agreed, alone } = agree([checked()], [short])
    expect(agreed).to.have.length(1)
    expect(alone).to.deep.equal([])
  })

  it('S2-113: leaves alone what differs in date, value, manner or bearing', () => {
    for (const more of [
      { date: '2026-06-12' },
      { value: '61' },
      { modality: 'denied' },
      { bears: 'NO' },
    ] as const) {
      const { agreed, alone } = agree([checked()], [checked(more)])
      expect(agreed, JSON.stringify(more)).to.deep.equal([])
      expect(alone).to.have.length(2)
    }
  })
})
