import { ConsensusAggregationByFields, identical, type NodeRuntime, type Runtime } from '@chainlink/cre-sdk'
import { Admission, Bytes, Observation, Plan, Round, Wire } from '../protocol/index.ts'
import type { Config } from './config.ts'
import { post, replyTo } from './direct.ts'
import { type Callee, calleesOf } from './endpoints.ts'
import { leftOut, type Retained } from './observe.ts'
import type { Asked } from './readRound.ts'

export type Probed = {
  readonly entries: readonly Observation.Entry[]
  /** Places of workers whose answer came by a probe. */
  readonly late: readonly number[]
  /** How many were asked. */
  readonly asked: number
}

/** What is left of CRE's 10 kB for a body, which travels in base64. */
const maxBody = 7_300

/**
 * Asks workers directly whom the gateway left out, as many as the quotas allow, in turn by attempt. One that was asked answers
 * for what it says or does not say; one that was not is reported as left out, which is absence and not silence.
 */
export function probe(
  runtime: Runtime<Config>,
  asked: Asked,
  plan: Plan.Plan,
  seen: readonly Observation.Entry[],
  kept: Retained,
): Probed {
  const { view: round, attempt, isEarly } = asked
  const request = JSON.stringify(Wire.toResolveRequest(round))
  const isPossible = Bytes.fromText(request).length <= maxBody
  const omitted = leftOut(seen)
  const places = isPossible ? Plan.probed(omitted, plan.probes, attempt) : []
  const callees = calleesOf(
    runtime,
    places.map((i) => round.workers[i]!),
  )
  const entries = [...seen]
  for (const i of omitted) entries[i] = Round.unanswered(Admission.unprobed(seen[i]!.vote, { isEarly }))
  const late: number[] = []
  if (places.length > 0) {
    const answers = ask(runtime, asked, places, callees, request, kept)
    places.forEach((i, at) => {
      const bytes = answers[`worker${at}`]
      if (bytes === undefined || bytes.length === 0) return
      const [entry] = Observation.decode(bytes)
      entries[i] = entry!
      if (entry!.answer !== null) late.push(i)
    })
  }
  return { entries, late, asked: places.length }
}

/** One field a worker, so that one whom the nodes see differently is merely not probed. */
type Answers = Record<string, Uint8Array>

function ask(
  runtime: Runtime<Config>,
  { view: round, isEarly }: Asked,
  places: readonly number[],
  callees: readonly (Callee | null)[],
  request: string,
  kept: Retained,
): Answers {
  const names = places.map((_, at) => `worker${at}`)
  const each = <value>(make: (at: number) => value) =>
    Object.fromEntries(names.map((name, at) => [name, make(at)]))
  return runtime
    .runInNodeMode(
      (node: NodeRuntime<Config>): Answers => {
        const sent = callees.map((callee) => post(node, callee, 'resolve', request))
        const terms = Round.termsOf(round)
        return each((at) => {
          const place = places[at]!
          const admission = Admission.admit(
            Wire.readAnswer(replyTo(sent[at] ?? null, isEarly)),
            round.workers[place]!,
            terms,
          )
          if (admission.answer !== null) kept.late.set(place, admission)
          return Observation.encode([Round.observeLate(round, place, admission)])
        })
      },
      ConsensusAggregationByFields<Answers>(each(() => () => identical<Uint8Array>() as never)).withDefault(
        each(() => new Uint8Array()),
      ),
    )()
    .result()
}
