import { expect } from 'chai'
import type { Address } from 'viem'
import type { Seat } from '../../../../cli/chain/seats.ts'
import { addressOf } from '../../../../local/transact.ts'
import { begin, type MarketRecord } from '../../../../scripts/demo/MarketRecord.ts'
import { anybody, creator, sentinel, treasury } from '../../../../scripts/demo/people.ts'
import { dueOf, end, withdraw } from '../../../../scripts/demo/steps/end.ts'
import type { MarketView } from '../../../../services/chain/browser/market.ts'
import { ended } from '../records.ts'
import { fakeStage, gasUsed, market, type Sent } from './fakeStage.ts'

const settled = 4
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
    const event = ({ name, args }: Sent) => {
      if (name === 'settle') status = afterwards
      if (name === 'finalize') status = finalized
      return name === 'claim' && paid !== null
        ? {
            name: 'WorkerPaid',
            args: { marketId: args[0], seat: args[1], payee: market, amount: paid },
          }
        : null
    }
    return fakeStage(told, { read, event })
  }
  const begun = (id: number) => begin(ended(id).market, [0, 1])

  it('waits for the last window, settles, finalizes and pays every worker', async () => {
    const told = [begun(1), begun(2)]
    const { stage, sent, said, warps } = stageOf(told, settled)
    await end(stage)
    expect(warps).to.deep.equal([2_000])
    expect(sent.filter(({ args }) => args[0] === 1n).map(({ name }) => name)).to.deep.equal([
      'settle',
      'finalize',
      'claim',
      'claim',
    ])
    for (const { from, to } of sent) expect([from, to]).to.deep.equal([anybody, market])
    expect(said[0]).to.equal('market 1: Finalized, YES; 2 workers are paid')
  })

  it('notes what each got, and what it cost', async () => {
    const told = [begun(1)]
    await end(stageOf(told, settled).stage)
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
    expect(told[0]!.gas).to.include({ settle: gasUsed, finalize: gasUsed, claim: 2n * gasUsed })
  })

  it('finalizes nothing that ended without an outcome, and pays all the same', async () => {
    const told = [begun(1)]
    const { stage, sent } = stageOf(told, invalid, null)
    await end(stage)
    expect(sent.map(({ name }) => name)).to.deep.equal(['settle', 'claim', 'claim'])
    expect(told[0]!.end!.status).to.equal('Invalid')
    expect(told[0]!.paidOut).to.equal(0n)
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
