import { expect } from 'chai'
import { checkFact, decide, readEvent } from '../../../workers/facts/index.ts'
import * as Span from '../../../workers/facts/Span.ts'
import { correctionsOf, withoutCorrected } from '../../../workers/facts/supersede.ts'
import { asked, fact, html, page, spec } from '../../helpers/factsFixture.ts'

const early = 'Alder Marine denied on May 2, 2026 that it was buying Tolland Ropes.'
const late = 'Alder Marine has acquired Tolland Ropes, it said on June 11, 2026.'

describe('isSuperseded', () => {
  it('S2-113: a later statement of the same source stands against what one reader took from an earlier one', () => {
    const yes = fact({ quote: late })
    const no = fact({
      quote: early,
      modality: 'denied',
      predicate: 'denied buying',
      date: '2026-05-02',
      bears: 'NO',
    })
    const view = page(html(`<p>${early}</p><p>${late}</p>`))
    expect(decide(spec, [view], [[yes, no], [yes]]).outcome).to.equal('YES')
    expect(
      decide(
        spec,
        [view],
        [
          [yes, no],
          [yes, no],
        ],
      ).outcome,
    ).to.equal('INVALID')
  })
})

describe('withoutCorrected', () => {
  const bought = 'Alder Marine has acquired Tolland Ropes, the harbour office said.'
  const failed = (lead: string) => `${lead} the sale of Tolland Ropes to Alder Marine fell through.`
  const said = (lead: string, at: string, hasBoth = true) => {
    const quote = failed(lead)
    const yes = fact({ quote: bought, date: '2026-06-11T09:10:00Z' })
    const no = fact({ quote, predicate: 'did not acquire', modality: 'denied', date: at, bears: 'NO' })
    const view = page(html(`<div><p>09:10</p><p>${bought}</p></div><div><p>${quote}</p></div>`))
    const facts = [no, ...(hasBoth ? [yes] : [])]
    const made = facts.map((each) => ({
      fact: each,
      page: view,
      codes: [],
      direction: null,
      bears: each.bears === 'YES' ? ('YES' as const) : ('NO' as const),
      span: Span.read(each.date),
    }))
    return withoutCorrected(made).map(({ bears }) => bears)
  }

  it('S2-113: a correction later the same day stands, and the statement that it corrects does not', () => {
    expect(said('Correction:', '2026-06-11T10:40:00Z')).to.deep.equal(['NO'])
    expect(said('The office was wrong:', '2026-06-12')).to.deep.equal(['NO'])
  })

  it('S2-113: without an order, or without words that correct, both stand', () => {
    expect(said('Correction:', '2026-06-11')).to.deep.equal(['NO', 'YES'])
    expect(said('Correction:', '2026-06-11T08:00:00Z')).to.deep.equal(['NO', 'YES'])
    expect(said('Some say', '2026-06-12')).to.deep.equal(['NO', 'YES'])
  })

  it('S2-113: what was turned down first may still come about', () => {
    const rules = 'Resolves "Yes" if the Ostby council approves the pier by June 30, 2026, 11:59 PM ET.'
    const market = readEvent({
      ...asked,
      question: 'Will the Ostby council approve the pier by June 30?',
      rules,
    })
    const [first, second] = [
      'The council rejected the pier on June 2, 2026.',
      'In a new vote on June 9, 2026 the council approved the pier.',
    ]
    const view = page(html(`<h2>Ostby council</h2><p>${first}</p><p>${second}</p>`, 'June 10, 2026'))
    const of = (quote: string, predicate: string, date: string, bears: 'YES' | 'NO') =>
      fact({ quote, subject: 'Ostby council', predicate, object: 'the pier', date, bears })
    const facts = [of(first, 'rejected', '2026-06-02', 'NO'), of(second, 'approved', '2026-06-09', 'YES')]
    expect(decide(market, [view], [facts, facts]).outcome).to.equal('YES')
  })

  it('S2-113: a correction from behind the window keeps what it corrects from deciding', () => {
    const denied = 'Alder Marine has not acquired Tolland Ropes, it said on June 30, 2026.'
    const corrected = 'Correction: Alder Marine acquired Tolland Ropes, it said on July 2, 2026.'
    const view = page(html(`<p>${denied}</p><p>${corrected}</p>`, ''))
    const none = {
      predicate: 'has not acquired',
      modality: 'denied',
      date: '2026-06-30',
      bears: 'NO',
    } as const
    const no = fact({ quote: denied, ...none })
    const yes = fact({ quote: corrected, date: '2026-07-02' })
    const checked = [no, yes].map((each) => checkFact(spec, [view], each))
    expect(checked[1]!.codes).to.include('AFTER_WINDOW')
    expect(correctionsOf([checked[0]!], checked)).to.deep.equal([checked[1]])
    expect(correctionsOf([], checked)).to.deep.equal([])
  })
})
