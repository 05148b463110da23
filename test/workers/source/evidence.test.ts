import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import fc from 'fast-check'
import { Evidence, Hash, Instant, Json, Question, Rule } from '../../../protocol/index.ts'
import { agree } from '../../../workers/source/agree.ts'
import {
  binance,
  coingecko,
  Fixture,
  fetchDocument,
  fetchEvidence,
  live,
  Registry,
  type Reply,
  type Request,
  type Requirement,
  readAgain,
  record,
  replay,
  SourceConfig,
  SourceError,
  type Transport,
} from '../../../workers/source/index.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'

const deadline = Instant.parse('2026-02-20T23:59:00Z')
const created = deadline - 86_400

function ruleOf(...lines: string[]): Rule.Rule {
  return Question.parse(`§question Will it?\n§rule\n${lines.join('\n')}`).rule
}

const auto = ruleOf('source:coingecko:bitcoin', 'metric:price_usd', 'op:gte', 'target:75000')

async function failure(work: Promise<unknown> | (() => unknown)): Promise<SourceError> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    expect(error).to.be.instanceOf(SourceError)
    return error as SourceError
  }
  throw new Error('It was expected to fail.')
}

describe('Registry', () => {
  const registry = SourceConfig.createRegistry(SourceConfig.schema.parse({}))

  it('S2-96: has one source for each provider, found by a rule', () => {
    expect([...registry.keys()]).to.deep.equal([
      'coingecko',
      'defillama',
      'binance',
      'polymarket',
      'http',
      'web',
    ])
    expect(Registry.sourceFor(registry, auto).provider).to.equal('coingecko')
    expect(Registry.sourceFor(registry, { provider: 'CoinGecko' }).provider).to.equal('coingecko')
    expect(() => Registry.sourceFor(registry, ruleOf('source:manual'))).to.throw(Rule.ManualRuleError)
    expect(() => Registry.sourceFor(registry, { provider: 'oracle' })).to.throw(
      'there is no such source here',
    )
    expect(() => Registry.of(coingecko(), coingecko())).to.throw(Registry.DuplicateSourceError)
  })

  it('C54: what a rule requires is what its docket will say', () => {
    const rules = [
      auto,
      ruleOf('source:CoinGecko:Bitcoin', 'op:gte', 'target:1'),
      ruleOf('source:binance:BTCUSDT', 'op:lt', 'target:1', 'tolerance:60'),
      ruleOf('source:coingecko:bitcoin', 'metric:price_usd_high', 'op:gte', 'target:1'),
    ]
    for (const rule of rules) {
      const requirement = Registry.requirementOf(rule, { created, deadline })
      const docket = Rule.docketRule(rule, { created, deadline })!
      expect(requirement.sourceId).to.equal(docket.sourceId)
      expect(requirement.window).to.deep.equal({ from: docket.from, to: docket.to })
    }
    expect(Registry.requirementOf(auto, { created: null, deadline })).to.deep.include({
      provider: 'coingecko',
      asset: 'bitcoin',
      metric: 'price_usd',
      window: { from: deadline, to: deadline + 3_900 },
    })
  })

  it('C55: a high needs to know when the market was created', () => {
    expect(() =>
      Registry.requirementOf(ruleOf('source:binance:BTCUSDT', 'metric:price_high', 'op:gt', 'target:1'), {
        created: null,
        deadline,
      }),
    ).to.throw(Registry.UnknownCreationError)
    expect(() => Registry.requirementOf(ruleOf('source:manual'), { created, deadline })).to.throw(
      Rule.ManualRuleError,
    )
  })
})

