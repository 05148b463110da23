import { formatEther } from 'viem'
import { waits } from './Budget.ts'
import { drawLife } from './decide.ts'
import type { Keeper } from './Keeper.ts'
import { type Head, kinds } from './Market.ts'
import { isRecord } from './plan.ts'

/** Sets the gauges to what a look has found. */
export function showState({ book, outbox, metrics, status, budget }: Keeper, head: Head): void {
  const calls = book.calls()
  for (const kind of kinds) metrics.due.set({ kind }, calls.filter((call) => call.kind === kind).length)
  for (const why of waits) metrics.waiting.set({ why }, status.waiting === why ? 1 : 0)
  metrics.pending.set(outbox.pending().size)
  metrics.markets.set(book.size)
  const waited = calls
    .filter((call) => !isRecord(call))
    .map((call) => head.timestamp - (book.since(call)?.time ?? head.timestamp))
  metrics.oldestDue.set(Math.max(0, ...waited))
  const draws = calls.filter(({ kind }) => kind === 'draw')
  metrics.drawBlocksLeft.set(
    Math.min(drawLife, ...draws.map(({ left }) => Math.floor((left * drawLife) / 10_000))),
  )
  const { balance, spent } = outbox.purse
  metrics.balance.set(Number(formatEther(balance)))
  metrics.budgetLeft.set(Number(formatEther(spent > budget.perDay ? 0n : budget.perDay - spent)))
  metrics.blockTime.set(head.timestamp)
  metrics.watchedBlock.set(head.number)
}
