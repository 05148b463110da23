import type * as Limits from './Limits.ts'
import * as Observation from './Observation.ts'
import * as Report from './Report.ts'
import * as Wire from './Wire.ts'

/** Which calls a round makes, decided before the first one: within the quotas, or not at all. */

/** A run of workers: the place of the first, and how many. */
export type Batch = { readonly from: number; readonly count: number }

/** The calls of a round, and what they use of each quota. */
export type Plan = {
  readonly mode: Mode
  /** `getRound` pages. */
  readonly pages: readonly Batch[]
  /** Answers and defences in one call, where both fit into a response; then the next two are empty. */
  readonly replies: readonly Batch[]
  /** In gateway mode a call per batch; in direct mode a call per worker. */
  readonly answers: readonly Batch[]
  readonly defences: readonly Batch[]
  /** Whether the source itself is asked. */
  readonly reference: boolean
  /** How many workers that the gateway left out can be asked directly. */
  readonly probes: number
  readonly httpCalls: number
  readonly reads: number
  readonly consensusCalls: number
  readonly observationBytes: number
  readonly reportBytes: number
}

/** Who collects the replies: a gateway for all workers, or the DON from each. */
export type Mode = 'gateway' | 'direct'

/** The quota that a round exceeds. */
export type Refusal = {
  readonly refused: keyof Limits.Limits | 'workers'
  readonly needed: number
  readonly available: number
  readonly message: string
}

/** What a plan depends on. */
export type Input = {
  readonly workers: number
  readonly limits: Limits.Limits
  readonly mode?: Mode
  /** Auto rules carry a docket, and may be checked against their source. */
  readonly isAuto: boolean
  readonly wantsReference?: boolean
  /** A model's scores can be computed by nobody else, so a call is kept back to publish them. */
  readonly wantsPublication?: boolean
  /** Consensus calls of the evaluator. */
  readonly evaluatorCalls?: number
  /** The largest answer and defence that may come; the wire's own limits unless told. */
  readonly answerBytes?: number
  readonly defenceBytes?: number
  /** What the execution has used before this round. */
  readonly spent?: Spent
}

/** Calls that an execution has made. */
export type Spent = Readonly<Record<'httpCalls' | 'reads' | 'consensusCalls', number>>

/** At the start of an execution. */
export const nothingSpent: Spent = { httpCalls: 0, reads: 0, consensusCalls: 0 }

/** The most workers of a round. */
export const maxWorkers = 32
/** How many workers one page of `getRound` holds. */
export const pageSize = 16
const maxAnswers = 16
const maxDefences = 32
/** Of so many workers answers and defences of full size come in one call of 100 kB. */
export const maxTogether = 11

/** What a batch adds around each reply: index, agent id, status, commas. */
export const itemOverhead = 96
/** What a batch adds once, around all its items. */
export const batchOverhead = 128

/** Headers count too, and twice: a body this much under the limit was seen to pass. */
const headerAllowance = 10_000

/** The market and its parameters; the pages of workers come on top. */
const marketReads = 2
/** Where agents are registered, asked once before the first endpoint. */
const registryReads = 1

/** The forwarder's header in front of a report. */
const reportHeader = 109

/**
 * Plans a round, or says what it lacks.
 *
 * @example
 * const limits = {
 *   httpCalls: 5,
 *   httpResponseBytes: 100_000,
 *   reads: 15,
 *   readBytes: 5_000,
 *   consensusCalls: 20,
 *   observationBytes: 100_000,
 *   reportBytes: 5_000,
 * }
 * const plan = Plan.make({ workers: 32, limits, isAuto: true })
 * plan.answers // [{ from: 0, count: 16 }, { from: 16, count: 16 }]
 * plan.defences // [{ from: 0, count: 32 }]
 * plan.probes // 1
 * Plan.make({ workers: 10, limits, isAuto: true, mode: 'direct' }).refused // 'httpCalls'
 */