describe('fetchEvidence', () => {
  const requirement = Registry.requirementOf(auto, { created, deadline })
  const source = coingecko()
  const chart = (points: string) => `{"prices":[${points}],"market_caps":[],"total_volumes":[]}`
  const body = chart(`[${deadline}000,74999.5],[${deadline + 300}000,75001]`)
  const says =
    (changes: Partial<Reply> = {}): Transport =>
    async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body,
      retrievedAt: deadline + 4_000,
      method: 'GET',
      ...changes,
    })
  const options = { evidenceId: 'e1' }

  it('S2-24 S2-25 S2-27: keeps the reply, where it is from, its receipt, and its sample', async () => {
    const item = await fetchEvidence(source, requirement, says(), options)
    const { url } = source.plan(requirement)
    expect(item).to.deep.equal({
      schema_version: 'v1',
      evidence_id: 'e1',
      source: { source_id: Rule.sourceId(auto), provider: 'coingecko', uri: url },
      retrieval: {
        retrieved_at: Instant.format(deadline + 4_000),
        method: 'GET',
        request_hash: Hash.ofJson({ method: 'GET', url }),
        response_hash: Hash.ofText(body),
        status: 200,
        tool: 'source:coingecko',
      },
      provenance: { kind: 'none', tier: 3, proof: null, confidence_bps: 5_000 },
      content_type: 'application/json',
      content: body,
      normalized: { observed_at: '2026-02-20T23:59:00Z', value: '74999.5' },
      used: true,
    })
    expect(Evidence.contentMatches(item)).to.equal(true)
  })

  it('C35: a provider that answered and has nothing is silent; that is evidence', async () => {
    const item = await fetchEvidence(source, requirement, says({ body: chart('') }), {
      ...options,
      used: false,
    })
    expect(item).to.deep.include({ normalized: null, used: false })
  })

  it('C35: silence and highs count only when the time asked for is over', async () => {
    const early = { retrievedAt: deadline + 3_900 }
    const error = await failure(
      fetchEvidence(source, requirement, says({ body: chart(''), ...early }), options),
    )
    expect(error).to.deep.include({
      name: 'Source.NotYetError',
      trouble: 'early',
      finalFrom: deadline + 3_901,
    })
    const high = { ...requirement, metric: 'price_usd_high', window: { from: created, to: deadline } }
    const before = fetchEvidence(source, high, says({ retrievedAt: deadline }), options)
    expect((await failure(before)).trouble).to.equal('early')
    const item = await fetchEvidence(source, high, says({ retrievedAt: deadline + 1 }), options)
    expect(item.normalized?.value).to.equal('74999.5')
  })

  it('a candle that has not closed is no sample', async () => {
    const wanted: Requirement = { ...requirement, provider: 'binance', asset: 'BTCUSDT', metric: 'price' }
    const candle = `[[${deadline}000,"1","3","1","2","9",${deadline + 59}999,"1",1,"1","1","0"]]`
    const asked = (retrievedAt: number) =>
      fetchEvidence(binance(), wanted, says({ body: candle, retrievedAt }), options)
    expect((await failure(asked(deadline + 59))).trouble).to.equal('early')
    expect((await asked(deadline + 60)).normalized).to.deep.equal({
      observed_at: '2026-02-20T23:59:59Z',
      value: '2',
    })
  })

  it('C35: says apart who could not be asked and who could not be read', async () => {
    for (const status of [302, 404, 422, 429, 500]) {
      const error = await failure(fetchEvidence(source, requirement, says({ status }), options))
      expect(error).to.deep.include({ name: 'Source.StatusError', trouble: 'unreachable', status })
      expect(error.isRetryable).to.equal(status === 429 || status === 500)
    }
    const garbage = await failure(fetchEvidence(source, requirement, says({ body: '<html>' }), options))
    expect(garbage).to.deep.include({ trouble: 'unreadable', isRetryable: false })
    const other = { ...requirement, metric: 'weather' }
    expect((await failure(fetchEvidence(source, other, says(), options))).trouble).to.equal('unsupported')
  })

  it('names a content type even where none was given', async () => {
    const item = await fetchEvidence(source, requirement, says({ headers: {} }), options)
    expect(item.content_type).to.equal('application/octet-stream')
    const long = await fetchEvidence(
      source,
      requirement,
      says({ headers: { 'content-type': 'x'.repeat(500) } }),
      options,
    )
    expect(long.content_type).to.have.length(128)
  })

  it('S2-96: keeps a document without a sample', async () => {
    const page = '<p>It is done.</p>'
    const transport = says({ body: page, headers: { 'content-type': 'text/html' } })
    const item = await fetchDocument('https://www.example.org/Notice', transport, {
      evidenceId: 'e2',
      used: false,
    })
    expect(item).to.deep.include({ content: page, content_type: 'text/html', normalized: null, used: false })
    expect(item.source).to.deep.equal({
      source_id: Hash.ofText('web:https://www.example.org/notice:document'),
      provider: 'web',
      uri: 'https://www.example.org/Notice',
    })
    expect(Evidence.contentMatches(item)).to.equal(true)
    const missing = fetchDocument('https://www.example.org/', says({ status: 404 }), options)
    expect((await failure(missing)).trouble).to.equal('unreachable')
  })

  describe('over a real connection', () => {
    let api: FakeApi
    let folder: string
    before(async () => {
      api = await startFakeApi()
      folder = mkdtempSync(join(tmpdir(), 'cresolver-evidence-'))
    })
    after(async () => {
      await api.close()
      rmSync(folder, { recursive: true })
    })

    it('S0-2: live, recorded and replayed evidence differ in nothing but how it was fetched', async () => {
      const local = coingecko({ baseUrl: `${api.url}/api/v3` })
      const fetched = await fetchEvidence(
        local,
        requirement,
        record(live({ allowLoopback: true }), folder),
        options,
      )
      const replayed = await fetchEvidence(local, requirement, replay(folder), options)
      expect(replayed).to.deep.equal({ ...fetched, retrieval: { ...fetched.retrieval, method: 'REPLAY' } })
      expect(Json.canonical(replayed)).to.be.a('string')
      expect(readAgain(local, replayed, requirement).faults).to.deep.equal([])
    })

    it('C35: every fault of a provider ends in a typed error', async () => {
      const local = coingecko({ baseUrl: `${api.url}/api/v3` })
      const transport = live({ allowLoopback: true, attempts: 1, timeoutMs: 200 })
      const kinds = ['silence', 'reset', 'garbage', 'truncated', 'latin1', 'endless', 'gzip-bomb'] as const
      for (const kind of kinds) {
        api.fail({ kind })
        const error = await failure(fetchEvidence(local, requirement, transport, options))
        expect(error.trouble, kind).to.equal(kind === 'garbage' ? 'unreadable' : 'unreachable')
      }
    })
  })

  describe('readAgain', () => {
    const item = () => fetchEvidence(source, requirement, says(), options)

    it('S2-85: finds the same sample in the kept text', async () => {
      const again = readAgain(source, await item(), requirement)
      expect(again).to.deep.equal({
        normalized: { observed_at: '2026-02-20T23:59:00Z', value: '74999.5' },
        faults: [],
      })
    })

    const rehash = (one: Evidence.EvidenceItem, content: string): Evidence.EvidenceItem => ({
      ...one,
      content,
      retrieval: { ...one.retrieval, response_hash: Hash.ofText(content) },
    })
    const changes: [string, string, (one: Evidence.EvidenceItem) => Evidence.EvidenceItem][] = [
      [
        'another sample',
        'normalized',
        (one) => ({ ...one, normalized: { ...one.normalized!, value: '75001' } }),
      ],
      [
        'a later sample',
        'normalized',
        (one) => ({ ...one, normalized: { observed_at: '2026-02-21T00:04:00Z', value: '75001' } }),
      ],
      ['no sample', 'normalized', (one) => ({ ...one, normalized: null })],
      ['other content', 'content', (one) => ({ ...one, content: `${one.content} ` })],
      ['content that is no reply', 'content', (one) => rehash(one, '{}')],
      [
        'content with another value',
        'normalized',
        (one) => rehash(one, one.content.replace('74999.5', '75000')),
      ],
      [
        'another address',
        'source/uri',
        (one) => ({ ...one, source: { ...one.source, uri: 'https://elsewhere.example.org/' } }),
      ],
      [
        'another request',
        'retrieval/request_hash',
        (one) => ({ ...one, retrieval: { ...one.retrieval, request_hash: Hash.ofText('x') } }),
      ],
      [
        'an error reply',
        'retrieval/status',
        (one) => ({ ...one, retrieval: { ...one.retrieval, status: 404 } }),
      ],
      [
        'another source',
        'source/source_id',
        (one) => ({ ...one, source: { ...one.source, source_id: Hash.ofText('x') } }),
      ],
      [
        'another provider',
        'source/provider',
        (one) => ({ ...one, source: { ...one.source, provider: 'binance' } }),
      ],
      [
        'a fetch before its sample',
        'content',
        (one) => ({ ...one, retrieval: { ...one.retrieval, retrieved_at: '2026-02-20T23:58:00Z' } }),
      ],
    ]
    for (const [what, field, change] of changes) {
      it(`S2-85: finds out ${what}`, async () => {
        const { faults } = readAgain(source, change(await item()), requirement)
        expect(faults.map((fault) => fault.field)).to.include(field)
      })
    }
  })
})

