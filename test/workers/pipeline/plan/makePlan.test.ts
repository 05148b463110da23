import { expect } from 'chai'
import { covers, makePlan, pageOf } from '../../../../workers/pipeline/plan/makePlan.ts'
import { questionFacts } from '../../../../workers/pipeline/plan/QuestionFacts.ts'
import { edgarUrl, newsroomUrl, planning, question, subjectOf } from './world.ts'

const planOf = (text: string, changes = {}) =>
  makePlan(questionFacts(subjectOf(text)), { ...planning, searches: false, inline: [], ...changes })
const urlsOf = (text: string, changes = {}) => planOf(text, changes).sources.map(({ source }) => source.url)
const inline = {
  id: 'own',
  provider: 'web' as const,
  url: 'https://own.example.org/',
  class: 'primary' as const,
  description: 'Own',
  maxTier: 3,
  topics: [],
}

describe('plan/makePlan', () => {
  it('S2-113: is the same each time: inline sources first, then named domains, links, topics and searches', () => {
    const text = `${question} The resolution source is https://newsroom.aldermoor.com/ and https://www.gov.example.org/decision.`
    const plan = planOf(text, { inline: [inline], searches: true })
    expect(plan).to.deep.equal(planOf(text, { inline: [inline], searches: true }))
    expect(plan.sources.map(({ source }) => [source.url, source.class])).to.deep.equal([
      ['https://own.example.org/', 'primary'],
      [newsroomUrl, 'primary'],
      ['https://www.gov.example.org/decision', 'primary'],
      [edgarUrl, 'primary'],
    ])
    expect(plan.searches.map(({ id }) => id)).to.deep.equal(['search-1'])
  })

  it('S2-113: never plans more calls than its budget, and says what it left out', () => {
    const plan = planOf(question, { budget: 1, searches: true })
    expect(plan.sources.length + plan.searches.length).to.equal(1)
    expect(plan.skipped).to.deep.include({ source: 'newsroom', why: 'the budget of 1 calls is spent' })
    expect(plan.skipped).to.deep.include({ source: 'search-1', why: 'the budget of 1 calls is spent' })
  })

  it('S2-113: searches on a named domain of which no page is known, with plain words only', () => {
    const text = `Will "site:evil.example" OR (Vale) win? The resolution source is https://results.example.org/.`
    const { searches, sources } = planOf(text, { searches: true })
    expect(sources).to.deep.equal([])
    expect(searches.map(({ query }) => query)).to.deep.equal([
      'site:results.example.org Will site evil.example OR Vale win',
      'Will site evil.example OR Vale win',
    ])
  })

  it('S2-113: links to files, private hosts and by http are not planned, and neither is background', () => {
    for (const url of [
      'http://www.example.org/a',
      'https://10.0.0.1/a',
      'https://user@www.example.org/a',
      'https://printer.local/a',
    ])
      expect(urlsOf(`Will it rain? The resolution source is ${url}.`), url).to.deep.equal([])
    const text =
      'Will it rain? The resolution source is https://www.example.org/a. See also https://www.example.com/b.'
    expect(urlsOf(text)).to.deep.equal(['https://www.example.org/a'])
  })

  it('S2-113: a source that asks for a contact is left out where there is none', () => {
    const plan = planOf(question, { contact: null })
    expect(plan.sources.map(({ source }) => source.id)).to.deep.equal(['newsroom'])
    expect(plan.skipped).to.deep.include({
      source: 'edgar',
      why: 'it asks for a contact: set `text.contact`',
    })
  })

  it('S2-113: a domain covers what lies below it, and a page is planned without its fragment', () => {
    expect(covers({ domain: 'sec.gov' }, 'efts.sec.gov')).to.equal(true)
    expect(covers({ domain: 'sec.gov' }, 'notsec.gov')).to.equal(false)
    expect(pageOf('a', 'https://www.example.org/x#y', 'wire', 'given').source.url).to.equal(
      'https://www.example.org/x',
    )
  })
})
