import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { runTask } from '../../../../adapters/participant/runTask.ts'
import { claimHash } from '../../../../adapters/participant/Subject.ts'
import { faultOf, known, readSpecs, specHash, specsOf } from '../../../../adapters/participant/specs/Specs.ts'
import { live } from '../../../../services/fetch/live.ts'
import { type FakeApi, startFakeApi } from '../../../helpers/fakeApi.ts'
import { gist, jsonPrice, type Mined, mine, miningTask, portsOf, scope, verify } from '../helpers.ts'

const entry = (changes: object = {}) => ({
  sourceSpecId: 'test-price',
  about: 'a price',
  sourceRef: 'https://example.org/price?at={from}&to={to_ms}',
  extractor: jsonPrice,
  freshnessSeconds: 300,
  ...changes,
})
const specs = (...changes: object[]) => readSpecs(JSON.stringify(changes.map(entry)))
const now = () => Math.floor(Date.now() / 1_000)

describe('S3-6 the registry of source specs', () => {
  it('is data that a schema holds: each name once, and only recipes that a task may have', () => {
    expect(known().all.length).to.be.greaterThan(3)
    const refused = [
      [entry(), entry()],
      [entry({ extractor: { type: 'javascript', recipe: 'x' } })],
      [entry({ extractor: { type: 'jsonpath', recipe: '$..a..b' } })],
      [entry({ freshnessSeconds: -1 })],
      [entry({ sourceSpecId: '../x' })],
      [entry({ headers: { authorization: 'x' } })],
      {},
    ]
    for (const one of refused) expect(() => readSpecs(JSON.stringify(one))).to.throw()
  })

  it('names each by a hash of all that is asked and read', () => {
    const [first] = known().all
    const others = [
      { ...first!, freshnessSeconds: 1 },
      { ...first!, sourceRef: 'https://example.org/' },
      { ...first!, extractor: jsonPrice as never },
    ]
    expect(new Set([first!, ...others].map(specHash)).size).to.equal(4)
    expect(specHash({ ...first!, about: 'the same' })).to.equal(specHash(first!))
  })

  it('lets the task fill in digits, and nothing else', () => {
    const spec = (sourceRef: string) => ({
      sourceSpecId: 'test-price',
      sourceRef,
      extractor: jsonPrice as never,
      freshnessSeconds: 300,
    })
    const fault = (sourceRef: string) => faultOf(spec(sourceRef), specs({}))
    expect(fault('https://example.org/price?at=17&to=1771631945000')).to.equal(null)
    for (const other of [
      'https://example.org/price?at=17&to=',
      'https://example.org/price?at=17&to=12345678901234',
      'https://example.org/price?at=1x&to=1',
      'https://example.org/price?at=17&to=1&more=1',
      'https://example.com/price?at=17&to=1',
      'https://example.org/price?at={from}&to={to_ms}',
    ])
      expect(fault(other), other).to.include('sourceRef')
    expect(faultOf({ ...spec('https://example.com/'), sourceSpecId: 'nobody-knows' }, specs({}))).to.equal(
      null,
    )
    const own = specsOf([{ ...specs({}).all[0]!, about: 'mine' }], specs({}, { sourceSpecId: 'other' }).all)
    expect(own.all.map(({ about }) => about)).to.deep.equal(['mine', 'a price'])
  })
})