describe('agree', () => {
  const at = (value: string) => ({ observedAt: deadline, value })

  it('S0-40: two providers agree up to the tolerance, in basis points of the smaller value', () => {
    expect(agree([at('75000'), at('75000.00')], 0)).to.deep.equal({ agrees: true, spreadBps: 0n })
    expect(agree([at('75000'), at('75007.5')], 1)).to.deep.equal({ agrees: true, spreadBps: 1n })
    expect(agree([at('75007.500000000000000001'), at('75000')], 1)).to.deep.equal({
      agrees: false,
      spreadBps: 2n,
    })
    expect(agree([at('-100'), at('-101')], 100).agrees).to.equal(true)
    expect(agree([at('-1'), at('1')], 10_000)).to.deep.equal({ agrees: false, spreadBps: 20_000n })
    expect(agree([at('100'), at('101'), at('102')], 100)).to.deep.equal({ agrees: false, spreadBps: 200n })
  })

  it('S0-40: silence agrees with nobody, and zero only with zero', () => {
    expect(agree([at('1'), null], 10_000)).to.deep.equal({ agrees: false, spreadBps: null })
    expect(agree([null, null], 10_000).agrees).to.equal(false)
    expect(agree([at('0'), at('0.0')], 0).agrees).to.equal(true)
    expect(agree([at('0'), at('0.000000000000000001')], 10_000)).to.deep.equal({
      agrees: false,
      spreadBps: null,
    })
  })

  it('refuses to compare one alone, and tolerances that are none', () => {
    expect(() => agree([at('1')], 1)).to.throw('at least two')
    for (const tolerance of [-1, 0.5, Number.NaN])
      expect(() => agree([at('1'), at('1')], tolerance)).to.throw('no tolerance')
  })

  it('does not depend on the order, and grows with the tolerance', () => {
    const value = fc
      .bigInt({ min: 1n, max: 10n ** 12n })
      .map((digits) => at(`${digits / 1_000n}.${String(digits % 1_000n).padStart(3, '0')}`))
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 0, max: 10_000 }),
        (samples, tolerance) => {
          const one = agree(samples, tolerance)
          expect(agree([...samples].reverse(), tolerance)).to.deep.equal(one)
          if (one.agrees) expect(agree(samples, tolerance + 1).agrees).to.equal(true)
        },
      ),
    )
  })
})

