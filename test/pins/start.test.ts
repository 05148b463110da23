import { expect } from 'chai'
import { summaryOf } from './here.ts'
import { keyTree } from './keyTree.ts'
import { expectPinned } from './pin.ts'

/** A market's whole life in the least words; what a step leaves behind is in it once. */
const market = {
  market: { id: 1, question: 'q', kind: 'lie', value: '1', truth: 'YES' },
  workers: [0],
  round: {
    round: 1,
    outcome: 'NO',
    excluded: [{ agentId: 3, reason: 'silent' }],
    execution: { usage: { http: 4, reads: 3, consensus: 3, reportBytes: 500, observationBytes: 9 }, ms: 1 },
    gas: 1n,
    votes: [{ vote: 'YES', scores: '1/2/3', weight: 1n }],
  },
  strikes: [{ agentId: 1, reward: 1n }],
  undrawn: [{ agentId: 0, stake: 1n, paid: 1n }],
  rechecked: { proofs: 1, leaves: 7, findings: [], citations: ['p'] },
  end: {
    status: 'Finalized',
    outcome: 'YES',
    workers: [{ agentId: 0, stake: 1n, paid: 2n }],
    due: { workers: [2n], creator: 1n, challengers: 0n, treasury: 0n },
  },
}
const money = {
  paidIn: 3n,
  workers: 2n,
  credits: [{ who: 'creator', amount: 1n }],
  left: 0n,
  bets: { won: 0n, left: 0n },
}

describe('pin: start', () => {
  it('keyTree merges what an array holds', () => {
    expect(keyTree({ a: [{ b: 1 }, { b: null, c: ['x'] }], d: [] })).to.deep.equal({
      a: { '[]': { b: 'null | number', c: { '[]': 'string' } } },
      d: {},
    })
  })

  it('the last line of `npm start -- --json` has its pinned keys', () => {
    const [all, of, cast] = [[market], money, { names: ['honest'] }] as unknown as Parameters<
      typeof summaryOf
    >
    expectPinned('start', keyTree(summaryOf(all, of, cast, { seed: 1, ms: 1 })))
  })
})
