import { Hash, Instant, Json, type Proof, type Verification } from '../../protocol/index.ts'
import type * as Registry from '../source/Registry.ts'
import { readAgain } from '../source/readAgain.ts'
import { auditRule } from './auditRule.ts'
import { mark } from './collector.ts'
import { compileRule, createdIn, crossCheckIn } from './compileRule.ts'
import { judge } from './judge.ts'
import { ruleCheck } from './judgeRule.ts'
import type { Subject } from './Subject.ts'
import { differingSteps } from './verifyTrace.ts'

export type Replay = {
  /** False where the proof can't be executed again here, because its source is not known. */
  readonly executed: boolean
  readonly ok: boolean
  readonly findings: readonly Verification.Finding[]
}

/**
 * Executes a proof again from its own evidence: the spec is compiled from the question, the samples are read from the kept texts,
 * steps and verdict are derived, and everything must come out byte for byte. Pure, and never throws for what a proof says.
 */
export function replay(proof: Proof.Proof, { sources }: { readonly sources: Registry.Registry }): Replay {
  const { bundle, prompt_spec: spec, evidence, trace } = proof
  const findings: Verification.Finding[] = []
  const add = (finding: Verification.Finding) => findings.push(finding)
  if (trace.policy.determinism !== 'deterministic') return { executed: false, ok: false, findings }
  const compiled = compileRule(subjectOf(proof), crossCheckIn(spec))
  if (compiled.status === 'INVALID' || Hash.ofJson(compiled.spec) !== Hash.ofJson(spec)) {
    const path = compiled.status === 'INVALID' ? '' : firstDifference(compiled.spec, spec)
    const message = 'The question and the times of the market compile to another prompt spec.'
    add({ code: 'PROMPT_MISMATCH', tree: 'por', leaf_index: 0, path: `/prompt_spec${path}`, message })
    return { executed: true, ok: false, findings }
  }
  for (const [i, item] of evidence.items.entries()) {
    const requirement = compiled.requirements.find((one) => one.requirementId === item.evidence_id)
    const source = requirement && sources.get(requirement.provider.toLowerCase())
    if (requirement === undefined || source === undefined) return { executed: false, ok: false, findings }
    const path = `/evidence/items/${i}`
    for (const { field, message } of readAgain(source, item, requirement).faults) {
      const isReceipt = field === 'normalized' || field.startsWith('source')
      const code = field === 'normalized' || field === 'content' ? 'CONTENT_MISMATCH' : 'UNKNOWN_EVIDENCE'
      add({
        code,
        tree: 'evidence',
        leaf_index: 2 * i + (isReceipt ? 0 : 1),
        path: `${path}/${field}`,
        message,
      })
    }
    if (mark(item, compiled).used !== item.used) {
      const message = `The item is marked ${item.used ? '' : 'un'}used, which its sample and tier do not give.`
      add({ code: 'CONTENT_MISMATCH', tree: 'evidence', leaf_index: 2 * i, path: `${path}/used`, message })
    }
  }
  const audited = auditRule(spec, evidence)
  findings.push(...differingSteps(audited.trace, trace))
  // Judged from the steps that the evidence gives, not from those that were claimed.
  const verdict = judge(spec, audited.trace)
  const given = { ...verdict, justification_hash: bundle.verdict.justification_hash }
  if (Json.canonical(given) !== Json.canonical(bundle.verdict)) {
    const message = `The evidence gives ${verdict.outcome} by rule ${verdict.resolution_rule_id} at ${verdict.confidence_bps} bps.`
    add({
      code: 'VERDICT_MISMATCH',
      tree: 'reasoning',
      leaf_index: trace.steps.length + 1,
      path: '/bundle/verdict',
      message,
    })
  }
  const check = ruleCheck(evidence, verdict)
  if (Json.canonical(check) !== Json.canonical(bundle.rule_check)) {
    const message = `The evidence gives the check ${Json.canonical(check)}.`
    add({
      code: 'CHECK_MISMATCH',
      tree: 'reasoning',
      leaf_index: trace.steps.length,
      path: '/bundle/rule_check',
      message,
    })
  }
  return { executed: true, ok: findings.length === 0, findings }
}

/** What a proof says it is about. */
export const subjectOf = ({ bundle, prompt_spec }: Proof.Proof): Subject => ({
  chain_id: bundle.chain_id,
  market: bundle.market,
  market_id: bundle.market_id,
  round: bundle.round,
  question: prompt_spec.market.question,
  deadline: Instant.parse(prompt_spec.market.resolution_deadline),
  created: createdIn(prompt_spec.prediction_semantics),
})

/** Where two models first differ, such as `/market/resolution_window/end`. */
function firstDifference(a: unknown, b: unknown, path = ''): string {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return path
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (Json.canonical(left[key] ?? null) !== Json.canonical(right[key] ?? null)) {
      return firstDifference(left[key], right[key], `${path}/${key}`)
    }
  }
  return path
}
