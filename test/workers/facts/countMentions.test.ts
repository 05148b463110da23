import { expect } from 'chai'
import { decide, type Fact, readEvent, viewPage } from '../../../workers/facts/index.ts'
import { asked, fact, fetched, html, source } from '../../helpers/factsFixture.ts'

const spec = readEvent({
  ...asked,
  question: 'Will Governor Pruett say "housing" 2+ times in the address?',
  rules:
    'This market resolves to "Yes" if Governor Lenore Pruett says "housing" two or more times. Other forms ("houses") do not count.',
})
const record = { ...source, role: 'primary', complete_for: 'the full text of the address' } as const
const said = (text: string, facts: readonly Fact.Fact[], from: typeof record | typeof source = record) =>
  decide(spec, [viewPage(fetched(html(`<p>${text}</p>`)), from)], [facts, facts])
const saying = (quote: string) =>
  fact({
    quote,
    subject: 'Governor Pruett',
    predicate: 'said',
    object: '"housing"',
    date: null,
    bears: 'NONE',
  })

describe('countMentions', () => {
  it('S2-113: counts whole words in the complete record', () => {
    const twice = 'Housing starts are up. There is no housing near the hospital.'
    expect(said(twice, [saying('Housing starts are up'), saying('no housing near')])).to.include({
      outcome: 'YES',
      rule: 'counted',
    })
    expect(
      said('Housing starts are up. Our houses stand.', [saying('Housing starts are up')]).outcome,
    ).to.equal('NO')
  })

  it('S2-113: leaves open what readers see otherwise, and records that are not complete', () => {
    expect(said('Housing starts. And housing ends.', []).outcome).to.equal('INVALID')
    expect(said('Nothing of it here.', [], source).outcome).to.equal('INVALID')
  })

  it('S2-113: what a record leaves out may hold the words, so it counts for Yes alone', () => {
    const once = 'Housing starts are up.'
    const gaps = ['[…]', '(transcript continues)', 'Page 1 of 4', 'The road [unintelligible] south.']
    for (const gap of gaps)
      expect(said(`${once}</p><p>${gap}`, [saying('Housing starts are up')]).outcome, gap).to.equal('INVALID')
    expect(said(`${once}</p><p>And so ends the year.`, [saying('Housing starts are up')]).outcome).to.equal(
      'NO',
    )
    const twice = `${once} There is no housing near the hospital.</p><p>[…]`
    expect(said(twice, [saying('Housing starts are up'), saying('no housing near')]).outcome).to.equal('YES')
  })
})
