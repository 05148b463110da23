export const now = 1_772_000_000

/** Markets as version 1 kept them: flat, with shares of 1, and statuses of its own. */
export const open = {
  id: 'market_1a2b3c4d',
  question: 'Will ETH trade above $2,800?',
  deadline: '2026-02-12T00:00:00+00:00',
  source: 'coingecko:ethereum',
  threshold: 2800.5,
  operator: 'gte',
  status: 'open',
  moltbook_post_id: '9d2c1c1e-3f0f-4a7c-8f7e-0a4b1f3f7c11',
  submolt: 'predictmarket',
  commitments: [
    {
      agent: 'Minara',
      position: 'YES',
      confidence: 0.7,
      timestamp: '2026-02-05T06:00:00.123456+00:00',
      comment_id: 'c1',
    },
    { agent: 'Late', position: 'NO', confidence: 0.9, timestamp: '2026-02-13T06:00:00Z', comment_id: 'c2' },
    { agent: 'Odd', position: 'MAYBE', confidence: 0.9, timestamp: '2026-02-05T06:00:00Z', comment_id: 'c3' },
  ],
  outcome: null,
  created_at: '2026-02-04T06:00:00.123456+00:00',
}
export const closed = { ...open, id: 'market_closed', status: 'closed' }
export const resolved = {
  ...open,
  id: 'market_resolved',
  status: 'resolved',
  outcome: 'YES',
  resolved_price: 2901.17,
  resolved_at: '2026-02-12T00:05:00Z',
  graduated: true,
}
export const byHand = { ...open, id: 'market_manual', source: 'manual', threshold: null, operator: null }
export const unposted = { ...open, id: 'market_unposted', moltbook_post_id: null }
export const without = { ...open, id: 'market_without', operator: null }

export const v1 = (...markets: { id: string }[]) => ({
  markets: Object.fromEntries(markets.map((one) => [one.id, one])),
})
