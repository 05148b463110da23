import { encodeFunctionData, parseEventLogs } from 'viem'
import { getMarket } from '../../../cli/chain/marketState.ts'
import { getSeats, type Seat } from '../../../cli/chain/seats.ts'
import type { Kind } from '../../../keeper/Market.ts'
import { addressOf, transact } from '../../../local/transact.ts'
import { Payout, Vote } from '../../../protocol/index.ts'
import { at, type MarketView } from '../../../services/chain/browser/market.ts'
import { endings, outcomeName, reasonName, statuses } from '../../../services/chain/browser/names.ts'
import { type MarketRecord, type Stage, type Step, spend } from '../MarketRecord.ts'
import { anybody, creator, sentinel, treasury } from '../people.ts'

/** When the last window has closed: the keeper settles, finalizes what has an outcome and publishes records; everybody is paid. */
export async function end(stage: Stage): Promise<void> {
  const { chain, place, keeper } = stage.world
  const views = await Promise.all(stage.told.map(({ market }) => getMarket(place, BigInt(market.id))))
  await chain.warpTo(Math.max(...views.map(({ windowEnd }) => Number(windowEnd))))
  await keeper.idle()
  for (const told of stage.told) {
    await pay(stage, told)
    const { status, outcome, workers } = told.end!
    stage.say(`market ${told.market.id}: ${status}, ${outcome}; ${workers.length} workers are paid`)
  }
  noteKeeper(stage)
}

const stepOf: Partial<Record<Kind, Step>> = {
  ...{ request: 'request', askAgain: 'request', draw: 'draw' },
  ...{ settle: 'settle', finalize: 'finalize', publishFeedback: 'feedback' },
}

/** What the keeper's calls cost, by market and step. */
export function noteKeeper({ world: { keeper }, told, say }: Stage): void {
  const outcomes = keeper.outcomes()
  for (const { call, receipt } of outcomes) {
    const one = told.find(({ market }) => market.id === call.marketId)
    const step = stepOf[call.kind]
    if (one !== undefined && step !== undefined && receipt !== null) spend(one, step, receipt)
  }
  const reverted = outcomes.filter(({ result }) => result !== 'ok').length
  say(`the keeper made ${outcomes.length} calls, ${reverted} of them for nothing`)
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
