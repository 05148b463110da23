import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { loadRecorded, recorded } from '../../../../workers/source/search/recorded.ts'

const recording = {
  schema_version: 'v1' as const,
  retrieved_at: 1_775_000_000,
  queries: { 'a b': [{ url: 'https://www.example.org/a', title: 'A', snippet: 'About A' }] },
}

describe('search/recorded', () => {
  it('S2-113: gives what was recorded for a query; another query is an error, never an empty list', async () => {
    const found = await recorded(recording).search('a b')
    expect(found.hits).to.have.length(1)
    const missed = await recorded(recording)
      .search('constructor')
      .catch((error: unknown) => error)
    expect(missed).to.include({ code: 'not-recorded' })
  })

  it('S2-113: reads a file of recordings, and refuses one of another form', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'searches-')), 'searches.json')
    writeFileSync(file, JSON.stringify(recording))
    expect((await loadRecorded(file).search('a b')).hits).to.have.length(1)
    writeFileSync(file, JSON.stringify({ queries: {} }))
    expect(() => loadRecorded(file)).to.throw()
  })
})
