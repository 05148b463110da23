import { setTimeout as sleep } from 'node:timers/promises'
import { type Admission, Round, RoundFile, Wire } from '../protocol/index.ts'
import type { RoundView } from '../services/chain/Chain.ts'
import { askWorker, type Said } from './askWorker.ts'
import type { Gateway, Key, Phase } from './Gateway.ts'
import {
  expectReplies,
  findRound,
  keepReply,
  leaseReplies,
  type ReplyRow,
  releaseReplies,
  repliesOf,
  setPhase,
} from './Records.ts'

/**
 * Collects a round as far as this process can: claims the workers that nobody asks, asks them, and moves on when all of a phase
 * are in. True when the round is sealed; false while others are still asking.
 */
export async function collect(gateway: Gateway, key: Key): Promise<boolean> {
  const { store, chain, stopping } = gateway
  for (;;) {
    const row = await findRound(store, chain, key)
    if (row === undefined || stopping.aborted) return false
    if (row.phase === 'sealed') return true
    await askPhase(gateway, key, row.view, row.phase)
    if (!(await advance(gateway, key, row.phase))) return false
  }
}

async function askPhase(gateway: Gateway, key: Key, view: RoundView, phase: Phase): Promise<void> {
  const { store, chain, deadlines, metrics, log, name } = gateway
  const ms = phase === 'answers' ? deadlines.resolveMs : deadlines.challengeMs
  const leaseMs = ms + deadlines.leaseMs
  const claimed = await leaseReplies(store, chain, key, phase, { by: name, leaseMs })
  if (claimed.length === 0) return
  const deadline = Date.now() + ms
  const bodyFor = await requestsOf(gateway, key, view, phase)
  const end = metrics.phaseSeconds.startTimer({ phase })
  const asked = claimed.map(async (place) => {
    const said = await askOne(gateway, view.workers[place]!.agentId, phase, bodyFor(place), deadline)
    if (said === null) return false
    const read = readBody(said, phase)
    const status = read.reply === null ? read.reason : 'ok'
    const reply = read.reply === null ? null : JSON.stringify(read.reply)
    const isKept = await keepReply(store, chain, key, phase, { place, by: name, status, reply })
    if (isKept) metrics.replies.inc({ phase, status })
    return true
  })
  const ended = await Promise.allSettled(asked)
  end()
  const faults = ended.filter((one) => one.status === 'rejected' || !one.value)
  if (faults.length > 0) await releaseReplies(store, chain, key, phase, name)
  for (const one of faults) if (one.status === 'rejected') throw one.reason
  log.info({ market_id: key.marketId, round: key.round, phase, asked: claimed.length }, 'workers were asked')
}

/** What each worker is sent: one request for all, then to each its own challenges. */
async function requestsOf(
  { store, chain }: Gateway,
  key: Key,
  view: RoundView,
  phase: Phase,
): Promise<(place: number) => string> {
  if (phase === 'answers') {
    const body = JSON.stringify(Wire.toResolveRequest(view))
    return () => body
  }
  const challenges = challengesOf(view, await repliesOf(store, chain, key, 'answers'))
  return (place) => JSON.stringify(challenges[place])
}

const paths: Readonly<Record<Phase, string>> = { answers: '/a2a/resolve', defences: '/a2a/challenge' }

/** Null where nothing can be said of the worker: the chain did not tell where it is, or this process stops. */
export async function askOne(
  gateway: Gateway,
  agentId: number,
  phase: Phase,
  body: string,
  deadline: number,
): Promise<Said | null> {
  const { findEndpoint, reach, stopping, metrics } = gateway
  const limit = AbortSignal.any([stopping, AbortSignal.timeout(Math.max(0, deadline - Date.now()))])
  for (;;) {
    try {
      const endpoint = await findEndpoint(agentId, limit)
      if (stopping.aborted) return null
      if (endpoint === null) return { status: 'no-endpoint', body: null }
      const said = await askWorker(endpoint + paths[phase], body, { ...reach, deadline, signal: stopping })
      return stopping.aborted && said.status !== 'ok' ? null : said
    } catch {
      metrics.chainErrors.inc()
      if (limit.aborted) return null
      await sleep(250, undefined, { signal: limit }).catch(() => {})
    }
  }
}

/** A body as the phase reads it. Signatures are left to the DON. */
export function readBody(said: Said, phase: Phase): Wire.Read<Wire.ResolveReply | Wire.ChallengeReply> {
  const reply = said.status === 'ok' ? said.body : Wire.noReply(said.status, said.status)
  return phase === 'answers' ? Wire.readAnswer(reply) : Wire.readDefence(reply)
}

/** Moves a round on once all of its phase are in; whoever comes second finds it moved. */
async function advance({ store, chain, log, metrics }: Gateway, key: Key, from: Phase): Promise<boolean> {
  const moved = await store.transaction(async (queries) => {
    const row = await findRound(queries, chain, key, { lock: true })
    if (row === undefined) return null
    if (row.phase !== from) return 'by another'
    const rows = await repliesOf(queries, chain, key, from)
    if (rows.some(({ status }) => status === null)) return null
    const challenges = from === 'answers' ? challengesOf(row.view, rows) : []
    const challenged = challenges.flatMap((request, place) => (request === null ? [] : [place]))
    if (challenged.length > 0) await expectReplies(queries, chain, row.view, 'defences', challenged)
    const next = challenged.length > 0 ? 'defences' : 'sealed'
    await setPhase(queries, chain, key, next)
    return next
  })
  if (moved === 'sealed') {
    metrics.rounds.inc({ step: 'sealed' })
    log.info({ market_id: key.marketId, round: key.round }, 'the round is sealed')
  }
  return moved !== null
}

/** A stored row as it stands in a batch. */
export const toItem = ({ place, agent_id, status, reply }: ReplyRow): RoundFile.Item => ({
  index: place,
  agent_id: Number(agent_id),
  reply: reply === null ? null : JSON.parse(reply),
  status: status as RoundFile.Item['status'],
})

export const admissionsOf = (view: RoundView, answers: readonly RoundFile.Item[]): Admission.Admission[] =>
  Round.admit(
    view,
    answers.map((one) => Wire.readAnswer(RoundFile.replyOf(one))),
  )

const challengesOf = (view: RoundView, rows: readonly ReplyRow[]) =>
  Round.challenges(view, admissionsOf(view, rows.map(toItem)))
