import { type Evidence, Hash, Instant, Json, type Proof, type Verification } from '../../protocol/index.ts'
import { requestHash } from '../../services/fetch/Fixture.ts'
import { NotConfiguredError } from '../source/Extractor.ts'
import type * as Registry from '../source/Registry.ts'
import { readAgain } from '../source/readAgain.ts'
import type { Requirement, Source } from '../source/Source.ts'
import { mark } from './collector.ts'
import { differingSteps } from './differingSteps.ts'
import { judge } from './judge.ts'
import * as ExecutedPlan from './plan/ExecutedPlan.ts'
import { questionIn } from './questionIn.ts'
import { isRecord, planProvider, replyId } from './Recorded.ts'
import { auditRule } from './rule/audit.ts'
import { compileRule, createdIn, crossCheckIn } from './rule/compile.ts'
import { ruleCheck } from './rule/judge.ts'
import type { Compiled, Missing, Subject } from './Subject.ts'
import { auditText, markUsed } from './text/audit.ts'
import { compileText } from './text/compile.ts'
import * as ModelReply from './text/ModelReply.ts'
import { configIn } from './text/TextSource.ts'

export type Replay = {
  /** False where the proof can't be executed again here, because one of its sources is not known. */
  readonly executed: boolean
  /** Why it was not executed. */
  readonly why?: string
  readonly ok: boolean
  readonly findings: readonly Verification.Finding[]
}

export type ReplayOptions = {
  readonly sources: Registry.Registry
  /** The market as the chain has it; without it, the proof is taken at its word about question and times. */
  readonly subject?: Subject | undefined
}

/**
 * Executes a proof again from its own evidence: the spec is compiled from the question, the samples are read from the kept texts,
 * steps and verdict are derived, and everything must come out byte for byte. Where a model was asked, its kept replies stand in
 * for it, and everything else is executed. Pure, and never throws for what a proof says.
 *
 * @example
 * const { ok, findings } = replay(proof, { sources })
 */
export function replay(proof: Proof.Proof, { sources, subject = subjectOf(proof) }: ReplayOptions): Replay {
  const { bundle, prompt_spec: spec, evidence, trace } = proof
  const isRule = spec.market.resolution_rules.predicate !== null
  // Words were decided otherwise before specs committed to an event; nothing here can do that again.
  if (!isRule && spec.event === undefined) return notExecuted('it is of an earlier edition')
  const compiled = isRule ? compileRule(subject, crossCheckIn(spec)) : compileAgain(proof, subject)
  if (compiled.status === 'INVALID' || Hash.ofJson(compiled.spec) !== Hash.ofJson(spec)) {
    const path = compiled.status === 'INVALID' ? '' : firstDifference(compiled.spec, spec)
    const message = 'The question and the times of the market compile to another prompt spec.'
    const at = { tree: 'por', leaf_index: 0, path: `/prompt_spec${path}` } as const
    return { executed: true, ok: false, findings: [{ code: 'PROMPT_MISMATCH', ...at, message }] }
  }
  const findings = isRule ? readSamples(proof, compiled, sources) : readPages(proof, compiled)
  if (typeof findings === 'string') return notExecuted(findings)
  const audited = isRule ? auditRule(spec, evidence) : auditText(spec, evidence)
  findings.push(...differingSteps(audited.trace, trace))
  // Judged from the steps that the evidence gives, not from those that were claimed.
  const verdict = judge(spec, audited.trace)
  const given = { ...verdict, justification_hash: bundle.verdict.justification_hash }
  const conclusion = { tree: 'reasoning', leaf_index: trace.steps.length } as const
  if (Json.canonical(given) !== Json.canonical(bundle.verdict)) {
    const message = `The evidence gives ${verdict.outcome} by rule ${verdict.resolution_rule_id} at ${verdict.confidence_bps} bps.`
    const at = { ...conclusion, leaf_index: conclusion.leaf_index + 1, path: '/bundle/verdict' }
    findings.push({ code: 'VERDICT_MISMATCH', ...at, message })
  }
  const check = isRule ? ruleCheck(evidence, verdict) : null
  if (Json.canonical(check) !== Json.canonical(bundle.rule_check)) {
    const message = `The evidence gives the check ${Json.canonical(check)}.`
    findings.push({ code: 'CHECK_MISMATCH', ...conclusion, path: '/bundle/rule_check', message })
  }
  return { executed: true, ok: findings.length === 0, findings }
}

const notExecuted = (why: string): Replay => ({ executed: false, why, ok: false, findings: [] })

/** What a proof says it is about. */
export const subjectOf = ({ bundle, prompt_spec }: Proof.Proof): Subject => ({
  chain_id: bundle.chain_id,
  market: bundle.market,
  market_id: bundle.market_id,
  round: bundle.round,
  ...questionIn(prompt_spec),
  deadline: Instant.parse(prompt_spec.market.resolution_deadline),
  created: createdIn(prompt_spec.prediction_semantics),
})

