import { expect } from 'chai'
import type { Event } from '../../indexer/Event.ts'
import { marketOf } from '../../indexer/marketOf.ts'
import { questionOf, seatOf, viewOf } from '../../local/samples/madeMarkets.ts'

let next = 0
const event = (
  name: string,
  args: object = {},
  contract: Event['contract'] = 'market',
  transaction?: string,
): Event => {
  next++
  return {
    ...{ block: next, log: 0, blockHash: '0x', time: 10 * next, contract, name, marketId: 1 },
    ...{ transaction: transaction ?? `0x${next}`, agentId: (args as { agentId?: number }).agentId ?? null },
    args: args as Event['args'],
  }
}
const join = (agentId: number) =>
  event('WorkerJoined', { agentId, signer: `0x${agentId}`, stake: 5, factorBps: 2_500 })
const question = questionOf(1)

describe('a market, from what its contract and its events say', () => {
  it('WEB §3.2: workers in their cohorts, with seat, vote or reason, strike and money', () => {
    const events = [
      event('MarketCreated', { creator: '0xc' }),
      ...[1, 2, 3].map(join),
      event('WorkerLeft', { agentId: 3, payee: '0x3', amount: 5 }),
      event('MarketEscalated', { appellant: '0xd', bond: 9, joinUntil: 70 }),
      join(4),
      event('WorkerStruck', { seat: 1, kind: 3, challenger: '0xe', reward: 2 }),
      event('AppealEnded', { appellant: '0xd', changed: true }),
      event('WorkerPaid', { seat: 0, payee: '0x1', amount: 6 }),
    ]
    const seats = [
      seatOf(0, 1, { vote: 1, weight: 30n, payout: 0n }),
      seatOf(1, 2, { reason: 63, payout: 0n }),
      seatOf(32, 4, { reason: 1, payout: 3n }),
    ]
    const view = viewOf(question, { status: 5, outcome: 1, appeals: 1 })
    const market = marketOf({ id: 1, view, seats, events, rounds: [] })
    expect(
      market.workers.map(({ agentId, cohort, seat, vote, reason, hasLeft, payout, paid }) => [
        ...[agentId, cohort, seat, vote ?? reason, hasLeft, payout, paid],
      ]),
    ).to.deep.equal([
      [1, 0, 0, 'YES', false, '6', '6'],
      [2, 0, 1, 'struck', false, '0', null],
      [3, 0, null, null, true, null, null],
      [4, 1, 32, 'silent', false, '3', null],
    ])
    expect(market.workers[1]!.strike).to.include({ kind: 3, challenger: '0xe', reward: '2' })
    expect(market.view.appeals_raised).to.deep.include({
      ...{
        number: 1,
        appellant: '0xd',
        bond: '9',
        join_until: 70,
        time: market.view.appeals_raised[0]!.time,
      },
      changed: true,
    })
    expect(market.roles).to.deep.include.members([
      ['0xc', 'creator'],
      ['0x1', 'agent'],
      ['0xd', 'appellant'],
      ['0xe', 'challenger'],
    ])
  })

  it('before it is settled it owes nothing', () => {
    const market = marketOf({
      ...{ id: 1, view: viewOf(question, { status: 3 }), rounds: [], events: [join(1)] },
      seats: [seatOf(0, 1, { payout: 9n })],
    })
    expect(market.workers[0]).to.include({ payout: null, paid: null })
  })

  it('WEB §1: a window that something else than its report moved is extended', () => {
    const opened = [event('WindowMoved', {}, 'market', '0xr'), event('RoundReported', {}, 'market', '0xr')]
    const extended = (events: readonly Event[]) =>
      marketOf({ id: 1, view: viewOf(question), seats: [], rounds: [], events }).view.is_extended
    expect(extended(opened)).to.equal(false)
    expect(extended([...opened, event('WindowMoved')])).to.equal(true)
    expect(
      extended([event('WindowMoved'), ...opened.map((one, i) => ({ ...one, block: next + 1 + i }))]),
    ).to.equal(false)
  })

  it('says why an Invalid is one, and of no other outcome', () => {
    const ending = (changes: object) =>
      marketOf({ id: 1, view: viewOf(question, changes), seats: [], rounds: [], events: [] }).view.ending
    expect(ending({ outcome: 3, ending: 1 })).to.equal('by default')
    expect(ending({ outcome: 1, ending: 0 })).to.equal(null)
  })
})
