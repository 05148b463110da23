import { expect } from 'chai'
import type { Address } from 'viem'
import type { Seat } from '../../../../cli/chain/seats.ts'
import type { Kind } from '../../../../keeper/Market.ts'
import type { Outcome } from '../../../../keeper/Outbox.ts'
import { addressOf } from '../../../../local/transact.ts'
import { begin, type MarketRecord } from '../../../../scripts/demo/MarketRecord.ts'
import { anybody, creator, sentinel, treasury } from '../../../../scripts/demo/people.ts'
import { dueOf, end, noteKeeper, withdraw } from '../../../../scripts/demo/steps/end.ts'
import type { MarketView } from '../../../../services/chain/browser/market.ts'
import { ended } from '../records.ts'
import { fakeStage, gasUsed, market, type Sent } from './fakeStage.ts'

const finalized = 5
const invalid = 6

describe('the end of markets', () => {
  /** Markets whose status after settling is told, with the pay of each worker. */
  const stageOf = (told: readonly MarketRecord[], afterwards: number, paid: bigint | null = 30n) => {
    let status = 3
    const read = (name: string, args: readonly unknown[]) =>
      name === 'getMarket'
        ? {
            ...{ status, outcome: 1, ending: 0, windowEnd: 1_000n * (args[0] as bigint), pool: 100n },
            ...{ appeals: 0, seats: 2, answeredBefore: 0 },
          }
        : { agentId: (args[1] as bigint) + 10n, stake: 50n, vote: 1, reason: 0, share: 1n }
    const keep = () => {
      status = afterwards
    }
    const event = ({ name, args }: Sent) => {
      return name === 'claim' && paid !== null
        ? {
            name: 'WorkerPaid',
            args: { marketId: args[0], seat: args[1], payee: market, amount: paid },
          }
        : null
    }
    return fakeStage(told, { read, event, keep })
  }
  const begun = (id: number) => begin(ended(id).market, [0, 1])

  it('waits for the last window and for the keeper, and pays every worker', async () => {
    const told = [begun(1), begun(2)]
    const { stage, sent, said, warps, idled } = stageOf(told, finalized)
    await end(stage)
    expect(warps).to.deep.equal([2_000])
    expect(idled).to.deep.equal([0])
    expect(sent.filter(({ args }) => args[0] === 1n).map(({ name }) => name)).to.deep.equal([
      'claim',
      'claim',
    ])
    for (const { from, to } of sent) expect([from, to]).to.deep.equal([anybody, market])
    expect(said[0]).to.equal('market 1: Finalized, YES; 2 workers are paid')
  })

  it('notes what each got, and what it cost', async () => {
    const told = [begun(1)]
    await end(stageOf(told, finalized).stage)
    expect(told[0]!.paidOut).to.equal(60n)
    expect(told[0]!.end).to.deep.equal({
      status: 'Finalized',
      outcome: 'YES',
      // A pool of 100 less its fee of 3, shared by two.
      due: {
        ...{ workers: [98n, 98n], creator: 0n, treasury: 4n, challengers: 0n },
        ...{ appellants: [], arbiter: 0n },
      },
      workers: [
        { agentId: 10, stake: 50n, paid: 30n },
        { agentId: 11, stake: 50n, paid: 30n },
      ],
    })
    expect(told[0]!.gas).to.include({ claim: 2n * gasUsed })
  })

  it('pays all the same where there is no outcome', async () => {
    const told = [begun(1)]
    const { stage, sent } = stageOf(told, invalid, null)
    await end(stage)
    expect(sent.map(({ name }) => name)).to.deep.equal(['claim', 'claim'])
    expect(told[0]!.end!.status).to.equal('Invalid')
    expect(told[0]!.paidOut).to.equal(0n)
  })
})

describe('what the keeper did', () => {
  it('is counted by market and step, with what was for nothing', () => {
    const told = [begin(ended(1).market, []), begin(ended(2).market, [])]
    const made = (kind: Kind, marketId: number, result: Outcome['result'] = 'ok'): Outcome => ({
      call: { kind, marketId, seat: null },
      receipt: result === 'lost' ? null : { block: 1, isReverted: result !== 'ok', gasUsed: 7n, cost: 1n },
      ...{ result, hash: null },
    })
    const outcomes = [
      ...[made('request', 1), made('askAgain', 1), made('draw', 2), made('settle', 2), made('finalize', 2)],
      ...[
        made('publishFeedback', 2),
        made('settleBets', 2),
        made('settle', 1, 'reverted'),
        made('settle', 9),
      ],
      made('settle', 1, 'lost'),
    ]
    const { stage, said } = fakeStage(told, { outcomes })
    noteKeeper(stage)
    expect(told[0]!.gas).to.include({ request: 14n, settle: 7n, draw: 0n })
    expect(told[1]!.gas).to.include({ draw: 7n, settle: 7n, finalize: 7n, feedback: 7n })
    expect(said).to.deep.equal(['the keeper made 10 calls, 2 of them for nothing'])
  })
})

describe('what is due', () => {
  const view = (changes: object) =>
    ({ outcome: 1, ending: 0, pool: 1_000n, answeredBefore: 0, ...changes }) as MarketView
  const seat = (changes: object) =>
    ({ seat: 0, vote: 1, reason: 0, share: 1n, stake: 100n, ...changes }) as Seat

  it('follows votes and reasons as the chain has them', () => {
    const seats = [seat({}), seat({ vote: 0, reason: 63 }), seat({ vote: 0, reason: 1 }), seat({ vote: 0 })]
    const { workers, treasury, challengers } = dueOf(view({}), seats)
    expect(workers).to.deep.equal([100n + 970n + 75n, 0n, 50n, 100n])
    expect([treasury, challengers]).to.deep.equal([30n + 50n, 25n])
  })

  it('tells an Invalid by default from one by vote, and who was silent once from who always was', () => {
    const seats = [seat({ vote: 3 }), seat({ seat: 1, vote: 0, reason: 1 })]
    expect(dueOf(view({ outcome: 3 }), seats).workers[0]).to.equal(300n)
    const byDefault = dueOf(view({ outcome: 3, ending: 1, answeredBefore: 2 }), seats)
    expect(byDefault).to.deep.include({ workers: [100n, 100n], creator: 1_000n })
  })
})

describe('what is credited', () => {
  const stageWith = (credits: Readonly<Record<Address, bigint>>) =>
    fakeStage([], { read: (_, [address]) => credits[address as Address] ?? 0n, balances: { [market]: 3n } })

  it('is taken out by whom it belongs to; what is left is told', async () => {
    const all = { [addressOf(creator)]: 7n, [addressOf(sentinel)]: 8n, [addressOf(treasury)]: 9n }
    const { stage, sent } = stageWith(all)
    expect(await withdraw(stage)).to.deep.equal({
      credits: [
        { who: 'creator', amount: 7n },
        { who: 'sentinel', amount: 8n },
        { who: 'treasury', amount: 9n },
      ],
      left: 3n,
    })
    expect(sent.map(({ from, name, args }) => [from, name, args])).to.deep.equal([
      [creator, 'withdraw', [addressOf(creator)]],
      [sentinel, 'withdraw', [addressOf(sentinel)]],
      [treasury, 'withdraw', [addressOf(treasury)]],
    ])
  })

  it('is not asked for where it is nothing', async () => {
    const { stage, sent } = stageWith({ [addressOf(sentinel)]: 8n })
    expect((await withdraw(stage)).credits).to.deep.equal([{ who: 'sentinel', amount: 8n }])
    expect(sent).to.have.length(1)
  })
})