export function make(input: Input): Plan | Refusal {
  const { workers, isAuto, mode = 'gateway', wantsReference = true, spent = nothingSpent } = input
  const limits = leftOf(input.limits, spent)
  if (!Number.isInteger(workers) || workers < 1 || workers > maxWorkers) {
    return refuse('workers', workers, maxWorkers, 'a round has 1 to 32 workers')
  }
  const fetched = fetchesOf(input)
  if (fetched === null) {
    const needed = (input.answerBytes ?? Wire.limits.answer) + itemOverhead + batchOverhead + headerAllowance
    return refuse(
      'httpResponseBytes',
      needed,
      limits.httpResponseBytes,
      'not even one reply fits into a response',
    )
  }
  const reference = isAuto && wantsReference
  const fetches = fetched.replies.length + fetched.answers.length + fetched.defences.length
  const fixedHttp = fetches + (reference ? 1 : 0)
  if (fixedHttp > limits.httpCalls) {
    return refuse(
      'httpCalls',
      fixedHttp,
      limits.httpCalls,
      `${mode} mode with ${workers} workers needs that many`,
    )
  }
  const pages = batches(workers, pageSize)!
  // Every worker that is asked directly costs a read of its endpoint.
  const fixedReads = readsOf(workers) + (mode === 'direct' ? registryReads + workers : 0)
  if (fixedReads > limits.reads) return refuse('reads', fixedReads, limits.reads, 'market, pages, endpoints')
  // One for all replies and the source together, one for the report, those of the evaluator.
  const fixedConsensus = 2 + (input.evaluatorCalls ?? 0)
  if (fixedConsensus > limits.consensusCalls)
    return refuse('consensusCalls', fixedConsensus, limits.consensusCalls, 'replies, evaluator and report')
  const keptBack = input.wantsPublication === true ? 1 : 0
  const left = {
    httpCalls: limits.httpCalls - fixedHttp - keptBack,
    reads: limits.reads - fixedReads - registryReads,
    consensusCalls: limits.consensusCalls - fixedConsensus,
  }
  const probes = mode === 'direct' ? 0 : probesOf(workers, left)
  const observationBytes = Observation.maxSize(workers)
  if (observationBytes > limits.observationBytes) {
    return refuse('observationBytes', observationBytes, limits.observationBytes, 'one entry a worker')
  }
  const reportBytes = Report.size(workers, isAuto)
  if (reportBytes + reportHeader > limits.reportBytes) {
    return refuse('reportBytes', reportBytes + reportHeader, limits.reportBytes, 'with the header in front')
  }
  return {
    mode,
    pages,
    ...fetched,
    reference,
    probes,
    httpCalls: fixedHttp + probes,
    reads: fixedReads + (probes > 0 ? registryReads + probes : 0),
    consensusCalls: fixedConsensus + (probes > 0 ? 1 : 0),
    observationBytes,
    reportBytes,
  }
}

/**
 * Plans a second round of the same execution: only if it leaves a probe too, so that nobody is passed over for want of calls.
 *
 * @example
 * const limits = {
 *   httpCalls: 5,
 *   httpResponseBytes: 100_000,
 *   reads: 15,
 *   readBytes: 5_000,
 *   consensusCalls: 20,
 *   observationBytes: 100_000,
 *   reportBytes: 5_000,
 * }
 * const spent = { httpCalls: 2, reads: 9, consensusCalls: 2 }
 * Plan.makeSecond({ workers: 11, limits, isAuto: true, spent }).probes // 1
 * Plan.makeSecond({ workers: 12, limits, isAuto: true, spent }).refused // 'httpCalls'
 */
export function makeSecond(input: Input & { readonly spent: Spent }): Plan | Refusal {
  const plan = make(input)
  if (isRefusal(plan) || plan.probes > 0) return plan
  const { httpCalls, reads, consensusCalls } = leftOf(input.limits, input.spent)
  const why = 'a second market, with a probe'
  if (plan.httpCalls + 1 > httpCalls) return refuse('httpCalls', plan.httpCalls + 1, httpCalls, why)
  const readsNeeded = plan.reads + registryReads + 1
  if (readsNeeded > reads) return refuse('reads', readsNeeded, reads, why)
  return refuse('consensusCalls', plan.consensusCalls + 1, consensusCalls, why)
}

/**
 * Reads of the chain that say what is asked of so many workers.
 *
 * @example
 * Plan.readsOf(16) // 3
 * Plan.readsOf(32) // 4
 */
export const readsOf = (workers: number): number => marketReads + Math.ceil(workers / pageSize)

