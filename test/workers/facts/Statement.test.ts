import { expect } from 'chai'
import { checkFact, type Fact, readEvent } from '../../../workers/facts/index.ts'
import { deniesAnything, isLimbOnly } from '../../../workers/facts/Statement.ts'
import { asked, fact, html, page, spec } from '../../helpers/factsFixture.ts'

const codes = (quote: string, more: Partial<Fact.Fact>) =>
  checkFact(spec, [page(html(`<p>${quote}</p>`))], fact({ quote, ...more })).codes

describe('a statement', () => {
  it('S2-113: a day behind that of the page was still to come', () => {
    const quote = 'Alder Marine takes over Tolland Ropes on June 24.'
    expect(codes(quote, { date: '2026-06-24' })).to.include('PLANNED')
  })

  it('S2-113: a denial needs words that deny', () => {
    expect(codes('Alder Marine looks at Tolland Ropes.', { modality: 'denied', bears: 'NO' })).to.include(
      'DENIAL_UNSUPPORTED',
    )
    expect(deniesAnything('The sale fell through and was abandoned.')).to.equal(true)
    expect(deniesAnything('The sale went through.')).to.equal(false)
  })

  it('S2-113: of two ways to Yes one that is denied leaves the other', () => {
    const either = readEvent({
      ...asked,
      question: 'Will Velm sanction or expel Tarvos by June 30?',
      rules: 'Resolves to "Yes" if Velm either (a) sanctions Tarvos or (b) expels Tarvos.',
    })
    expect(isLimbOnly(either, fact({ modality: 'denied' }))).to.equal(true)
    expect(isLimbOnly(spec, fact({ modality: 'denied' }))).to.equal(false)
  })
})
