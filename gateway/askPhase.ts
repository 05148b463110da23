import { Decision, Docket, Round, Wire } from '../protocol/index.ts'
import type { RoundView } from '../services/chain/Chain.ts'
import * as Trace from '../services/http/Trace.ts'
import { admissionsOf, toItem } from './admissions.ts'
import { askUntil } from './askUntil.ts'
import type { Attempt, Said } from './askWorker.ts'
import type { Gateway, Key, Phase } from './Gateway.ts'
import { type OpenPhase, openPhase } from './OpenPhase.ts'
import {
  keepReply,
  leaseReplies,
  type ReplyRow,
  releaseReplies,
  renewReply,
  repliesOf,
  type TimesRow,
  timesOf,
} from './Records.ts'

/** A worker is left to its asker for this long after the end of the phase, so that what it found out is kept. */
const marginMs = 1_000
/** The chain's time can be moved on, so it is looked at this often. */
const lookMs = 1_000
/** How long a request may take that is sent although the phase is over. */
const lastAskMs = 10_000

const paths: Readonly<Record<Phase, string>> = { answers: '/a2a/resolve', defences: '/a2a/challenge' }

export type PhaseOfRound = {
  readonly key: Key
  readonly view: RoundView
  readonly phase: Phase
  /** What each worker is sent. */
  readonly bodyFor: (place: number) => string
}

/** Takes the workers of a phase that nobody asks, asks them until the phase ends, and keeps what they say. */
export async function askPhase(gateway: Gateway, asked: PhaseOfRound, signal: AbortSignal): Promise<void> {
  const { store, chain, clock, deadlines, metrics, log, name } = gateway
  const { key, view, phase } = asked
  if (phase === 'answers') await untilKnowable(gateway, view, signal)
  if (signal.aborted) return
  const now = clock.now()
  const claim = { by: name, now, until: now + leaseOf(deadlines, phase) }
  const claimed = await leaseReplies(store, chain, key, phase, claim)
  if (claimed.length === 0) return
  const [rows, times] = await Promise.all([
    repliesOf(store, chain, key, phase),
    timesOf(store, chain, key, phase),
  ])
  const open = openPhase({
    ...{ phase, clock, deadlines },
    rule: Round.docketRule(view),
    deadline: view.deadline,
    workers: view.workers.length,
    firstAsk: firstOf(times.flatMap(({ asked_at }) => (asked_at === null ? [] : [asked_at.getTime()]))),
    definite: phase === 'answers' ? definiteTimes(view, rows, times) : [],
  })
  const end = metrics.phaseSeconds.startTimer({ phase })
  const ended = await Promise.allSettled(claimed.map((place) => askOne(gateway, asked, open, place, signal)))
  end()
  const faults = ended.filter((one) => one.status === 'rejected' || !one.value)
  if (faults.length > 0) await releaseReplies(store, chain, key, phase, name)
  for (const one of faults) if (one.status === 'rejected') throw one.reason
  const trace_id = traceOf(gateway, key).traceId
  log.info(
    { trace_id, market_id: key.marketId, round: key.round, phase, asked: claimed.length },
    'workers were asked',
  )
}

/** Of a high or low nobody has anything to say before it can be decided, and nothing is sealed: so nobody is asked before. */
async function untilKnowable({ clock }: Gateway, view: RoundView, signal: AbortSignal): Promise<void> {
  const rule = Round.docketRule(view)
  if (rule === null || !Docket.isOfMany(rule, view.deadline)) return
  while (!signal.aborted && Decision.isEarly(rule, clock.chain.now())) await clock.sleep(lookMs, signal)
}

const firstOf = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.min(...times))

/** When each signed Yes or No was kept. */
function definiteTimes(view: RoundView, rows: readonly ReplyRow[], times: readonly TimesRow[]): number[] {
  const read = rows.map((row) => (row.status === null ? { ...row, status: 'silent' } : row))
  return admissionsOf(view, read.map(toItem)).flatMap(({ vote: { outcome } }, i) => {
    const at = times[i]!.said_at
    return (outcome === 'YES' || outcome === 'NO') && at !== null ? [at.getTime()] : []
  })
}

