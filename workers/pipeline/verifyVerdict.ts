import { type Spec, type Trace, Verdict } from '../../protocol/index.ts'
import { judge } from './judge.ts'
import type { VerdictDraft } from './Subject.ts'

export type SchemaVerification = { readonly ok: boolean; readonly problems: readonly string[] }

const draft = Verdict.schema.omit({ justification_hash: true })

/** Whether a verdict is exactly what the rules of the market give for this trace, in schema, bounds and mapping. */
export function verifyVerdict(
  spec: Spec.PromptSpec,
  trace: Trace.ReasoningTrace,
  verdict: unknown,
): SchemaVerification {
  const parsed = draft.safeParse(verdict)
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((one) => `${one.path.join('.') || 'verdict'}: ${one.message}`),
    }
  }
  const problems: string[] = []
  const { data } = parsed
  const { market } = spec
  if (data.market_id !== market.market_id) problems.push(`market_id: the market is ${market.market_id}`)
  const rule = market.resolution_rules.rules.find((one) => one.rule_id === data.resolution_rule_id)
  if (rule === undefined)
    problems.push(`resolution_rule_id: the market has no rule ${data.resolution_rule_id}`)
  else if (rule.outcome !== data.outcome) problems.push(`outcome: rule ${rule.rule_id} gives ${rule.outcome}`)
  if (data.selected_leaf_refs.some((leaf) => leaf >= trace.steps.length)) {
    problems.push(`selected_leaf_refs: there are only ${trace.steps.length} steps`)
  }
  try {
    problems.push(...differences(judge(spec, trace), data))
  } catch (error) {
    problems.push(`the trace gives no verdict: ${(error as Error).message.split('\n')[0]}`)
  }
  return { ok: problems.length === 0, problems }
}

const differences = (expected: VerdictDraft, actual: VerdictDraft): string[] =>
  (['outcome', 'confidence_bps', 'resolution_time', 'resolution_rule_id'] as const).flatMap((field) =>
    expected[field] === actual[field]
      ? []
      : [`${field}: the trace gives ${expected[field]}, not ${actual[field]}`],
  )
