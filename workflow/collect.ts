import type { NodeRuntime } from '@chainlink/cre-sdk'
import { type Admission, Json, type Plan, Round, RoundFile, Wire } from '../protocol/index.ts'
import type { Config } from './config.ts'
import { isOk, type Sent, send } from './http.ts'

/** What a gateway has collected of a round, as one node fetched it. */
export type Gateway = { readonly url: string; readonly token: string | null }

export type Collected = {
  readonly admissions: readonly Admission.Admission[]
  readonly defences: readonly (Wire.Read<Wire.ChallengeReply> | null)[]
  /** What the replies were admitted on, and are read on again by an evaluator. */
  readonly terms: Admission.Terms
}

/** `unsealed`: the gateway still collects. `unreachable`: no answer. `unreadable`: an answer that is none of a gateway's. */
export type Trouble = 'unsealed' | 'unreachable' | 'unreadable'

type Phase = RoundFile.Batch['phase']
/** `replies`: both phases at once, in a list. */
type Fetching = { readonly phase: Phase | 'replies'; readonly sent: Sent }

/** Sends all requests at once. */
export function request(
  node: NodeRuntime<Config>,
  gateway: Gateway,
  round: Round.Round,
  plan: Plan.Plan,
): Fetching[] {
  const base = `${gateway.url}/v1/markets/${round.marketId}/rounds/${round.round}`
  const fetching = (phase: Fetching['phase']) => (batch: Plan.Batch) => ({
    phase,
    sent: send(node, {
      url: `${base}/${phase}?from=${batch.from}&count=${batch.count}`,
      timeout: node.config.timeouts.gateway,
      token: gateway.token,
    }),
  })
  return [
    ...plan.replies.map(fetching('replies')),
    ...plan.answers.map(fetching('answers')),
    ...plan.defences.map(fetching('defences')),
  ]
}

/** Reads the replies. Whom the gateway left out is said to be left out; nothing it serves can make this throw. */
export function read(round: Round.Round, fetching: readonly Fetching[]): Collected | Trouble {
  const batches: RoundFile.Batch[] = []
  for (const { phase, sent } of fetching) {
    const reply = sent()
    if (reply === null) return 'unreachable'
    if (reply.status === 503) return 'unsealed'
    const found = isOk(reply) ? batchesOf(reply.body) : null
    const phases: Phase[] = phase === 'replies' ? ['answers', 'defences'] : [phase]
    const isAsked =
      found?.length === phases.length &&
      found.every(
        (batch, i) =>
          batch.market_id === round.marketId && batch.round === round.round && batch.phase === phases[i],
      )
    if (!isAsked) return 'unreadable'
    batches.push(...found)
  }
  const items = (phase: Phase) =>
    RoundFile.fromBatches(
      round,
      phase,
      batches.filter((one) => one.phase === phase),
    )
  const answers = items('answers')
  const defences = items('defences')
  const terms = Round.termsOf(round)
  return {
    admissions: Round.admit(
      round,
      round.workers.map((_, i) => Wire.readAnswer(RoundFile.replyOf(answers[i]!))),
      terms,
    ),
    defences: round.workers.map((_, i) => {
      const found = defences.find(({ index }) => index === i)
      return found === undefined ? null : Wire.readDefence(RoundFile.replyOf(found))
    }),
    terms,
  }
}

/** One batch, or a list of them. */
function batchesOf(body: string): readonly RoundFile.Batch[] | null {
  // Counted before parsing: deep nesting cannot be caught in here.
  if (Json.nesting(body, maxNesting) > maxNesting) return null
  try {
    const parsed: unknown = JSON.parse(body)
    const result = RoundFile.batches.safeParse(Array.isArray(parsed) ? parsed : [parsed])
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** A reply's own, in an item, in a list, in a batch, in a list. */
const maxNesting = Wire.limits.nesting + 4
