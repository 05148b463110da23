import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { acquisitionTask, text } from '../../../cli/commands/worker/acquisition.ts'
import { silent } from '../../../services/http/Log.ts'
import { makeModelWatch } from '../../../services/model/watchModel.ts'
import { checkConfig } from '../../../workers/agent/Config.ts'
import { makeMetrics } from '../../../workers/agent/makeMetrics.ts'
import { makePersonality, textInFolder, transportForOthers } from '../../../workers/agent/personality.ts'
import { tellOfModel } from '../../../workers/agent/tellOfModel.ts'
import { makeQueue } from '../../../workers/sdk/WorkQueue.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { taskOf } from '../pipeline/helpers.ts'

describe('makePersonality', () => {
  let folder: string
  let api: FakeApi
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'personality-'))
    api = await startFakeApi(({ headers }) => ({
      body: JSON.stringify({ key: headers['x-api-key'] ?? null }),
    }))
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await api.close()
  })

  const configOf = (changes: object) =>
    checkConfig(
      { agentId: 9, personality: 'aap', sources: { transport: 'replay', fixtures: '.' }, ...changes },
      { file: join(folder, 'worker.yaml') },
    )
  function make(changes: object) {
    const metrics = makeMetrics(makeQueue({ running: 1, waiting: 1 }), { process: false })
    const modelWatch = makeModelWatch(tellOfModel(metrics, silent), Date.now)
    const options = {
      publicUrl: 'http://127.0.0.1:1',
      ...{ metrics, modelWatch, env: {}, rpcUrl: undefined, signer: null },
    }
    return { resolver: makePersonality(configOf(changes), options), metrics }
  }
  const countOf = async (counter: { get(): Promise<{ values: { value: number }[] }> }) =>
    (await counter.get()).values[0]?.value ?? 0

  it('is the one that the config names', () => {
    const names = ['aap', 'panel', 'llm'].map((personality) => make({ personality }).resolver.name)
    expect(names).to.deep.equal(['aap', 'panel', 'llm'])
  })

  it('C35: counts faults of sources, and says INVALID', async () => {
    const { resolver, metrics } = make({})
    const { reply } = await resolver.resolve(taskOf())
    expect(reply).to.include({ outcome: 'INVALID', confidence: 0 })
    expect(await countOf(metrics.sourceErrors)).to.equal(1)
  })

  it('S0-40: a panel decides nothing that it has no second source for', async () => {
    const { resolver, metrics } = make({ personality: 'panel' })
    expect((await resolver.resolve(taskOf())).reply.evidence).to.include('second_source')
    expect(await countOf(metrics.sourceErrors)).to.equal(0)
  })

  it('S2-22: without pages to read, or without a model, free text is not decided', async () => {
    const without = async (changes: object) =>
      (await make({ personality: 'llm', ...changes }).resolver.resolve(acquisitionTask())).reply.evidence
    expect(await without({})).to.include('no model')
    expect(await without({ text })).to.include('no model')
  })

  it('FREETEXT §1: opens the model of the second reader as it does the first', () => {
    const model = { kind: 'recorded', recordings: '.' }
    const second = { kind: 'openai', model: 'm', keyEnv: 'NOT_SET' }
    expect(() => make({ personality: 'llm', text, model, secondModel: second })).to.throw('NOT_SET is empty')
    expect(make({ personality: 'llm', text, model, secondModel: model }).resolver.name).to.equal('llm')
  })

  it('AUDIT B6: counts faults of the model by cause: a recording is looked for beside the config, and is not there', async () => {
    const { resolver, metrics } = make({
      personality: 'llm',
      text,
      model: { kind: 'recorded', recordings: '.' },
    })
    const { reply } = await resolver.resolve(acquisitionTask())
    expect(reply.evidence).to.include('gave nothing as prompt-engineer')
    expect(await metrics.registry.metrics()).to.include('cresolver_model_errors_total{cause="unrecorded"} 1')
  })

  it('S2-105: a stage may be given its own time', async () => {
    const { resolver } = make({
      sources: { transport: 'live', allowLoopback: true, baseUrls: { coingecko: api.url } },
      stageMs: { collector: 10 },
    })
    api.fail({ kind: 'silence' })
    expect((await resolver.resolve(taskOf())).reply.evidence).to.include('longer than 10 ms')
  })
})

describe('transportForOthers', () => {
  let api: FakeApi
  before(async () => {
    api = await startFakeApi(({ headers }) => ({ body: String(headers['x-api-key'] ?? 'no key') }))
  })
  after(() => api.close())

  it('fetches without the worker’s keys, once, and records nothing of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'personality-'))
    try {
      const key = { host: `127.0.0.1:${api.port}`, in: 'header', name: 'x-api-key', env: 'API_KEY' }
      const sources = { transport: 'record', fixtures: '.', allowLoopback: true, keys: [key] }
      const config = checkConfig(
        { agentId: 9, personality: 'aap', sources },
        { file: join(folder, 'worker.yaml') },
      )
      const fetch = transportForOthers(config, { API_KEY: 'secret' })
      const request = { method: 'GET', url: `${api.url}/x` } as const
      expect((await fetch(request)).body).to.equal('no key')
      expect(readdirSync(folder)).to.deep.equal([])
      const calls = api.calls.length
      api.fail({ kind: 'status', status: 503 })
      await fetch(request).catch(() => {})
      expect(api.calls.length).to.equal(calls + 1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('replays where the worker replays', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'personality-'))
    try {
      const sources = { transport: 'replay', fixtures: '.' }
      const config = checkConfig(
        { agentId: 9, personality: 'aap', sources },
        { file: join(folder, 'worker.yaml') },
      )
      const error = await transportForOthers(
        config,
        {},
      )({ method: 'GET', url: `${api.url}/x` }).catch((one: unknown) => one)
      expect((error as Error).name).to.equal('Source.TransportError')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('textInFolder', () => {
  it('S2-113: finds the registry and recorded searches from where the config stands', () => {
    const search = { kind: 'recorded', recordings: 'searches.json' } as const
    const text = { admit: [], sources: [], registry: 'own.yaml', search }
    expect(textInFolder('/etc/worker', text)).to.deep.include({
      registry: '/etc/worker/own.yaml',
      search: { ...search, recordings: '/etc/worker/searches.json' },
    })
    expect(textInFolder('/etc/worker', { ...text, registry: 'public' }).registry).to.equal('public')
  })
})
