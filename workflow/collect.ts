import type { NodeRuntime } from '@chainlink/cre-sdk'
import { type Admission, Json, type Plan, Round, RoundFile, Wire } from '../protocol/index.ts'
import type { Config } from './config.ts'
import { isOk, type Sent, send } from './http.ts'

/** What a gateway has collected of a round, as one node fetched it. */
export type Gateway = { readonly url: string; readonly token: string | null }

export type Collected = {
  readonly admissions: readonly Admission.Admission[]
  readonly defences: readonly (Wire.Read<Wire.ChallengeReply> | null)[]
}

/** `unsealed`: the gateway still collects. `unreachable`: no answer. `unreadable`: an answer that is none of a gateway's. */
export type Trouble = 'unsealed' | 'unreachable' | 'unreadable'

type Phase = RoundFile.Batch['phase']
type Fetching = { readonly phase: Phase; readonly sent: Sent }

/** Sends all requests at once. */
export function request(
  node: NodeRuntime<Config>,
  gateway: Gateway,
  round: Round.Round,
  plan: Plan.Plan,
): Fetching[] {
  const base = `${gateway.url}/v1/markets/${round.marketId}/rounds/${round.round}`
  const fetching = (phase: Phase) => (batch: Plan.Batch) => ({
    phase,
    sent: send(node, {
      url: `${base}/${phase}?from=${batch.from}&count=${batch.count}`,
      timeout: node.config.timeouts.gateway,
      token: gateway.token,
    }),
  })
  return [...plan.answers.map(fetching('answers')), ...plan.defences.map(fetching('defences'))]
}

/** Reads the replies. Whom the gateway left out is said to be left out; nothing it serves can make this throw. */
export function read(round: Round.Round, fetching: readonly Fetching[]): Collected | Trouble {
  const batches: RoundFile.Batch[] = []
  for (const { phase, sent } of fetching) {
    const reply = sent()
    if (reply === null) return 'unreachable'
    if (reply.status === 503) return 'unsealed'
    const batch = isOk(reply) ? batchOf(reply.body) : null
    const isAsked =
      batch !== null &&
      batch.market_id === round.marketId &&
      batch.round === round.round &&
      batch.phase === phase
    if (!isAsked) return 'unreadable'
    batches.push(batch)
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
  }
}

function batchOf(body: string): RoundFile.Batch | null {
  // Counted before parsing: deep nesting cannot be caught in here.
  if (Json.nesting(body, maxNesting) > maxNesting) return null
  try {
    const result = RoundFile.batch.safeParse(JSON.parse(body))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** A reply's own, in an item, in a list, in a batch. */
const maxNesting = Wire.limits.nesting + 3
