import { type Answer, type Call, type FakeApi, startFakeApi } from '../../../helpers/fakeApi.ts'

/** A market as Gamma gives it out: lists as JSON in strings, and much that nobody here reads. */
export type GammaMarket = Record<string, unknown> & { conditionId: string }

export type FakeGamma = Omit<FakeApi, 'calls'> & {
  readonly calls: FakeApi['calls']
  readonly markets: Map<string, GammaMarket>
  /** While set, copies older than edits are given out to whoever does not ask past the cache. */
  cache: Map<string, GammaMarket> | null
  /** While set, every request gets this instead. */
  outage: Answer | null
  put(...markets: readonly GammaMarket[]): void
  /** Changes a market as an editor would: it is updated a moment later than before. */
  edit(conditionId: string, changes: Record<string, unknown>): void
}

export const idOf = (n: number): string => `0x${n.toString(16).padStart(4, '0')}${'ab'.repeat(30)}`

const start = Date.parse('2026-11-01T00:00:00Z')

export const marketOf = (n: number, changes: Record<string, unknown> = {}): GammaMarket => ({
  id: String(500_000 + n),
  question: `Will the Fed cut rates at meeting ${n}?`,
  conditionId: idOf(n),
  slug: `fed-cut-${n}`,
  resolutionSource: 'https://www.federalreserve.gov',
  endDate: '2026-12-31T12:00:00Z',
  liquidity: '1234.5',
  description: `This market will resolve to "Yes" if the Federal Reserve cuts its target rate at meeting ${n} by December 31, 2026, 11:59 PM ET. Otherwise, it resolves to "No". The resolution source is https://www.federalreserve.gov.`,
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.61", "0.39"]',
  active: true,
  closed: false,
  createdAt: '2026-10-01T00:00:00Z',
  updatedAt: new Date(start).toISOString(),
  umaBond: '500',
  umaReward: '5',
  customLiveness: 0,
  negRisk: false,
  umaResolutionStatuses: '[]',
  events: [{ id: '9', ticker: 'fed', slug: 'fed' }],
  ...changes,
})

/**
 * Gamma on this machine: `/markets` by condition ids or page by page, closed markets only when asked for, `[]` for what it does not
 * have. Faults come from `fail`, one a request, and from `outage`.
 */
export async function startFakeGamma(): Promise<FakeGamma> {
  const markets = new Map<string, GammaMarket>()
  let edits = 0
  const gamma = { cache: null as FakeGamma['cache'], outage: null as Answer | null }
  const answer = ({ path, headers }: Call): Answer => {
    if (gamma.outage !== null) return gamma.outage
    const { pathname, searchParams: query } = new URL(path, 'http://fake')
    if (pathname !== '/markets')
      return { status: 404, body: '{"type":"not found error","error":"id not found"}' }
    const isUncached = query.has('_') && headers['cache-control'] === 'no-cache'
    const known = gamma.cache === null || isUncached ? markets : new Map([...markets, ...gamma.cache])
    const wantsClosed = query.get('closed') === 'true'
    const ids = query.getAll('condition_ids')
    const all = [...known.values()].filter((one) => (one.closed === true) === wantsClosed)
    const some = ids.length > 0 ? all.filter((one) => ids.includes(one.conditionId ?? one.condition_id)) : all
    const offset = Number(query.get('offset') ?? 0)
    return { body: JSON.stringify(some.slice(offset, offset + Number(query.get('limit') ?? 20))) }
  }
  const api = await startFakeApi(answer)
  return Object.assign(gamma, {
    ...api,
    markets,
    put(...more: readonly GammaMarket[]) {
      for (const one of more) markets.set(one.conditionId, one)
    },
    edit(conditionId: string, changes: Record<string, unknown>) {
      const updatedAt = new Date(start + ++edits * 1_000).toISOString()
      markets.set(conditionId, { ...markets.get(conditionId)!, updatedAt, ...changes })
    },
  })
}
