import type { Runtime } from '@chainlink/cre-sdk'
import {
  Decision,
  type Limits,
  type Observation,
  Plan,
  type Publication,
  Round,
  Tally,
  type Vote,
} from '../protocol/index.ts'
import type { Gateway } from './collect.ts'
import type { Config } from './config.ts'
import { calleesOf } from './endpoints.ts'
import * as Evaluator from './evaluate.ts'
import { leftOut, observe, type Retained, type Way } from './observe.ts'
import { probe } from './probe.ts'
import { type Asked, readRound } from './readRound.ts'
import type { Result } from './result.ts'
import { publish } from './tellGateway.ts'
import { settle } from './writeReport.ts'

/** What came of one market, and what is left to do and to use. */
export type Resolved = {
  readonly result: Result
  /** By the whole execution so far. */
  readonly spent: Plan.Spent
  /** The time of the block that was read; null where nothing is asked. */
  readonly now: number | null
  /** Whether something failed that would fail the next market too. */
  readonly isBroken: boolean
  /** Tells the gateway what only the DON knows of the round, for one more call; null where there is nothing to tell. */
  readonly tell: (() => void) | null
}

/** One round of one market, from what the chain asks to what it is told. It carries; `protocol/` decides. */
export function resolve(
  runtime: Runtime<Config>,
  marketId: bigint,
  limits: Limits.Limits,
  before: Plan.Spent = Plan.nothingSpent,
  { isSecond = false }: { readonly isSecond?: boolean } = {},
): Resolved {
  const market_id = Number(marketId)
  const asked = readRound(runtime, marketId)
  const looked = { spent: Plan.add(before, readsOf(asked)), now: null, isBroken: false, tell: null }
  if (asked === null)
    return { ...looked, result: { status: 'nothing', market_id, why: 'nothing is asked of this market' } }
  const { view: round } = asked
  const { now } = asked.clock
  const at = { market_id, round: round.round }
  const plan = planOf(asked, runtime.config, limits, before, isSecond)
  if (Plan.isRefusal(plan)) return { ...looked, now, result: { status: 'nothing', ...at, why: plan.message } }

  const kept: Retained = { collected: null, late: new Map() }
  const way = wayOf(runtime, asked)
  const observed = observe(runtime, asked, plan, way, kept)
  const spentOn = (probes: number) => Plan.add(before, Plan.spentOn(plan, probes))
  if ('waiting' in observed) {
    const result: Result = { status: 'waiting', ...at, why: observed.waiting }
    return { result, spent: spentOn(0), now, isBroken: observed.waiting !== 'unsealed', tell: null }
  }
  // Beside another market nobody is passed over for want of calls: an execution of its own has more of them.
  if (isSecond && leftOut(observed.entries).length > plan.probes) {
    const result: Result = {
      status: 'waiting',
      ...at,
      why: 'more workers are to be asked than calls are left',
    }
    return { result, spent: spentOn(0), now, isBroken: false, tell: null }
  }
  runtime.log(`market ${market_id}, round ${round.round}, trace ${Round.traceId(round)}`)
  const { reference } = observed
  const direct = { entries: observed.entries, late: [], asked: 0 }
  const probed = way.kind === 'direct' ? direct : probe(runtime, asked, plan, observed.entries, kept)
  const { entries: scored, fallback } = Evaluator.evaluate(runtime, asked, probed.entries, kept)
  if (fallback !== null) runtime.log(`scored by the rubric: ${fallback}`)
  const entries = Round.veto(scored, reference)
  const excluded = exclusionsOf(round, entries)
  for (const { agent_id, reason } of excluded) runtime.log(`agent ${agent_id} is not counted: ${reason}`)

  const report = reportOf(runtime, asked, entries)
  const done = { spent: spentOn(probed.asked), now, isBroken: false }
  if (report.kind !== 'reported') {
    const status = report.kind === 'over' ? 'nothing' : report.kind
    return { ...done, tell: null, result: { status, ...at, excluded, why: report.why } }
  }
  const evaluator = scored.some((entry) => entry.evaluator === 'llm') ? 'llm' : 'rubric'
  const publication = publicationOf(scored, reference, probed.late)
  return {
    ...done,
    tell: way.kind === 'gateway' ? () => publish(runtime, asked, way.gateway, publication) : null,
    result: {
      status: 'reported',
      ...at,
      outcome: report.outcome,
      evaluator,
      excluded,
      tx_hash: report.txHash,
    },
  }
}