/** How long one request may take. */
const askMsOf = ({ resolveMs, challengeMs }: Gateway['deadlines'], phase: Phase): number =>
  phase === 'answers' ? resolveMs : challengeMs

/** Nobody else asks a worker while a request is under way. */
const leaseOf = (deadlines: Gateway['deadlines'], phase: Phase): number =>
  Math.max(deadlines.leaseMs, askMsOf(deadlines, phase) + marginMs)

/** Asks one worker and keeps what it says; false where it is left to others. */
async function askOne(
  gateway: Gateway,
  { key, view, phase, bodyFor }: PhaseOfRound,
  open: OpenPhase,
  place: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, chain, clock, places, deadlines, metrics, name } = gateway
  const { agentId } = view.workers[place]!
  const askMs = askMsOf(deadlines, phase)
  const said = await askUntil({
    ...{ agentId, phase: open, clock, places, signal, askMs },
    lastAskMs: Math.min(lastAskMs, askMs),
    async claim() {
      open.asked()
      const now = clock.now()
      // After the phase nobody waits for whoever has died, except for the one request that may still be under way.
      const least = now + Math.min(lastAskMs, askMs)
      const until = Math.min(now + leaseOf(deadlines, phase), Math.max(open.endsAt(), least) + marginMs)
      return renewReply(store, chain, key, phase, { place, by: name, now, until })
    },
    ask: (limits) => askAt(gateway, { key, agentId, phase, body: bodyFor(place) }, limits),
  })
  if (said === null) return false
  const read = readBody(said, phase)
  const status = read.reply === null ? read.reason : 'ok'
  const reply = read.reply === null ? null : JSON.stringify(read.reply)
  const kept = { place, by: name, status, reply, now: clock.now() }
  if (!(await keepReply(store, chain, key, phase, kept))) return true
  metrics.replies.inc({ phase, status })
  if (
    phase === 'answers' &&
    read.reply !== null &&
    isDefinite(view, place, read as Wire.Read<Wire.ResolveReply>)
  )
    open.heardDefinite()
  return true
}

function isDefinite(view: RoundView, place: number, read: Wire.Read<Wire.ResolveReply>): boolean {
  const one = { ...view, workers: [view.workers[place]!] }
  const outcome = Round.admit(one, [read])[0]!.vote.outcome
  return outcome === 'YES' || outcome === 'NO'
}

type Outgoing = {
  readonly key: Key
  readonly agentId: number
  readonly phase: Phase
  readonly body: string
}

/** One request to wherever the worker is registered. Null where the chain did not tell. */
export async function askAt(
  gateway: Gateway,
  { key, agentId, phase, body }: Outgoing,
  limits: { readonly ms: number; readonly signal: AbortSignal },
): Promise<Attempt | null> {
  const { findEndpoint, askWorker, metrics } = gateway
  try {
    const endpoint = await findEndpoint(agentId, limits.signal)
    if (endpoint === null)
      return { said: { status: 'no-endpoint', body: null }, isWorthAgain: false, retryAfter: 0 }
    const traceparent = Trace.toHeader(traceOf(gateway, key))
    return await askWorker({ url: endpoint + paths[phase], body, traceparent }, limits)
  } catch {
    metrics.chainErrors.inc()
    return null
  }
}

/** The round's name in the logs of all who have a part in it. */
export const traceOf = ({ chain: { chainId, market } }: Pick<Gateway, 'chain'>, key: Key): Trace.Trace =>
  Trace.ofRound({ chainId, market, ...key })

/** A body as the phase reads it. Signatures are left to the DON. */
export function readBody(said: Said, phase: Phase): Wire.Read<Wire.ResolveReply | Wire.ChallengeReply> {
  const reply = said.status === 'ok' ? said.body : Wire.noReply(said.status, said.status)
  return phase === 'answers' ? Wire.readAnswer(reply) : Wire.readDefence(reply)
}