describe('S3-6 a source spec that has a name', () => {
  let api: FakeApi
  beforeEach(async () => {
    api = await startFakeApi(() => ({ body: `{"price": 7, "at": ${now()}}` }))
  })
  afterEach(() => api.close())

  const here = (changes: object = {}) => specs({ sourceRef: `${api.url}/price`, ...changes })
  const named = { ...miningTask(''), sourceSpec: { sourceSpecId: 'test-price' } }

  it('is mined by its name alone, and the claim holds all of it', async () => {
    const result = (await runTask(named, portsOf({ specs: here() }))) as Mined
    expect(gist(result)).to.equal('OK - -')
    expect(result.claim.sourceSpec).to.deep.equal({
      sourceSpecId: 'test-price',
      sourceRef: `${api.url}/price`,
      extractor: jsonPrice,
      freshnessSeconds: 300,
    })
    expect(await verify(result, portsOf())).to.include({ verdict: 'PASS' })
    expect(api.calls).to.have.length(2)
  })

  it('is not known by its name alone where nobody registered it, or where digits are missing', async () => {
    for (const ports of [portsOf(), portsOf({ specs: specs({ sourceSpecId: 'other' }) })])
      expect(gist(await runTask(named, ports))).to.equal('ERROR - UNKNOWN_SPEC')
    const template = portsOf({ specs: here({ sourceRef: `${api.url}/{from}` }) })
    expect(gist(await runTask(named, template))).to.equal('ERROR - MALFORMED_TASK')
    expect(api.calls).to.have.length(0)
  })

  it('cannot be used for anything else, in mining as in verification', async () => {
    const others = [{ sourceRef: 'https://example.org/' }, { freshnessSeconds: 299 }]
    for (const other of [...others, { extractor: { type: 'jsonpath', recipe: '$.at' } }])
      expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf({ specs: here(other) })))).to.equal(
        'ERROR - SPEC_MISMATCH',
      )
    expect(api.calls).to.have.length(0)
    const mined = await mine(`${api.url}/price`, portsOf())
    const other = portsOf({ specs: here({ sourceRef: 'https://example.org/' }) })
    expect(gist(await verify(mined, other))).to.equal('OK FAIL SPEC_MISMATCH')
    const fresher = portsOf({ specs: here({ freshnessSeconds: 301 }) })
    expect(gist(await verify(mined, fresher))).to.equal('OK PASS REPRODUCED')
  })

  it('S3-7 gets no right that a task has not: a registered private host is not asked', async () => {
    const strict = portsOf({ specs: here(), fetch: live({ attempts: 1 }) })
    expect(gist(await runTask(named, strict))).to.equal('ERROR - FORBIDDEN_SOURCE')
    expect(api.calls).to.have.length(0)
  })
})

describe('S3-6 the source specs that come with this software', () => {
  /** As each of these APIs documents its replies. */
  const replies: Readonly<Record<string, (at: number) => unknown>> = {
    'coingecko:bitcoin:usd': (at) => ({ bitcoin: { usd: 75_000.5, last_updated_at: at } }),
    'coingecko:ethereum:usd': (at) => ({ ethereum: { usd: 75_000.5, last_updated_at: at } }),
    'binance:BTCUSDT:minute': (at) => [
      [(at - 59) * 1_000, '1', '2', '3', '75000.5', '9', at * 1_000 + 999, '1', 1, '1', '1', '0'],
    ],
    'defillama:bitcoin:usd': (at) => ({
      coins: {
        'coingecko:bitcoin': { decimals: 8, symbol: 'BTC', price: 75_000.5, timestamp: at, confidence: 0.99 },
      },
    }),
    'coinbase:BTC-USD:trade': (at) => ({
      trade_id: 1,
      price: '75000.5',
      size: '0.1',
      time: new Date(at * 1_000).toISOString().replace('.000', '.123456'),
    }),
    'chainlink:ETH-USD:answer': () => ({
      jsonrpc: '2.0',
      id: 1,
      result: `0x${(300_000_000_000).toString(16).padStart(64, '0')}`,
    }),
  }

  for (const { sourceSpecId, sourceRef } of known().all)
    it(`${sourceSpecId} is mined from what its source sends`, async () => {
      const at = now() - 10
      const asked: string[] = []
      const fetch = async ({ url, method }: { url: string; method: 'GET' | 'POST' }) => {
        asked.push(url)
        return {
          status: 200,
          headers: {},
          body: JSON.stringify(replies[sourceSpecId]!(at)),
          retrievedAt: at,
          method,
        }
      }
      const filled = sourceRef.replace(/\{[a-z_]+\}/g, '1771631940000')
      const spec = known().find(sourceSpecId)!
      const { about: _, ...whole } = { ...spec, sourceRef: filled }
      const task = { ...miningTask(filled), sourceSpec: filled === sourceRef ? { sourceSpecId } : whole }
      const result = (await runTask(task, portsOf({ specs: known(), fetch }))) as Mined
      expect(gist(result)).to.equal('OK - -')
      const isChain = sourceSpecId.startsWith('chainlink')
      expect(result.observation).to.include({
        extracted: isChain ? '300000000000' : '75000.5',
        timestamp: at,
      })
      expect(asked).to.deep.equal([filled])
      expect(result.claimHash).to.equal(claimHash(result.claim))
      expect(result).to.deep.include(scope)
    })

  it('all stand in the documentation', () => {
    const page = readFileSync(new URL('../../../../docs/participant.md', import.meta.url), 'utf8')
    for (const { sourceSpecId, about } of known().all)
      expect(page).to.include(`| \`${sourceSpecId}\` | ${about} |`)
  })
})
