import { expect } from 'chai'
import { fillEntry, names } from '../../../../workers/pipeline/plan/fillEntry.ts'
import { questionFacts } from '../../../../workers/pipeline/plan/QuestionFacts.ts'
import { loadPublic } from '../../../../workers/source/registry/SourceRegistry.ts'
import { subjectOf } from './world.ts'

const entryOf = (id: string) => loadPublic().entries.find((one) => one.id === id)!
const fill = (id: string, text: string) => fillEntry(entryOf(id), questionFacts(subjectOf(text)))

describe('plan/fillEntry', () => {
  it('S2-113: fills slots by the names of an entry, by its patterns, and as it says otherwise', () => {
    expect(fill('bls-series', 'Will the unemployment rate fall?')).to.deep.equal({
      urls: ['https://api.bls.gov/publicAPI/v2/timeseries/data/LNS14000000?startyear=2026&endyear=2026'],
    })
    expect(fill('edgar-submissions', 'Will the company with CIK 320193 file?')).to.deep.equal({
      urls: ['https://data.sec.gov/submissions/CIK0000320193.json'],
    })
    expect(JSON.stringify(fill('eurostat-hicp', 'Will inflation rise?'))).to.include('geo=EA20')
    expect(fill('github-releases', 'Will it ship? Source: github.com/nodejs/node.')).to.deep.equal({
      urls: ['https://api.github.com/repos/nodejs/node/releases?per_page=100&page=1'],
    })
  })

  it('S2-113: a repository that walks up or hides a host fills nothing', () => {
    for (const repo of ['../../user', 'a/..', 'a/../../b', '@evil.example/x', 'a/%2e%2e'])
      expect(
        JSON.stringify(fill('github-releases', `Will it ship? Source: github.com/${repo} now.`)),
        repo,
      ).to.not.match(/evil|\.\.|%2e/)
  })

  it('S2-113: plans as many pages as the entry says', () => {
    const entry = entryOf('github-releases')
    const facts = questionFacts(subjectOf('Will it ship? Source: https://github.com/nodejs/node/releases.'))
    const paged = fillEntry({ ...entry, paging: { ...entry.paging!, pages: 3 } }, facts)
    expect('urls' in paged && paged.urls.map((url) => new URL(url).searchParams.get('page'))).to.deep.equal([
      '1',
      '2',
      '3',
    ])
  })

  it('S2-113: finds names as whole words only', () => {
    expect(names('Will the CPI rise?', 'cpi')).to.equal(true)
    expect(names('Will SCPI rise?', 'cpi')).to.equal(false)
    expect(names('anything', '!')).to.equal(false)
  })
})
