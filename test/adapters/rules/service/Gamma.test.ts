import { expect } from 'chai'
import { openGamma } from '../../../../adapters/rules/service/Gamma.ts'
import { type FakeGamma, idOf, marketOf, startFakeGamma } from './fakeGamma.ts'

const now = Date.parse('2026-11-02T00:00:00Z')

describe('the client of Gamma', () => {
  let gamma: FakeGamma
  let results: string[]
  beforeEach(async () => {
    gamma = await startFakeGamma()
    results = []
  })
  afterEach(() => gamma.close())

  const open = (more: object = {}) =>
    openGamma({
      baseUrl: gamma.url,
      guard: { allowPrivate: true },
      now: () => now,
      told: (result) => results.push(result),
      ...more,
    })
  const queries = () => gamma.calls.map(({ path }) => new URL(path, gamma.url).searchParams)
  const signal = () => AbortSignal.timeout(5_000)
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('It was taken.'),
      (error) => error,
    )

  it('S4-65: asks for several markets at once, and for those that are missing among the closed ones', async () => {
    gamma.put(marketOf(1), marketOf(2, { closed: true }))
    const found = await open().fetchMarkets([1, 2, 3].map(idOf), { signal: signal() })
    expect([...found.keys()]).to.deep.equal([1, 2].map(idOf))
    expect(found.get(idOf(2))).to.include({ isResolved: true, ageS: 0 })
    const [first, second, ...more] = queries()
    expect(more).to.deep.equal([])
    expect(first!.getAll('condition_ids')).to.deep.equal([1, 2, 3].map(idOf))
    expect([first!.get('limit'), first!.get('closed')]).to.deep.equal(['3', null])
    expect(second!.getAll('condition_ids')).to.deep.equal([2, 3].map(idOf))
    expect(second!.get('closed')).to.equal('true')
    expect(results).to.deep.equal(['200', '200'])
  })

  it('asks once where all are open', async () => {
    gamma.put(marketOf(1))
    await open().fetchMarkets([idOf(1)], { signal: signal() })
    expect(gamma.calls).to.have.length(1)
  })

  it('S4-86: looks at nothing that it did not ask for', async () => {
    gamma.outage = { body: JSON.stringify([marketOf(1), marketOf(9), null, 'x']) }
    const found = await open().fetchMarkets([idOf(1)], { signal: signal() })
    expect([...found.keys()]).to.deep.equal([idOf(1)])
  })

  it('S4-42: goes past caches when it is told to', async () => {
    gamma.put(marketOf(1))
    await open().fetchMarkets([idOf(1)], { signal: signal(), uncached: true })
    await open().fetchMarkets([idOf(1)], { signal: signal() })
    expect(gamma.calls.map(({ headers }) => headers['cache-control'])).to.deep.equal(['no-cache', undefined])
    expect(queries().map((query) => query.get('_'))).to.deep.equal([String(now), null])
  })

  it('S4-92: lists open markets page by page, in an order that stays', async () => {
    gamma.put(...Array.from({ length: 120 }, (_, i) => marketOf(i)), marketOf(200, { closed: true }))
    const first = await open().listOpen(0, { signal: signal() })
    expect(first.rows).to.equal(100)
    const rest = await open().listOpen(100, { signal: signal() })
    expect([...first.ids, ...rest.ids]).to.deep.equal(Array.from({ length: 120 }, (_, i) => idOf(i)))
    expect(Object.fromEntries(queries()[1]!)).to.deep.equal({
      closed: 'false',
      active: 'true',
      order: 'id',
      ascending: 'true',
      limit: '100',
      offset: '100',
    })
  })

  it('counts rows that are no markets, so that a page is not taken for the last one', async () => {
    gamma.outage = { body: JSON.stringify([marketOf(1), {}, null]) }
    expect(await open().listOpen(0, { signal: signal() })).to.deep.equal({ ids: [idOf(1)], rows: 3 })
  })

  it('S4-87: a failure is a GammaError that names its result, and is told', async () => {
    gamma.fail(
      { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      { kind: 'garbage' },
      { kind: 'reset' },
    )
    const ask = () => failure(open().fetchMarkets([idOf(1)], { signal: signal() }))
    expect(await ask()).to.include({ name: 'Rules.GammaError', result: '429', retryAfterMs: 7_000 })
    expect(await ask()).to.include({ result: 'garbage', retryAfterMs: 0 })
    const reset = await ask()
    expect(reset).to.have.property('message').that.includes('Gamma could not be asked.')
    expect(results).to.deep.equal(['429', 'garbage', reset.result])
  })

  it('S4-82: one who is silent is left at the time agreed', async () => {
    gamma.fail({ kind: 'silence' })
    const error = await failure(open().fetchMarkets([idOf(1)], { signal: AbortSignal.timeout(50) }))
    expect(error).to.include({ result: 'timeout' })
  })

  it('S4-86: a reply that is too long is not read to its end, and a private address is not asked', async () => {
    gamma.put(marketOf(1))
    const long = await failure(open({ maxBytes: 100 }).fetchMarkets([idOf(1)], { signal: signal() }))
    expect(long).to.have.property('name', 'Rules.GammaError')
    const asked = gamma.calls.length
    const guarded = open({ guard: {} }).fetchMarkets([idOf(1)], { signal: signal() })
    expect(await failure(guarded)).to.include({ result: 'forbidden' })
    expect(gamma.calls.length).to.equal(asked)
  })
})
