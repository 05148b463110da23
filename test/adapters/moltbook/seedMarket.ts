import type { Market, MarketBook, Status } from '../../../adapters/moltbook/index.ts'

export const raw =
  '§question Will BTC hit $75,000 by Feb 20, 2026?\n§rule\nsource:coingecko:bitcoin\nmetric:price_usd\nop:gte\ntarget:75000\n' +
  '§§source creator:SoothSayer origin:moltbook:32ca597b'

/** The example of seed 000, with its placeholders filled in. */
export const seed: Market.Market = {
  id: 'market_abc123',
  status: 'open',
  question_raw: raw,
  question_display: 'Will BTC hit $75,000 by Feb 20, 2026?',
  deadline: '2026-02-20T23:59:00Z',
  rule: { source: 'coingecko:bitcoin', metric: 'price_usd', op: 'gte', target: 75_000 },
  moltbook_post_id: '9d2c1c1e-3f0f-4a7c-8f7e-0a4b1f3f7c11',
  source_post_id: null,
  creator: 'SoothSayer',
  outcome: null,
  outcome_value: null,
  outcome_evidence: null,
  resolved_at: null,
  resolution_comment_id: null,
  commitments: [],
  onchain: null,
  created_at: '2026-02-10T00:00:00Z',
  updated_at: '2026-02-10T00:00:00Z',
}

export const evidence: Market.OutcomeEvidence = {
  kind: 'source',
  note: 'met',
  uri: null,
  response_hash: null,
  observed_at: null,
  retrieved_at: null,
  por_root: null,
}

/** A market as it may stand at each status. */
export const at = (status: Status.Status): Market.Market => {
  const resolved = { ...seed, status, resolved_at: '2026-02-21T01:00:00Z', outcome_evidence: evidence }
  if (status === 'open') return seed
  if (status === 'invalid') return resolved
  if (status === 'resolved') return { ...resolved, outcome: 'YES' }
  return { ...resolved, outcome: 'YES', resolution_comment_id: 'c1' }
}

export const bookOf = (...markets: Market.Market[]): MarketBook.Book => ({
  version: 2,
  markets: Object.fromEntries(markets.map((one) => [one.id, one])),
})
export const without = (field: string): unknown =>
  Object.fromEntries(Object.entries(seed).filter(([key]) => key !== field))
