import { join } from 'node:path'
import { expect } from 'chai'
import { deadline, question, text } from '../../../cli/commands/worker/acquisition.ts'
import { said, startPageWorld } from '../../../local/pages/pageWorld.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { examples } from '../../../local/workers/workerProcess.ts'
import { Hash } from '../../../protocol/index.ts'
import { makeLog } from '../../../services/http/makeLog.ts'
import { checkConfig } from '../../../workers/agent/Config.ts'
import { keep, keyOf } from '../../../workers/agent/Evaluation.ts'
import {
  type Running,
  readSecrets,
  type StartOptions,
  startAgent,
} from '../../../workers/agent/startAgent.ts'
import { key, startProvider } from '../../services/model/fakeProvider.ts'
import { jsonOf, scripted, sharedStore } from './agents.ts'

const least = { agentId: 1, personality: 'aap', sources: { transport: 'replay', fixtures: 'f' } }
const file = '/somewhere/worker.yaml'

describe('readSecrets', () => {
  it('takes keys, URLs and tokens from variables, and says which one is empty without repeating any', () => {
    const config = checkConfig(
      { ...least, market: `0x${'AB'.repeat(20)}`, rpcUrlEnv: 'URL_OF_NODE', keyEnv: 'KEY' },
      { file },
    )
    const key = `0x${'0'.repeat(63)}1`
    const { rpcUrl, signer } = readSecrets(config, { URL_OF_NODE: 'http://x', KEY: key })
    expect([rpcUrl, signer!.address]).to.deep.equal([
      'http://x',
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    ])
    expect(config.market).to.equal(`0x${'ab'.repeat(20)}`)
    expect(() => readSecrets(config, { KEY: key })).to.throw(/URL_OF_NODE, and it is empty/)
    for (const bad of [`0x${'0'.repeat(64)}`, 'f00dbeef', `${key}zz`])
      expect(() => readSecrets(config, { URL_OF_NODE: 'http://x', KEY: bad }))
        .to.throw(/KEY holds is no private key/)
        .with.property('message')
        .that.does.not.contain(bad)
  })
})