describe('SourceConfig', () => {
  it('replays by default, and says what it misses', () => {
    const config = SourceConfig.schema.parse({})
    expect(config.transport).to.equal('replay')
    expect(() => SourceConfig.createTransport(config)).to.throw(
      SourceConfig.MissingFolderError,
      'sources.fixtures',
    )
    const keyed = SourceConfig.schema.parse({
      transport: 'live',
      keys: [{ host: 'api.coingecko.com', name: 'x-cg-demo-api-key', env: 'COINGECKO_KEY' }],
    })
    expect(() => SourceConfig.createTransport(keyed, {})).to.throw(
      SourceConfig.MissingKeyError,
      'COINGECKO_KEY',
    )
    expect(SourceConfig.createTransport(keyed, { COINGECKO_KEY: 'abc' })).to.be.a('function')
  })

  it('records with keys from the environment, and replays without them', async () => {
    const api = await startFakeApi()
    const folder = mkdtempSync(join(tmpdir(), 'cresolver-config-'))
    try {
      const base = { fixtures: folder, allowLoopback: true, baseUrls: { coingecko: `${api.url}/api/v3` } }
      const keys = [
        { host: `127.0.0.1:${api.port}`, name: 'x-cg-demo-api-key', env: 'A_KEY' },
        { host: `127.0.0.1:${api.port}`, name: 'apikey', env: 'B_KEY', in: 'query' },
        { host: 'api.example.org', name: 'x-other', env: 'A_KEY' },
      ]
      const config = SourceConfig.schema.parse({ ...base, transport: 'record', keys })
      const requirement = Registry.requirementOf(auto, { created, deadline })
      const source = Registry.sourceFor(SourceConfig.createRegistry(config), auto)
      const recording = SourceConfig.createTransport(config, { A_KEY: 'a-secret-key', B_KEY: 'b-secret-key' })
      const item = await fetchEvidence(source, requirement, recording, { evidenceId: 'e1' })
      expect(api.calls[0]!.headers)
        .to.include({ 'x-cg-demo-api-key': 'a-secret-key' })
        .and.not.have.property('x-other')
      expect(api.calls[0]!.path).to.match(/&apikey=b-secret-key$/)
      expect(JSON.stringify(item)).not.to.include('secret')
      const offline = SourceConfig.createTransport(SourceConfig.schema.parse({ ...base, keys }), {})
      expect((await offline(source.plan(requirement))).body).to.equal(item.content)
    } finally {
      await api.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('refuses what it does not know', () => {
    for (const bad of [
      { transport: 'carrier-pigeon' },
      { more: 1 },
      { baseUrls: { coingecko: 'nowhere' } },
      { keys: [{ host: 'x', name: 'a b', env: 'K' }] },
    ])
      expect(SourceConfig.schema.safeParse(bad).success, JSON.stringify(bad)).to.equal(false)
  })
})

describe('fixtures of the project', () => {
  const folder = fileURLToPath(new URL('../../fixtures/sources', import.meta.url))
  const registry = SourceConfig.createRegistry(SourceConfig.schema.parse({}))
  const rules = [
    auto,
    ruleOf('source:binance:BTCUSDT', 'op:gte', 'target:75000'),
    ruleOf('source:defillama:aave', 'op:gte', 'target:1'),
    ruleOf('source:defillama:chain:Ethereum', 'op:gte', 'target:1'),
    ruleOf(
      'source:polymarket:will-it-rain-in-lisbon-on-february-19',
      'metric:resolved_yes',
      'op:eq',
      'target:1',
    ),
  ]

  it('S0-2: decide rules offline, the same way every time', async () => {
    const transport = replay(folder)
    const values: (string | undefined)[] = []
    for (const rule of rules) {
      const requirement = Registry.requirementOf(rule, { created, deadline })
      const source = Registry.sourceFor(registry, rule)
      const item = await fetchEvidence(source, requirement, transport, { evidenceId: 'e1' })
      expect(readAgain(source, item, requirement).faults).to.deep.equal([])
      values.push(item.normalized?.value)
    }
    expect(values).to.deep.equal([
      '68259.55',
      '68262.48750000',
      '27040000000.795063',
      '58040000000.795059',
      '1',
    ])
    expect(agree([{ value: values[0]! }, { value: values[1]! }], 10).agrees).to.equal(true)
  })

  it('are named as a recorder names them', () => {
    for (const name of readdirSync(folder)) {
      const { request } = Fixture.read(readFileSync(join(folder, name), 'utf8'), name)
      expect(Fixture.fileName(request as Request)).to.equal(name)
    }
  })
})
