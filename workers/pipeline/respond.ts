import { Bytes, Question, Rule, Wire } from '../../protocol/index.ts'
import type { ChallengeKind } from '../sdk/classify.ts'
import { type Account, clip, toSources, write } from './Account.ts'
import { modelProvider } from './Recorded.ts'
import type { Answered, Task } from './Resolver.ts'
import { SOPExecutionError } from './Stage.ts'
import type { Resolution } from './sop.ts'
import { citationsOf } from './text/citations.ts'

export type Publishing = {
  /** Where a proof can be fetched by its root; null where it is not published. */
  readonly porUri?: ((root: string) => string) | null | undefined
}

/** The reply to a question that ran through the whole procedure. */
export function toAnswered(context: Publishing, resolution: Resolution, account: Account): Answered {
  const { proof } = resolution
  const { verdict, rule_check, por_root } = proof.bundle
  const uri = context.porUri?.(por_root)
  const fetched = proof.evidence.items.filter((item) => item.source.provider !== modelProvider)
  // An answer names what it rests on, and what it was checked against; what was refused is no source of it.
  const isRule = proof.prompt_spec.market.resolution_rules.predicate !== null
  const cited = isRule || verdict.outcome === 'INVALID' ? fetched : fetched.filter((item) => item.used)
  const sources = toSources(cited.map((item) => item.source.uri))
  const citations = isRule ? [] : citationsOf(proof, sources)
  const reply = {
    determination: verdict.outcome === 'YES',
    outcome: verdict.outcome,
    confidence: verdict.confidence_bps / 10_000,
    evidence: '',
    sources,
    ...(rule_check === null ? {} : { rule_check }),
    ...(uri === undefined ? {} : { por: { root: por_root, uri } }),
    ...(citations.length === 0 ? {} : { citations }),
  }
  const left = Wire.limits.answer - attestationBytes - Bytes.fromText(JSON.stringify(reply)).length
  const evidence = write(account, Math.min(Wire.limits.evidence, left))
  const again = verdict.outcome === 'INVALID' && isSourceAway(resolution) ? 'soon' : undefined
  return { proof, reply: { ...reply, evidence }, ...(again === undefined ? {} : { again }) }
}

/** Whether a source that was asked just now may be there a little later. A recording says the same again. */
const isSourceAway = ({ proof, failures }: Resolution): boolean =>
  failures.some((one) => one.isPassing) ||
  proof.evidence.items.some(
    ({ retrieval: { method, status } }) =>
      method !== 'REPLAY' && (status === 408 || status === 425 || status === 429 || status >= 500),
  )

/** What signing adds to a reply: an address, a signature and a hash, with their names. */
const attestationBytes = 340

/** The reply to a question that can't be decided here: it says so, and why, and claims nothing. */
export function toAbstention(task: Task, error: SOPExecutionError): Answered {
  const reason = error.shortMessage.slice(error.shortMessage.indexOf(': ') + 2)
  const missing =
    error.missingFields.length === 0 ? '' : `\nmissing_fields: ${error.missingFields.join(', ')}`
  const text = `No answer was found, and none is claimed: ${reason}${missing}\nTherefore the outcome is INVALID.`
  return {
    proof: null,
    ...(error.again === null ? {} : { again: error.again }),
    reply: {
      determination: false,
      outcome: 'INVALID',
      confidence: 0,
      evidence: clip(text, Wire.limits.evidence),
      sources: [],
      ...(isAuto(task)
        ? { rule_check: { observed_at: 0, value: '0', tier: 3, result: 'INVALID' as const } }
        : {}),
    },
  }
}

// Without a check nobody counts an answer to an auto rule; one that says INVALID needs no sample.
const isAuto = ({ parsed }: Task): boolean => Rule.isAuto(parsed.rule) && Question.hasNoError(parsed)

/** Any failure of the procedure; anything else is a fault of ours and goes on. */
export function toExecutionError(error: unknown): SOPExecutionError {
  if (error instanceof SOPExecutionError) return error
  throw error
}

/** What is said to each kind of challenge, from the account of the answer alone. */
export function toResponses(account: Account): Readonly<Record<ChallengeKind, string>> {
  const fitted = (text: string) => clip(text, Wire.limits.response)
  const { decisive, wouldChange, weakest, conclusion } = account
  return {
    opposite: fitted(decisive),
    change: fitted(wouldChange),
    weakest: fitted(weakest),
    other: fitted(`${account.observed[0] ?? decisive} ${conclusion}`),
  }
}
