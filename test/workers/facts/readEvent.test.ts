import { expect } from 'chai'
import { Instant } from '../../../protocol/index.ts'
import { readEvent } from '../../../workers/facts/index.ts'
import { asked, spec } from '../../helpers/factsFixture.ts'

const read = (question: string, rules: string) =>
  readEvent({ question, rules, created: null, deadline: null })

describe('readEvent', () => {
  it('S2-113: takes names, wording, window and exceptions from the words of the market', () => {
    expect(spec.subject!.quote).to.equal('Alder Marine')
    expect(spec.object!.quote).to.equal('Tolland Ropes')
    expect(spec.predicate.quote).to.equal('acquire Tolland Ropes')
    expect(spec.predicate.rejects).to.deep.equal(['Non-binding letters of intent '])
    expect(spec.window.to).to.equal(Instant.parse('2026-07-01T03:59:00Z'))
    expect(spec.admitsReports).to.equal(true)
    expect(spec.missing_fields).to.deep.equal([])
  })

  it('does not take the deadline of the contract for that of the words', () => {
    const later = readEvent({ ...asked, deadline: asked.deadline! + 5_000_000 })
    expect(later.window).to.deep.equal(spec.window)
  })

  it('reads a threshold with its unit, and the words that somebody is to say', () => {
    const fire = read(
      'Will the Bald Ridge fire burn at least 50,000 acres?',
      'Resolves to "Yes" if it burns 50,000 acres or more.',
    )
    expect(fire.comparison).to.include({ op: 'gte' })
    expect(fire.comparison!.unit!.kind).to.equal('area')
    const said = read(
      'Will Ada Onslow say "harbour" 3+ times?',
      'Resolves "Yes" if Ada Onslow says "harbour" three or more times.',
    )
    expect(said.mention).to.deep.include({ words: ['harbour'], count: 3 })
  })

  it('S2-113: names what a question leaves open before anything is fetched', () => {
    expect(read('Will it go well?', 'Resolves Yes if it goes well.').missing_fields).to.include('entity')
    expect(
      read('Will it pass in Norra by May 3, 2026?', 'Resolves Yes if it passes in Norra.').missing_fields,
    ).to.include('event')
    expect(
      read('Will it pass in Norra by May 3?', 'Resolves Yes if the Harbour Bill passes in Norra.')
        .missing_fields,
    ).to.include('event')
  })

  it('S2-113: an impersonal title is whole where the rules say what is measured', () => {
    const missing = (question: string, rules: string) =>
      readEvent({ ...asked, question, rules }).missing_fields
    for (const [question, rules] of [
      [
        'Will it stay under 5 °C in Norra on May 3, 2026?',
        'Resolves Yes if the highest temperature in Norra on May 3, 2026 is below 5 °C.',
      ],
      ['Will it hail in Norra on May 3, 2026?', 'Resolves Yes if hail is recorded in Norra on May 3, 2026.'],
      [
        'Will it blow hard in Norra on May 3, 2026?',
        'Resolves Yes if the Norra mast records gusts of 90 km/h or more on May 3, 2026.',
      ],
    ] as const)
      expect(missing(question, rules), question).to.deep.equal([])
    expect(read('Will the Velm bridge be a success?', 'Yes if Velm calls it so.').missing_fields).to.include(
      'criteria',
    )
    expect(read('Will the mayor mention it again?', 'Resolves Yes if so.').missing_fields).to.include('event')
  })

  it('S2-113: a threshold below zero, which is not read, is a criterion that is missing', () => {
    const rules = 'Resolves Yes if the lowest temperature in Norra on May 3, 2026 is below -4 °C.'
    expect(read('Will Norra be below -4 °C on May 3, 2026?', rules).missing_fields).to.include('criteria')
  })

  it('S2-113: the day of an election closes no window', () => {
    const rules = 'Resolves Yes if Iva Reed wins the Norra seat in the council election of May 3, 2026.'
    expect(read('Will Iva Reed win the Norra seat on May 3?', rules).window.to).to.equal(null)
  })
})