/** Compiles a free-text question from what the model said of it, and from the sources that the spec allows. */
function compileAgain({ prompt_spec: spec, evidence }: Proof.Proof, subject: Subject): Compiled | Missing {
  const reply = evidence.items.find((item) => item.evidence_id === replyId('prompt-engineer'))
  const proposal = reply === undefined ? null : ModelReply.read(ModelReply.proposal, reply.content)
  const config = configIn(spec)
  if (proposal === null || config === null) return { status: 'INVALID', missing_fields: ['reply'] }
  const compiled = compileText(config, subject, proposal, spec.prompt_hashes)
  return compiled.status === 'INVALID' ? compiled : { ...compiled, replies: [] }
}

type Findings = Verification.Finding[]

/** Reads the samples of an auto rule again; a sentence where a source, or the place where it was asked, is not known here. */
function readSamples(
  { evidence }: Proof.Proof,
  compiled: Compiled,
  sources: Registry.Registry,
): Findings | string {
  const findings: Findings = []
  for (const [i, item] of evidence.items.entries()) {
    const requirement = compiled.requirements.find((one) => one.requirementId === item.evidence_id)
    if (requirement === undefined) return `${item.evidence_id} is of no requirement that the question has`
    const source = knownSource(sources, requirement)
    if (source === undefined) return `the source ${item.source.provider} is not known here`
    if (!isKnownPlace(source, requirement, item.source.uri))
      return `${item.source.provider} was asked at ${originOf(item.source.uri)}, which is not known here`
    for (const { code, path, message } of readAgain(source, item, requirement).faults) {
      const isReceipt = path === '/normalized' || path.startsWith('/source')
      findings.push(atItem(i, isReceipt ? 'receipt' : 'item', code, path, message))
    }
    if (mark(item, compiled).used !== item.used) findings.push(markedWrong(i))
  }
  return findings
}

/** One that its worker configured for itself is not known here, and what it says can't be held against anyone. */
function knownSource(sources: Registry.Registry, requirement: Requirement): Source | undefined {
  const source = sources.get(requirement.provider.toLowerCase())
  try {
    source?.plan(requirement)
  } catch (error) {
    if (error instanceof NotConfiguredError) return undefined
    // Whatever else is wrong with it is found when the item is read again.
  }
  return source
}

/** Whether a source would be asked where it was: one on another host may say the same, and nobody here can tell. */
function isKnownPlace(source: Source, requirement: Requirement, uri: string): boolean {
  try {
    return originOf(source.plan(requirement).url) === originOf(uri)
  } catch {
    // What is wrong with the requirement is found when the item is read again.
    return true
  }
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'no URL')

/** Checks that the pages are those of the spec's sources, and that what is marked as used follows from them. */
function readPages({ evidence, prompt_spec: spec }: Proof.Proof, compiled: Compiled): Findings {
  const findings: Findings = []
  const marked = markUsed(spec, evidence)
  for (const [i, item] of evidence.items.entries()) {
    if (marked.items[i]!.used !== item.used) findings.push(markedWrong(i))
    if (item.source.provider === planProvider) findings.push(...readPlan(i, item, evidence, compiled))
    if (isRecord(item)) continue
    const requirement = compiled.requirements.find((one) => one.requirementId === item.evidence_id)
    const asked = requirement === undefined ? null : requestHash({ method: 'GET', url: requirement.asset })
    const isSame = requirement?.sourceId === item.source.source_id && requirement.asset === item.source.uri
    if (!isSame || asked !== item.retrieval.request_hash) {
      findings.push(
        atItem(i, 'receipt', 'UNKNOWN_EVIDENCE', '/source', 'It is not the page that the spec names.'),
      )
    }
  }
  return findings
}

/** Checks that the record of a plan is that of this spec and of this bundle. */
function readPlan(
  i: number,
  item: Evidence.EvidenceItem,
  { items }: Evidence.EvidenceBundle,
  { plan }: Compiled,
): Findings {
  const record = ExecutedPlan.readRecord(item)
  const fault = record === null ? 'It cannot be read.' : ExecutedPlan.faultOf(record, plan, items)
  return fault === null
    ? []
    : [atItem(i, 'item', 'CONTENT_MISMATCH', '/content', `The record of the plan: ${fault}`)]
}

const atItem = (
  i: number,
  leaf: 'receipt' | 'item',
  code: Verification.FindingCode,
  path: string,
  message: string,
): Verification.Finding => ({
  code,
  tree: 'evidence',
  leaf_index: 2 * i + (leaf === 'item' ? 1 : 0),
  path: `/evidence/items/${i}${path}`,
  message,
})

const markedWrong = (i: number) =>
  atItem(i, 'receipt', 'CONTENT_MISMATCH', '/used', 'Whether the verdict rests on it is marked wrongly.')

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
