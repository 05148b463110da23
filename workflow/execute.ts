import type { Runtime } from '@chainlink/cre-sdk'
import { type Limits, Plan, Sweep } from '../protocol/index.ts'
import type { Config } from './config.ts'
import { type Resolved, resolve } from './resolve.ts'
import type { Result } from './result.ts'
import { findWaiting, mostSpent } from './sweep.ts'

/** Who woke an execution: somebody who named a market, or the clock. */
export type Woken = { readonly named: bigint } | { readonly tick: number }

/** One execution: the market that it was woken for, and one more that waits, if the quotas leave room for it. */
export const execute = (runtime: Runtime<Config>, woken: Woken, limits: Limits.Limits): Result =>
  'named' in woken ? forNamed(runtime, woken.named, limits) : forTick(runtime, woken.tick, limits)

function forNamed(runtime: Runtime<Config>, named: bigint, limits: Limits.Limits): Result {
  const first = resolve(runtime, named, limits)
  const findSecond = (): Second | null => {
    const minute = Math.floor((first.now ?? Number(named) * 60) / 60)
    const look = findWaiting(runtime, minute)
    const marketId = Sweep.beside(look.waiting, named)
    return marketId === null ? null : { marketId, spent: Plan.add(first.spent, look.spent) }
  }
  // A report woke it: its market is done, and another has all that is left, as the first one of an execution.
  if (first.now === null && runtime.config.reportsWake === 'on')
    return withSecond(runtime, first, findSecond, limits, { isSecond: false })
  const hasRoom = leavesRoom(runtime.config, first, Plan.add(first.spent, mostSpent), limits)
  return withSecond(runtime, first, hasRoom ? findSecond : () => null, limits)
}

function forTick(runtime: Runtime<Config>, tick: number, limits: Limits.Limits): Result {
  const look = findWaiting(runtime, tick)
  const [firstId, secondId] = Sweep.pick(look.waiting, look.marketCount, tick)
  if (firstId === undefined) return { status: 'nothing', market_id: 0, why: 'no market waits' }
  const first = resolve(runtime, firstId, limits, look.spent)
  const hasRoom = secondId !== undefined && leavesRoom(runtime.config, first, first.spent, limits)
  return withSecond(
    runtime,
    first,
    () => (hasRoom ? { marketId: secondId, spent: first.spent } : null),
    limits,
  )
}

type Second = { readonly marketId: bigint; readonly spent: Plan.Spent }

/** Whether the smallest round could follow. A model's scores take what a second market would need. */
function leavesRoom(config: Config, first: Resolved, spent: Plan.Spent, limits: Limits.Limits): boolean {
  const { secondMarket, evaluator, gateways } = config
  if (secondMarket === 'off' || evaluator === 'llm' || gateways.length === 0 || first.isBroken) return false
  return !Plan.isRefusal(Plan.makeSecond({ workers: 1, isAuto: false, limits, spent }))
}

/** What came of the first stands, whatever comes of the second. */
function withSecond(
  runtime: Runtime<Config>,
  first: Resolved,
  find: () => Second | null,
  limits: Limits.Limits,
  { isSecond } = { isSecond: true },
): Result {
  let also: Result | undefined
  let spent = first.spent
  const told = [first.tell]
  let marketId = 0n
  try {
    const found = find()
    if (found !== null) {
      marketId = found.marketId
      const second = resolve(runtime, marketId, limits, found.spent, { isSecond })
      also = second.result
      spent = second.spent
      told.push(second.tell)
    }
  } catch (error) {
    // It waits for the next attempt, as if this one had not been.
    also = { status: 'waiting', market_id: Number(marketId), why: (error as Error).message }
    spent = { ...spent, httpCalls: limits.httpCalls }
  }
  const calls = limits.httpCalls - spent.httpCalls
  for (const tell of told.filter((one) => one !== null).slice(0, Math.max(0, calls))) tell()
  return also === undefined ? first.result : { ...first.result, also }
}