/** What finding out about a round took, where nothing came of it. */
const readsOf = (asked: Asked | null): Plan.Spent => ({
  ...Plan.nothingSpent,
  reads: Plan.readsOf(asked?.view.workers.length ?? Plan.maxWorkers),
})

function planOf(
  { view: round, rule }: Asked,
  config: Config,
  limits: Limits.Limits,
  spent: Plan.Spent,
  isSecond: boolean,
): Plan.Plan | Plan.Refusal {
  const hasModel = config.evaluator === 'llm'
  const make = isSecond ? Plan.makeSecond : Plan.make
  return make({
    workers: round.workers.length,
    limits,
    mode: config.gateways.length === 0 ? 'direct' : 'gateway',
    isAuto: rule !== null,
    wantsReference: config.reference === 'on',
    wantsPublication: hasModel,
    evaluatorCalls: hasModel ? Evaluator.consensusCalls : 0,
    spent,
  })
}

/** One gateway an attempt: a second one would cost calls that probes need. */
function wayOf(runtime: Runtime<Config>, { view: round, attempt }: Asked): Way {
  const { gateways } = runtime.config
  const chosen = gateways[attempt % Math.max(gateways.length, 1)]
  if (chosen === undefined) return { kind: 'direct', callees: calleesOf(runtime, round.workers) }
  const { url, tokenSecret } = chosen
  const token = tokenSecret === undefined ? null : runtime.getSecret({ id: tokenSecret }).result().value
  const gateway: Gateway = { url, token }
  return { kind: 'gateway', gateway }
}

type Reported =
  | { readonly kind: 'reported'; readonly outcome: Vote.Outcome | null; readonly txHash: string }
  | { readonly kind: 'waiting' | 'over' | 'refused'; readonly why: string }

/** Tallies, decides whether that can be reported now, and writes. */
function reportOf(runtime: Runtime<Config>, asked: Asked, entries: readonly Observation.Entry[]): Reported {
  const { view: round, rule, standing, minMarginBps, expiresAt, clock } = asked
  const votes = entries.map(({ vote }) => vote)
  const options = { standing, minMarginBps, quorum: Tally.quorumOf(asked, votes, asked.minWorkers) }
  const { tally, bytes } = Round.conclude(round, entries, { ...options, expiresAt })
  const decision = Decision.make({ ...round, rule }, entries, tally, clock, options)
  if (decision.kind !== 'report')
    return { kind: decision.kind === 'wait' ? 'waiting' : 'over', why: decision.why }
  const written = settle(runtime, bytes)
  const said = tally.outcome ?? 'no quorum'
  runtime.log(`market ${round.marketId}, round ${round.round}: ${said}, ${written.kind}`)
  if (written.kind === 'refused') return { kind: 'refused', why: written.why }
  return { kind: 'reported', outcome: tally.outcome, txHash: written.txHash }
}

const exclusionsOf = (
  round: Round.Round,
  entries: readonly Observation.Entry[],
): NonNullable<Result['excluded']> =>
  entries.flatMap(({ vote: { reason } }, i) =>
    reason === null ? [] : [{ agent_id: round.workers[i]!.agentId, reason }],
  )

const publicationOf = (
  scored: readonly Observation.Entry[],
  reference: Vote.Outcome | null,
  late: readonly number[],
): Publication.Publication => ({
  reference,
  probed: [...late],
  evaluations: scored.flatMap(({ evaluator, dimensions }, index) =>
    evaluator === 'llm' && dimensions !== null ? [{ index, dimensions: { ...dimensions } }] : [],
  ),
})
