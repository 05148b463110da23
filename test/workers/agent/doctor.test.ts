import { expect } from 'chai'
import { text } from '../../../cli/commands/worker/acquisition.ts'
import { checkConfig } from '../../../workers/agent/Config.ts'
import { type Checkup, doctor } from '../../../workers/agent/doctor.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { key, type Provider, startProvider } from '../../services/model/fakeProvider.ts'
import * as faults from '../../services/model/faults.ts'

const structure = { missing_fields: ['event'], subject: null, threshold: null, last_day: null, synonyms: [] }
const answers = faults.says(JSON.stringify(structure))

describe('doctor', () => {
  let api: FakeApi
  let provider: Provider
  before(async () => {
    api = await startFakeApi(({ path }) =>
      path.includes('empty')
        ? { body: '' }
        : { status: path.includes('gone') ? 404 : 200, body: '<p>News</p>' },
    )
    provider = await startProvider('openai')
  })
  after(async () => {
    await api.close()
    await provider.close()
  })
  beforeEach(() => provider.misbehave(answers))

  const page = (id: string, path = id) => ({ ...text.sources[0]!, id, url: `${api.url}/${path}` })
  const live = () => ({
    transport: 'live',
    allowLoopback: true,
    allowHttp: true,
    hosts: [new URL(api.url).host, '127.0.0.1'],
  })
  async function examine(changes: object = {}, model: object = {}, timeoutMs = 10_000) {
    const prices = { inputPerMillion: 250_000, outputPerMillion: 2_000_000 }
    const base = { kind: 'openai', baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY', prices }
    const config = {
      ...{ agentId: 1, personality: 'llm', sources: live(), text: { sources: [page('news')] } },
      ...{ model: { ...base, ...model }, ...changes },
    }
    const checked = checkConfig(config, { file: '/somewhere/worker.yaml' })
    const found = await doctor(checked, { env: { FAKE_KEY: key }, timeoutMs })
    expect(JSON.stringify(found), 'no secret').to.not.include(key)
    return found
  }
  const of = (found: Checkup[], kind: Checkup['kind']) => found.filter((one) => one.kind === kind)

  it('AUDIT B6: calls the model once, with the schema that is really sent, and says what it cost', async () => {
    const [model] = of(await examine(), 'model')
    expect(model).to.deep.include({ name: 'openai:fake', status: 'ok', todo: [] })
    expect(model!.seen).to.equal('1200 + 34 tokens, 368 micro-USD')
    expect(provider.seen).to.have.length(1)
    expect(provider.seen[0]!.body).to.have.property('response_format')
  })

  it('AUDIT B6: says what is wrong with the model, and what to do', async () => {
    const cases: [object, RegExp, RegExp][] = [
      [{ model: 'gone' }, /status 404 \(model_not_found\)/, /Check model and baseUrl/],
      [{ model: 'fake-reasoning', sampling: 'fixed' }, /status 400/, /sampling: default/],
      [{ model: 'fake-old' }, /status 400/, /tokensField/],
      [{ keyEnv: 'NOT_SET' }, /NOT_SET is empty/, /Set NOT_SET/],
      [{ baseUrl: 'http://127.0.0.1:1' }, /cannot be reached/, /try again later/],
    ]
    for (const [settings, seen, todo] of cases) {
      const [model] = of(await examine({}, settings), 'model')
      expect(model!.status).to.equal('failed')
      expect(model!.seen).to.match(seen)
      expect(model!.todo.join(' ')).to.match(todo)
    }
  })

  it('AUDIT B6: a reply that is not what was asked for is no good model', async () => {
    provider.misbehave(faults.says('Certainly! Here is the JSON.'))
    const [model] = of(await examine(), 'model')
    expect(model!.seen).to.match(/^its reply is not Event\/v1 \(1200/)
    expect(model!.todo.join()).to.include('enforceSchema: true')
  })

  it('FREETEXT §1: calls the second reader’s model too, where there is another', async () => {
    const second = { kind: 'openai', baseUrl: provider.baseUrl, model: 'other', keyEnv: 'FAKE_KEY' }
    provider.misbehave(answers)
    const models = of(await examine({ secondModel: second }), 'model')
    expect(models.map(({ name }) => name)).to.deep.equal(['openai:fake', 'openai:other'])
  })

  it('fetches each page once, and says which is refused, gone or empty', async () => {
    const sources = [page('news'), page('gone'), page('empty')]
    const pages = of(await examine({ text: { sources } }), 'page')
    expect(pages.map(({ name, status, seen }) => [name, status, seen])).to.deep.equal([
      ['news', 'ok', '11 characters'],
      ['gone', 'failed', 'status 404'],
      ['empty', 'failed', 'an empty page'],
    ])
  })

  it('asks the sources of numbers, and leaves out those that the config does not admit', async () => {
    const entry = { id: 'own', metric: 'level', url: `${api.url}/gone?from={from}`, value: '$.x' }
    const found = of(await examine({ sources: { ...live(), http: [entry] } }), 'source')
    expect(found.map(({ name, status }) => [name, status])).to.deep.equal([
      ['http:own:level', 'failed'],
      ['coingecko:bitcoin:price_usd', 'skipped'],
      ['binance:BTCUSDT:price', 'skipped'],
      ['defillama:aave:tvl', 'skipped'],
    ])
    expect(found[0]!.seen).to.equal('status 404')
  })

  it('gives up what hangs after its time, and goes on with the rest', async () => {
    provider.misbehave(faults.hang)
    const found = await examine({}, {}, 300)
    expect(found[0]).to.deep.include({ kind: 'model', status: 'failed', seen: 'no answer within 300 ms' })
    expect(of(found, 'page')[0]!.status).to.equal('ok')
  })

  it('says what is not configured, and asks nobody where recordings are replayed', async () => {
    const without = of(await examine({ model: undefined, text: undefined }), 'model')
    expect(without.map(({ name, status }) => [name, status])).to.deep.equal([['none', 'skipped']])
    const sources = { transport: 'replay', fixtures: import.meta.dirname }
    const recorded = { kind: 'recorded', recordings: import.meta.dirname }
    const found = await examine({ sources, model: undefined, personality: 'aap' })
    expect(of(found, 'model')).to.deep.equal([])
    expect(of(found, 'page')[0]).to.include({ status: 'failed' })
    const replayed = await examine({ sources, model: recorded })
    expect(of(replayed, 'model')[0]).to.include({ name: 'recorded', status: 'skipped' })
    expect(of(found, 'source')).to.deep.equal([])
  })
})
