import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Evidence, Hash, Instant, Json, Rule } from '../../../protocol/index.ts'
import { binance, SourceError } from '../../../protocol/source/index.ts'
import { live } from '../../../services/fetch/live.ts'
import { record } from '../../../services/fetch/record.ts'
import { replay } from '../../../services/fetch/replay.ts'
import type { Reply, Transport } from '../../../services/fetch/Transport.ts'
import {
  coingecko,
  fetchDocument,
  fetchEvidence,
  Registry,
  type Requirement,
  readAgain,
} from '../../../workers/source/index.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { auto, created, deadline } from './requirement.ts'

async function failure(work: Promise<unknown> | (() => unknown)): Promise<SourceError> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    expect(error).to.be.instanceOf(SourceError)
    return error as SourceError
  }
  throw new Error('It was expected to fail.')
}

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
    const before = fetchEvidence(source, high, says({ retrievedAt: deadline + 3_899 }), options)
    expect((await failure(before)).trouble).to.equal('early')
    const item = await fetchEvidence(source, high, says({ retrievedAt: deadline + 3_900 }), options)
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

  it('hands on that it was called off', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const listening: Transport = (request, given) => {
      signals.push(given?.signal)
      return says()(request)
    }
    const { signal } = new AbortController()
    await fetchEvidence(source, requirement, listening, { ...options, signal })
    await fetchDocument('https://www.example.org/', listening, { ...options, signal })
    expect(signals).to.deep.equal([signal, signal])
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

    it('C55: a high over weeks is read from candles as coarse as need be', async () => {
      const window = { from: deadline - 60 - 30 * 86_400, to: deadline - 60 - 58 * 60 }
      const wanted = { ...requirement, provider: 'binance', asset: 'BTCUSDT', metric: 'price_high', window }
      const local = binance({ baseUrl: api.url })
      const item = await fetchEvidence(local, wanted, live({ allowLoopback: true }), options)
      expect(item.source.uri).to.include('interval=1h')
      expect(item.normalized?.value).to.match(/^70\d{3}\.25$/)
      expect(readAgain(local, item, wanted).faults).to.deep.equal([])
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
})
