import type { Call } from './Market.ts'
import { isRecord } from './plan.ts'

/** What a keeper may spend, in wei. */
export type Budget = {
  /** Within any 24 hours of the chain. */
  readonly perDay: bigint
  /** At most on one call, whatever it is worth. */
  readonly perCall: bigint
  /** At most for a unit of gas, tip included. */
  readonly maxFee: bigint
  readonly maxTip: bigint
}

export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** Why a call is not sent now. */
export type Wait = 'price' | 'call-budget' | 'day-budget' | 'funds'
export const waits: readonly Wait[] = ['price', 'call-budget', 'day-budget', 'funds']

export const day = 86_400

/** What is offered for gas now; null where the price is above the budget, and waiting is all that can be done. */
export function feesFor(market: { baseFee: bigint; tip: bigint }, { maxFee, maxTip }: Budget): Fees | null {
  const tip = least(market.tip, maxTip)
  if (market.baseFee + tip > maxFee) return null
  // Twice the base fee stays good through six full blocks.
  return { maxFeePerGas: least(maxFee, 2n * market.baseFee + tip), maxPriorityFeePerGas: tip }
}

/** Nodes replace a transaction by one that offers a tenth more of both; an eighth is more than a tenth after rounding. */
const raised = (fee: bigint): bigint => fee + fee / 8n + 1n

/** What is offered to replace a transaction that is stuck; null where that is above the budget. */
export function feesToReplace(
  before: Fees,
  market: { baseFee: bigint; tip: bigint },
  budget: Budget,
): Fees | null {
  const fresh = feesFor(market, budget)
  const maxFeePerGas = most(raised(before.maxFeePerGas), fresh?.maxFeePerGas ?? 0n)
  const maxPriorityFeePerGas = most(raised(before.maxPriorityFeePerGas), fresh?.maxPriorityFeePerGas ?? 0n)
  if (maxFeePerGas > budget.maxFee) return null
  return { maxFeePerGas, maxPriorityFeePerGas: least(maxPriorityFeePerGas, maxFeePerGas) }
}

/**
 * Why a call that may cost so much is not sent; null if it is. Feedback uses half of a day's budget at most, so that it never
 * takes what a closing window needs.
 */
export function waitFor(
  call: Pick<Call, 'kind'>,
  cost: bigint,
  purse: { readonly budget: Budget; readonly spent: bigint; readonly balance: bigint },
): Wait | null {
  const { budget, spent, balance } = purse
  if (cost > budget.perCall) return 'call-budget'
  const limit = isRecord(call) ? budget.perDay / 2n : budget.perDay
  if (spent + cost > limit) return 'day-budget'
  return cost > balance ? 'funds' : null
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