/** What a round took: probes only as far as they were needed. */
export function spentOn(plan: Plan, probed: number): Spent {
  const isProbed = probed > 0
  return {
    httpCalls: plan.httpCalls - plan.probes + probed,
    reads:
      plan.reads -
      (plan.probes > 0 ? registryReads + plan.probes : 0) +
      (isProbed ? registryReads + probed : 0),
    consensusCalls: plan.consensusCalls - (plan.probes > 0 ? 1 : 0) + (isProbed ? 1 : 0),
  }
}

/** Both together. */
export const add = (a: Spent, b: Spent): Spent => ({
  httpCalls: a.httpCalls + b.httpCalls,
  reads: a.reads + b.reads,
  consensusCalls: a.consensusCalls + b.consensusCalls,
})

const leftOf = (limits: Limits.Limits, spent: Spent): Limits.Limits => ({
  ...limits,
  httpCalls: limits.httpCalls - spent.httpCalls,
  reads: limits.reads - spent.reads,
  consensusCalls: limits.consensusCalls - spent.consensusCalls,
})

/** A probe takes a call, a read, and one consensus call for all of them. */
const probesOf = (workers: number, left: Spent): number =>
  left.consensusCalls < 1 ? 0 : Math.max(0, Math.min(workers, left.httpCalls, left.reads))

type Fetches = Pick<Plan, 'replies' | 'answers' | 'defences'>

/** In as few calls as hold the largest replies; null where not even one fits. */
function fetchesOf(input: Input): Fetches | null {
  const { workers, mode = 'gateway' } = input
  if (mode === 'gateway' && workers <= fitting(input, 'replies'))
    return { replies: [{ from: 0, count: workers }], answers: [], defences: [] }
  const sizeOf = (phase: 'answers' | 'defences') => (mode === 'direct' ? 1 : fitting(input, phase))
  const answers = batches(workers, sizeOf('answers'))
  const defences = batches(workers, sizeOf('defences'))
  return answers === null || defences === null ? null : { replies: [], answers, defences }
}

/**
 * Whether a round does not fit its quotas.
 *
 * @example
 * Plan.isRefusal({ refused: 'workers', needed: 33, available: 32, message: 'Too many workers.' }) // true
 */
export const isRefusal = (plan: Plan | Refusal): plan is Refusal => 'refused' in plan

const refuse = (refused: Refusal['refused'], needed: number, available: number, why: string): Refusal => ({
  refused,
  needed,
  available,
  message: `The round does not fit: ${refused} ${needed} needed, ${available} allowed (${why}).`,
})

/** How many replies of the largest size fit into one response; `replies`: an answer and a defence of each worker. */
function fitting(input: Input, what: 'answers' | 'defences' | 'replies'): number {
  const answer = (input.answerBytes ?? Wire.limits.answer) + itemOverhead
  const defence = (input.defenceBytes ?? Wire.limits.defence) + itemOverhead
  const heads = what === 'replies' ? 2 : 1
  const room = input.limits.httpResponseBytes - headerAllowance - heads * batchOverhead
  const size = { answers: answer, defences: defence, replies: answer + defence }[what]
  const most = { answers: maxAnswers, defences: maxDefences, replies: maxTogether }[what]
  return Math.min(most, Math.floor(room / size))
}

/** 0…count−1 cut into even pieces of at most `size`; null when nothing fits. */
function batches(count: number, size: number): Batch[] | null {
  if (size < 1) return null
  return Array.from({ length: Math.ceil(count / size) }, (_, i) => ({
    from: i * size,
    count: Math.min(size, count - i * size),
  }))
}

/**
 * Which of the left-out workers are probed in an attempt: probes rotate, so that none is left out for ever.
 *
 * @example
 * Plan.probed([3, 8, 9], 2, 0) // [3, 8]
 * Plan.probed([3, 8, 9], 2, 1) // [3, 9]
 */
export function probed(omitted: readonly number[], probes: number, attempt: number): number[] {
  if (omitted.length <= probes) return [...omitted]
  const start = (attempt * probes) % omitted.length
  return Array.from({ length: probes }, (_, i) => omitted[(start + i) % omitted.length]!).sort(
    (a, b) => a - b,
  )
}
