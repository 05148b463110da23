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
    expect(read('Will the Velm bridge be a success?', 'Yes if Velm calls it so.').missing_fields).to.include(
      'criteria',
    )
    expect(read('Will the mayor mention it again?', 'Resolves Yes if so.').missing_fields).to.include('event')
  })
})
