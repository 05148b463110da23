import { consensusIdenticalAggregation, cre, type NodeRuntime, type Runtime, text } from '@chainlink/cre-sdk'
import { Hash, LlmEvaluator, Observation, Round, type Score } from '../protocol/index.ts'
import type { Config } from './config.ts'
import type { Retained } from './observe.ts'
import type { Asked } from './readRound.ts'

/** The model's scores where there is one and it gives them; otherwise the rubric's, which the nodes have already given. */
export type Evaluated = {
  readonly entries: readonly Observation.Entry[]
  /** Why the rubric's scores stand although a model was wanted; null when they do not, or none was. */
  readonly fallback: string | null
}

/** So many requests to the model are agreed on at once: three of them fit an observation. */
const callsAtOnce = 3

/** Consensus calls that this may take. */
export const consensusCalls = Math.ceil(LlmEvaluator.limits.calls / callsAtOnce)

/** Requests, and with the last of them what is known of each worker without reading. */
type Prepared = { readonly calls: readonly LlmEvaluator.Call[]; readonly facts: readonly Score.Facts[] }

/**
 * Shows a model what the workers wrote. Each node prepares the requests from what it has read itself, and they must be the same;
 * the call is then made once for all, with a key that no node sees.
 */
export function evaluate(
  runtime: Runtime<Config>,
  asked: Asked,
  entries: readonly Observation.Entry[],
  kept: Retained,
): Evaluated {
  const { llm, evaluator } = runtime.config
  if (evaluator !== 'llm' || llm === undefined) return { entries, fallback: null }
  const scored = entries.flatMap(({ dimensions }, i) => (dimensions === null ? [] : [i]))
  if (scored.length === 0) return { entries, fallback: 'nobody to score' }
  if (scored.length > LlmEvaluator.maxWorkers) return { entries, fallback: 'too many workers for a model' }
  // Nobody knows it before the round is sealed, so nobody knows under which label a worker will stand.
  const seed = Hash.ofBytes(Observation.encode(entries))
  const prepared: Prepared[] = []
  for (let from = 0; from < LlmEvaluator.limits.calls; from += callsAtOnce) {
    const part = agreeOn(runtime, () => prepare(asked, kept, scored, seed, llm.model, from))
    if (part === null) return { entries, fallback: 'nodes prepared different requests' }
    if (typeof part === 'string') return { entries, fallback: part }
    prepared.push(part)
  }
  const calls = prepared.flatMap((one) => one.calls)
  const { facts } = prepared[prepared.length - 1]!
  const collected = LlmEvaluator.collect(calls, send(runtime, llm, calls), facts)
  if (!collected.ok) return { entries, fallback: collected.reason }
  return {
    fallback: null,
    entries: entries.map((entry, i) => {
      const at = scored.indexOf(i)
      return at === -1
        ? entry
        : { ...entry, dimensions: collected.evaluations[at]!.dimensions, evaluator: 'llm' as const }
    }),
  }
}

/** The requests from one on, of those that this node would send. */
function prepare(
  { view: round }: Asked,
  { collected, late }: Retained,
  scored: readonly number[],
  seed: Hash.Hash,
  model: string,
  from: number,
): Prepared | string {
  if (collected === null) return 'this node has read nothing'
  const admissions = collected.admissions.map((admission, i) => late.get(i) ?? admission)
  const { terms, defences } = collected
  const exhibits = Round.exhibits(round, admissions, defences, { terms, late: [...late.keys()] })
  const shown = scored.map((i) => exhibits[i] ?? null)
  if (shown.some((exhibit) => exhibit === null)) return 'this node has read something else'
  const workers = shown.map((exhibit) => LlmEvaluator.workerOf(exhibit!))
  const plan = LlmEvaluator.plan({ question: round.question, workers, seed, model })
  if (!plan.ok) return plan.reason
  const end = from + callsAtOnce
  // With the last requests, of which there are fewer: all of one part must fit an observation.
  const isLast = end >= LlmEvaluator.limits.calls
  return {
    calls: plan.calls.slice(from, end),
    facts: isLast ? shown.map((exhibit) => LlmEvaluator.factsOf(exhibit!)) : [],
  }
}

function agreeOn(runtime: Runtime<Config>, make: () => Prepared | string): Prepared | string | null {
  const agreed = runtime
    .runInNodeMode(
      (_: NodeRuntime<Config>) => JSON.stringify(make()),
      // Not the empty text: the SDK takes no default that is empty.
      consensusIdenticalAggregation<string>().withDefault('null'),
    )()
    .result()
  return JSON.parse(agreed) as Prepared | string | null
}

/** The model's words for each request; null where it gave none. */
function send(
  runtime: Runtime<Config>,
  llm: NonNullable<Config['llm']>,
  calls: readonly LlmEvaluator.Call[],
): (string | null)[] {
  const client = new cre.capabilities.ConfidentialHTTPClient()
  return calls
    .map(({ body }) =>
      client.sendRequest(runtime, {
        vaultDonSecrets: [{ key: llm.keySecret }],
        request: {
          url: llm.url,
          method: 'POST',
          bodyString: body,
          multiHeaders: {
            authorization: { values: [`Bearer {{.${llm.keySecret}}}`] },
            'content-type': { values: ['application/json'] },
          },
          timeout: '10s',
        },
      }),
    )
    .map((call) => {
      try {
        const reply = call.result()
        return reply.statusCode === 200 ? LlmEvaluator.contentOf(text(reply)) : null
      } catch {
        return null
      }
    })
}
