import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { checkConfig } from '../../../workers/agent/Config.ts'
import { planCalls } from '../../../workers/agent/doctorPlan.ts'
import { loadPublic } from '../../../workers/source/registry/SourceRegistry.ts'
import { startFakeApi } from '../../helpers/fakeApi.ts'
import { replies } from '../source/registry/replies.ts'

const { entries } = loadPublic()
const bodyOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
const entryAt = (url: string) => entries.find((entry) => url.startsWith(entry.url.split('{')[0]!))!

describe('planCalls', () => {
  const folder = temporaryFolder('doctor-plan')
  after(() => folder.remove())
  const asked: string[] = []
  beforeEach(() => void asked.splice(0))

  const answering =
    (which: 'good' | 'changed'): Transport =>
    async ({ url }) => {
      const { id } = entryAt(url)
      asked.push(id)
      return { status: 200, headers: {}, body: bodyOf(replies[id]![which]), retrievedAt: 0, method: 'GET' }
    }
  function callsOf(text: object, transport = answering('good'), sources: object = { transport: 'live' }) {
    const config = { agentId: 1, personality: 'llm', sources, text }
    const checked = checkConfig(config, { file: join(folder.path, 'worker.yaml') })
    const calls = planCalls(checked, transport, { env: {}, now: () => 1_771_632_000_000 })
    return Promise.all(
      calls.map(async ({ name, run }) => ({
        name,
        ...(await run(new AbortController().signal).catch((error: Error) => ({
          status: 'thrown',
          seen: error.message,
        }))),
      })),
    )
  }

  it('issue 16: calls each source of the registry once, and reads its reply as it would for a market', async () => {
    const found = await callsOf({ registry: 'public', contact: 'ops@example.org' })
    expect(found.map(({ name }) => name)).to.deep.equal(entries.map(({ id }) => id))
    expect(new Set(asked).size).to.equal(asked.length)
    for (const { name, status, seen } of found)
      if (asked.includes(name)) expect([status, name], seen).to.deep.equal(['ok', name])
      else
        expect([status, seen], name)
          .to.deep.equal(['skipped', seen])
          .and.to.match(/only with a question/)
    // Most need no more than a week and a subject that they name themselves.
    expect(asked.length).to.be.at.least(12)
  })

  it('issue 16: says of a source in another layout that its entry needs mending', async () => {
    const found = await callsOf({ registry: 'public', contact: 'ops@example.org' }, answering('changed'))
    for (const { name, status } of found) if (asked.includes(name)) expect(status, name).to.equal('failed')
    expect(JSON.stringify(found)).to.contain('mend its entry in the registry')
  })

  it('asks nobody where recordings are replayed, and nothing where nothing is planned with', async () => {
    const sources = { transport: 'replay', fixtures: 'f' }
    const found = await callsOf({ registry: 'public' }, answering('good'), sources)
    expect(found).to.deep.equal([
      { name: 'registry', status: 'skipped', seen: 'recordings are replayed, nobody is asked' },
    ])
    const page = { id: 'a', url: 'https://a.example/', class: 'primary', description: 'A' }
    expect(await callsOf({ sources: [page] })).to.deep.equal([])
    expect(asked).to.deep.equal([])
  })

  it('issue 16: says which key of the search engine is missing', async () => {
    const [missing] = await callsOf({ search: { kind: 'brave' } })
    expect(missing).to.deep.include({ name: 'text', status: 'thrown' })
    expect(missing!.seen).to.contain('BRAVE_SEARCH_KEY')
  })

  it('issue 16: asks the search engine once, and an empty list for common words is a fault', async () => {
    const result = {
      url: 'https://www.example.org/a',
      title: 'A',
      content: '',
      engine: 'x',
      publishedDate: null,
    }
    let results = [result]
    const api = await startFakeApi(() => ({ body: JSON.stringify({ results }) }))
    const search = { kind: 'searxng', baseUrl: api.url, isLocal: true }
    expect(await callsOf({ search })).to.deep.equal([
      { name: 'search searxng', status: 'ok', seen: '1 hits' },
    ])
    expect(api.calls).to.have.length(1)
    results = []
    expect((await callsOf({ search }))[0]).to.deep.include({ status: 'failed' })
    await api.close()
  })
})
