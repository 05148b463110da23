import { ConsensusAggregationByFields, identical, type NodeRuntime, type Runtime } from '@chainlink/cre-sdk'
import { Admission, Observation, type Plan, Reference, Round, type Vote } from '../protocol/index.ts'
import * as Collect from './collect.ts'
import type { Config } from './config.ts'
import * as Direct from './direct.ts'
import type { Callee } from './endpoints.ts'
import { send } from './http.ts'
import type { Asked } from './readRound.ts'

/** How a node gets at the replies: from a gateway, or from each worker itself. */
export type Way =
  | { readonly kind: 'gateway'; readonly gateway: Collect.Gateway }
  | { readonly kind: 'direct'; readonly callees: readonly (Callee | null)[] }

/** What the nodes agreed on. */
export type Observed = {
  readonly entries: readonly Observation.Entry[]
  /** What the source itself says. */
  readonly reference: Vote.Outcome | null
}

/** What one node saw, each part agreed on by itself: a source that answers only some nodes stops nothing. */
type Seen = { readonly state: string; readonly entries: Uint8Array; readonly reference: string }

const sealed = 'sealed'
const nothing: Seen = { state: 'nodes disagree', entries: new Uint8Array(), reference: '' }

/** What this node itself has read, for an evaluator to be shown later: texts are too long to be agreed on. */
export type Retained = {
  collected: Collect.Collected | null
  /** By place: who was asked only after the challenges were made. */
  readonly late: Map<number, Admission.Admission>
}

/** Every node fetches, checks, hashes and scores for itself; they must come to the same bytes. */
export function observe(
  runtime: Runtime<Config>,
  asked: Asked,
  plan: Plan.Plan,
  way: Way,
  kept: Retained,
): Observed | { readonly waiting: string } {
  const { state, entries, reference } = runtime
    .runInNodeMode(
      (node: NodeRuntime<Config>) => see(node, asked, plan, way, kept),
      ConsensusAggregationByFields<Seen>({
        state: () => identical<string>() as never,
        entries: () => identical<Uint8Array>() as never,
        reference: () => identical<string>() as never,
      }).withDefault(nothing),
    )()
    .result()
  if (state !== sealed) return { waiting: state }
  if (entries.length === 0) return { waiting: 'nodes disagree' }
  return {
    entries: Observation.decode(entries),
    reference: reference === '' ? null : (reference as Vote.Outcome),
  }
}

function see(node: NodeRuntime<Config>, asked: Asked, plan: Plan.Plan, way: Way, kept: Retained): Seen {
  const { view: round, clock } = asked
  const bases = { ...Reference.defaultBases, ...node.config.sources }
  const question = plan.reference ? Reference.plan(round, bases) : null
  // The source is asked while the replies are under way.
  const source =
    question === null ? null : send(node, { url: question.url, timeout: node.config.timeouts.source })
  const collected =
    way.kind === 'gateway'
      ? throughGateway(node, round, plan, way.gateway)
      : Direct.ask(node, asked, way.callees)
  const reply = source?.() ?? null
  const reference = reply === null ? null : Reference.read(round, reply, clock.now)
  const said = { reference: reference?.outcome ?? '' }
  if (typeof collected === 'string') return { ...nothing, ...said, state: collected }
  kept.collected = collected
  const { admissions, defences, terms } = collected
  const entries = Round.observe(round, admissions, defences, { terms })
  return { ...said, state: sealed, entries: Observation.encode(entries) }
}

const throughGateway = (
  node: NodeRuntime<Config>,
  round: Round.Round,
  plan: Plan.Plan,
  gateway: Collect.Gateway,
): Collect.Collected | Collect.Trouble => Collect.read(round, Collect.request(node, gateway, round, plan))

/** Workers who are excluded on the gateway's word alone. */
export const leftOut = (entries: readonly Observation.Entry[]): number[] =>
  entries.flatMap((entry, i) => (Admission.isHearsay(entry) ? [i] : []))