describe('startAgent', function () {
  this.timeout(120_000)
  const running: Running[] = []
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
  })

  async function start(config: object = {}, options: Partial<StartOptions> = {}): Promise<Running> {
    const checked = checkConfig(
      { ...least, sources: { transport: 'live' }, listen: { port: 0 }, graceMs: 100, ...config },
      { file },
    )
    const store = await sharedStore()
    const one = await startAgent(checked, { env: {}, log: makeLog('silent'), store, ...options })
    running.push(one)
    return one
  }
  it('looks for what others cite, through the network that it is given, unless its config or its recordings say no', async () => {
    const pages = await startPageWorld()
    try {
      const { network } = pages
      const { agent } = await start({}, { network })
      const items = [{ url: 'https://pages.example/honest', quote: said }]
      expect(await agent.reproduce!(items, new AbortController())).to.equal('p')
      expect((await start({ reproduce: false })).agent.reproduce).to.equal(null)
      const sources = { transport: 'replay', fixtures: join(examples, 'fixtures') }
      expect((await start({ sources })).agent.reproduce).to.equal(null)
      expect((await start({ sources, reproduce: true })).agent.reproduce).to.be.a('function')
    } finally {
      await pages.stop()
    }
  })

  const ask = (url: string) =>
    jsonOf(
      fetch(`${url}/a2a/resolve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ market_id: 1, question: `Will it rain on ${url}?` }),
      }),
    )

  it('S1-3: serves the protocol with the mind it is given, under the address it listens at', async () => {
    const { url, agent } = await start({ agentId: 501 }, { resolver: () => scripted() })
    expect(agent.publicUrl).to.equal(url)
    const reply = await ask(url)
    expect(reply).to.include({ outcome: 'YES' })
    expect(reply.por.uri).to.match(new RegExp(`^${url}/por/0x`))
  })

  it('AUDIT B6: a model that refuses shows in /health, and each request tries it again instead of repeating the doubt', async () => {
    const provider = await startProvider('openai')
    try {
      const model = { kind: 'openai', baseUrl: provider.baseUrl, model: 'gone', keyEnv: 'FAKE_KEY' }
      const config = { agentId: 506, personality: 'llm', text, model }
      const { url } = await start(config, { env: { FAKE_KEY: key } })
      const before = await fetch(`${url}/health`)
      expect([before.status, (await jsonOf(before)).model.ok]).to.deep.equal([200, true])
      const body = JSON.stringify({ market_id: 1, question, deadline })
      const headers = { 'content-type': 'application/json' }
      for (const times of [1, 2]) {
        const reply = await jsonOf(fetch(`${url}/a2a/resolve`, { method: 'POST', headers, body }))
        expect(reply.evidence).to.include('the provider refused the request')
        expect(provider.seen).to.have.length(times)
      }
      const after = await fetch(`${url}/health`)
      expect(after.status).to.equal(503)
      expect(await jsonOf(after)).to.deep.include({ ready: false, reasons: ['model: refused'] })
      const metrics = await (await fetch(`${url}/metrics`)).text()
      expect(metrics).to.include('cresolver_model_errors_total{cause="refused"} 2')
    } finally {
      await provider.close()
    }
  })

  it('FREETEXT §4: /health says whether it was measured well enough to stake, without a restart', async () => {
    const model = { kind: 'openai', model: 'one', keyEnv: 'FAKE_KEY' }
    const folder = temporaryFolder('fitness')
    const given = {
      ...{ agentId: 507, personality: 'llm', text, model },
      store: { folder: join(folder.path, 'store') },
    }
    const { url } = await start(given, { env: { FAKE_KEY: key } })
    const config = checkConfig({ ...least, sources: { transport: 'live' }, ...given }, { file })
    const read = async () => (await jsonOf(fetch(`${url}/health`))).eval
    expect(await read()).to.deep.equal({ state: 'absent', cases: 0, wrong: 0, finished_at: null })
    const figures = { cases: 60, right: 55, undecided: 4, wrong: 1, cost_micro_usd: 9 }
    const finished_at = '2026-02-20T12:00:00Z'
    keep(config, {
      schema_version: 'v1',
      key: keyOf(config),
      model: 'openai:one',
      cases_hash: Hash.ofText('cases'),
      ...figures,
      finished_at,
    })
    expect(await read()).to.deep.equal({ state: 'fit', cases: 60, wrong: 1, finished_at })
    folder.remove()
  })

  it('names its proofs by its public address where it has one', async () => {
    const config = { agentId: 502, publicUrl: 'https://worker.example' }
    const { url } = await start(config, { resolver: () => scripted() })
    expect((await ask(url)).por.uri).to.match(/^https:\/\/worker\.example\/por\/0x/)
  })

  it('hands the usual mind to the one it is given', async () => {
    const names: string[] = []
    await start(
      {},
      {
        resolver: (usual) => {
          names.push(usual.name)
          return usual
        },
      },
    )
    expect(names).to.deep.equal(['aap'])
  })

  it('C3: signs nothing without a chain, though it has a key', async () => {
    const { agent, url } = await start(
      { agentId: 503, keyEnv: 'KEY' },
      { env: { KEY: `0x${'0'.repeat(63)}1` } },
    )
    expect([agent.signer, agent.chain]).to.deep.equal([null, null])
    expect(await jsonOf(fetch(`${url}/health`))).to.include({ signing: 'off: no chain' })
  })

  it('a missing variable is named before anything is opened', async () => {
    const error = await start({ keyEnv: 'NOT_THERE' }).catch((one: unknown) => one)
    expect((error as Error).message).to.include('NOT_THERE')
  })

  it('gives way where its port is taken, and leaves a shared store open', async () => {
    const { url } = await start({ agentId: 504 })
    const { port } = new URL(url)
    const error = await start({ listen: { port: Number(port) } }).catch((one: unknown) => one)
    expect((error as Error).message).to.include(port)
    const store = await sharedStore()
    expect(await store.query('select 1 as one')).to.have.length(1)
  })

  it('takes no more requests once it stopped, and does not wait for work that never ends', async () => {
    const mind = scripted()
    const one = await start({ agentId: 505 }, { resolver: () => mind })
    mind.hold()
    const pending = ask(one.url).catch(() => 'cut off')
    while (mind.tasks.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await one.stop()
    expect(await fetch(`${one.url}/health`).catch(() => 'gone')).to.equal('gone')
    await pending
  })
})
