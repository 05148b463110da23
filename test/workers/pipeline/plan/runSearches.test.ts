import { expect } from 'chai'
import { makePlan } from '../../../../workers/pipeline/plan/makePlan.ts'
import { questionFacts } from '../../../../workers/pipeline/plan/QuestionFacts.ts'
import { addHits, runSearches } from '../../../../workers/pipeline/plan/runSearches.ts'
import { finding, planning, query, question, registry, subjectOf } from './world.ts'

async function foundFor(text: string, urls: readonly string[], budget = 12, entries = registry.entries) {
  const facts = questionFacts(subjectOf(text))
  const plan = makePlan(facts, { ...planning, registry: null, budget, searches: true, inline: [] })
  const search = { id: 'search-1', query }
  const found = await runSearches(finding(urls), [search])
  return addHits({ ...plan, searches: [search] }, found, facts, entries)
}

describe('plan/runSearches', () => {
  it('S2-113: hits are secondary, unless the registry or the rules name their domain', async () => {
    const urls = ['https://blog.example.org/a', 'https://www.sec.gov/a', 'https://news.aldermoor.com/b']
    const { plan } = await foundFor(question, urls)
    expect(plan.sources.map(({ source }) => source.class)).to.deep.equal(['secondary', 'primary', 'primary'])
    const named = await foundFor(
      `${question} The resolution source is https://blog.example.org/.`,
      urls.slice(0, 1),
    )
    expect(named.plan.sources[0]!.source.class).to.equal('primary')
    const shared = registry.entries.map((entry) => ({ ...entry, shared: true }))
    const others = await foundFor(question, urls, 12, shared)
    expect(others.plan.sources.map(({ source }) => source.class)).to.deep.equal([
      'secondary',
      'secondary',
      'secondary',
    ])
  })

  it('S2-113: hits at private hosts, by http, at files and twice the same are refused with a reason', async () => {
    const urls = [
      'https://blog.example.org/a',
      'https://blog.example.org/a#again',
      'http://blog.example.org/a',
      'https://127.0.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://intranet/',
      'https://user:pw@blog.example.org/',
      'https://blog.example.org:8443/',
      'file:///etc/passwd',
      'ftp://blog.example.org/',
      'https://blög.example.org/',
      'not an address',
    ]
    const { plan, searched } = await foundFor(question, urls)
    expect(plan.sources.map(({ source }) => source.url)).to.deep.equal(['https://blog.example.org/a'])
    expect(searched[0]!.hits.slice(1).every(({ refused }) => refused !== null)).to.equal(true)
  })

  it('S2-113: hits keep to the budget and to a few of each search', async () => {
    const urls = Array.from({ length: 9 }, (_, i) => `https://blog.example.org/${i}`)
    expect((await foundFor(question, urls)).plan.sources).to.have.length(4)
    expect((await foundFor(question, urls, 3)).plan.sources).to.have.length(2)
  })
})
