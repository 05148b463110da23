import { castOf } from '../../../scripts/demo/castOf.ts'
import { begin, type MarketRecord } from '../../../scripts/demo/MarketRecord.ts'
import type { Planned } from '../../../scripts/demo/marketsOf.ts'
import type { Money } from '../../../scripts/demo/summaryOf.ts'

export const cast = castOf(5, 2)

const market = (id: number, kind: Planned['kind']): Planned => ({
  id,
  kind,
  question: `§question Market ${id}?`,
  title: `Market ${id}?`,
  deadline: 1_000,
  asset: 'bitcoin',
  value: '75000.5',
  truth: 'YES',
})

const usage = { http: 3, reads: 4, consensus: 2, reportBytes: 509, observationBytes: 1_200 }

/** What others than workers get of the market that was lied about. */
const dues = { creator: 10n ** 17n, challengers: 10n ** 17n, treasury: 10n ** 16n }

/** A market at the end of its life; in one of kind `lie`, the lie won at first and the liar was struck. */
export function ended(id: number, kind: Planned['kind'] = 'price'): MarketRecord {
  const isLie = kind === 'lie'
  const told = begin(market(id, kind), [0, 1, 2])
  told.gas.create = 100n
  told.gas.join = 23n
  const votes = ['YES', isLie ? 'NO' : 'YES', 'NO'].map((vote, agentId) => ({
    ...{ agentId, vote, scores: '70/70/70', weight: 5n },
  }))
  told.round = {
    round: 1,
    outcome: isLie ? 'NO' : 'YES',
    excluded: [{ agentId: 3, reason: 'silent' }],
    execution: { usage, ms: 12.6 } as never,
    gas: 77n,
    votes,
  }
  if (isLie) told.strikes.push({ agentId: 1, reward: 10n ** 16n })
  told.rechecked = { proofs: 3, leaves: 9, findings: [], citations: ['p', isLie ? 'f' : 'p', 'f'] }
  const workers = [0, 1, 2].map((agentId) => ({ agentId, stake: 10n ** 17n, paid: 10n ** 17n }))
  const nothing = { creator: 0n, treasury: 0n, challengers: 0n, appellants: [], arbiter: 0n }
  const due = { ...nothing, workers: workers.map(({ paid }) => paid), ...(isLie ? dues : {}) }
  told.end = { status: 'Finalized', outcome: 'YES', due, workers }
  return told
}

export const money: Money = {
  paidIn: 51n * 10n ** 16n,
  workers: 3n * 10n ** 17n,
  credits: [
    { who: 'creator', amount: 10n ** 17n },
    { who: 'sentinel', amount: 10n ** 17n },
    { who: 'treasury', amount: 10n ** 16n },
  ],
  left: 0n,
  bets: { won: 4n * 10n ** 17n, left: 0n },
}
