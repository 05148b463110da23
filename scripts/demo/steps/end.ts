import { encodeFunctionData, parseEventLogs } from 'viem'
import { getMarket } from '../../../cli/chain/marketState.ts'
import { getSeats, type Seat } from '../../../cli/chain/seats.ts'
import { addressOf, transact } from '../../../local/transact.ts'
import { Payout, Vote } from '../../../protocol/index.ts'
import { at, type MarketView } from '../../../services/chain/browser/market.ts'
import { endings, outcomeName, reasonName, statuses } from '../../../services/chain/browser/names.ts'
import { type MarketRecord, type Stage, spend } from '../MarketRecord.ts'
import { anybody, creator, sentinel, treasury } from '../people.ts'

/** When the last window has closed: settles, finalizes what has an outcome, and pays everybody. */
export async function end(stage: Stage): Promise<void> {
  const { chain, place } = stage.world
  const views = await Promise.all(stage.told.map(({ market }) => getMarket(place, BigInt(market.id))))
  await chain.warpTo(Math.max(...views.map(({ windowEnd }) => Number(windowEnd))))
  for (const told of stage.told) {
    await settle(stage, told)
    await pay(stage, told)
    const { status, outcome, workers } = told.end!
    stage.say(`market ${told.market.id}: ${status}, ${outcome}; ${workers.length} workers are paid`)
  }
}

async function settle({ world: { chain, place } }: Stage, told: MarketRecord): Promise<void> {
  const args = [BigInt(told.market.id)] as const
  const settling = encodeFunctionData({ ...at(place.market), functionName: 'settle', args })
  spend(told, 'settle', await transact(chain, anybody, { to: place.market, data: settling }))
  const { status } = await getMarket(place, args[0])
  if (statuses[status] !== 'Settled') return
  const data = encodeFunctionData({ ...at(place.market), functionName: 'finalize', args })
  spend(told, 'finalize', await transact(chain, anybody, { to: place.market, data }))
}

async function pay({ world: { chain, place } }: Stage, told: MarketRecord): Promise<void> {
  const marketId = BigInt(told.market.id)
  const view = await getMarket(place, marketId)
  const seats = await getSeats(place, marketId, view)
  const paid = await Promise.all(
    seats.map(async ({ seat }) => {
      const args = [marketId, BigInt(seat)] as const
      const data = encodeFunctionData({ ...at(place.market), functionName: 'claim', args })
      const receipt = await transact(chain, anybody, { to: place.market, data })
      spend(told, 'claim', receipt)
      const { abi } = at(place.market)
      return parseEventLogs({ abi, eventName: 'WorkerPaid', logs: receipt.logs })[0]?.args.amount ?? 0n
    }),
  )
  told.paidOut += paid.reduce((sum, one) => sum + one, 0n)
  told.end = {
    status: statuses[view.status]!,
    outcome: outcomeName(view.outcome),
    due: dueOf(view, seats),
    workers: seats.map((worker, i) => ({
      agentId: Number(worker.agentId),
      stake: worker.stake,
      paid: paid[i]!,
    })),
  }
}

/** What the protocol says that everybody gets, from what the chain says that everybody did. */
export function dueOf(view: MarketView, seats: readonly Seat[]): Payout.Payout {
  const outcome = outcomeName(view.outcome)!
  const isDefault = outcome === 'INVALID' && endings[view.ending] === 'by default'
  return Payout.preview({
    ending: isDefault ? 'INVALID-by-default' : outcome,
    pool: view.pool,
    workers: seats.map(({ vote, reason, share, stake, seat }) => ({
      vote: voteOf(vote, reason),
      answeredBefore: ((view.answeredBefore >> seat) & 1) === 1,
      share,
      stake,
      cohort: 0,
    })),
    // Nobody appeals in this story; a strike that turns an outcome has its own reward.
    ...{ appeals: [], decidedIn: 0, turnedBy: null, rulingCost: 0n },
  })
}

function voteOf(code: number, reason: number): Vote.Vote | null {
  const outcome = outcomeName(code)
  if (outcome !== null) return Vote.cast(outcome)
  return reason === 0 ? null : Vote.none(reasonName(reason) as Vote.Reason)
}

/** Takes out what is credited: a creator's rest, a challenger's rewards, fees. What is left in the contract then is nobody's. */
export async function withdraw({ world: { chain, place } }: Stage): Promise<{
  readonly credits: readonly { readonly who: string; readonly amount: bigint }[]
  readonly left: bigint
}> {
  const credits: { who: string; amount: bigint }[] = []
  for (const [who, account] of Object.entries({ creator, sentinel, treasury })) {
    const address = addressOf(account)
    const amount = await place.client.readContract({
      ...at(place.market),
      functionName: 'creditOf',
      args: [address],
    })
    if (amount === 0n) continue
    const data = encodeFunctionData({ ...at(place.market), functionName: 'withdraw', args: [address] })
    await transact(chain, account, { to: place.market, data })
    credits.push({ who, amount })
  }
  return { credits, left: await chain.client.getBalance({ address: place.market }) }
}
