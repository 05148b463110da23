import { type Evidence, type Json, Proof, Trace, type Verification } from '../../protocol/index.ts'
import type { Verifiers } from '../source/provenance/Provenance.ts'
import { attest, type Signer } from './attest.ts'
import { auditor } from './auditor.ts'
import { buildProof } from './buildProof.ts'
import { type Collecting, collector, type Failure } from './collector.ts'
import { finalize } from './finalize.ts'
import { judge } from './judge.ts'
import type { Entry, LeafRegistry } from './LeafRegistry.ts'
import { type Engineering, promptEngineer } from './promptEngineer.ts'
import { modelProvider } from './Recorded.ts'
import { ruleCheck } from './rule/judge.ts'
import { SOPExecutionError, type Stage } from './Stage.ts'
import type { Subject, VerdictDraft } from './Subject.ts'
import { type RunOptions, startRun } from './startRun.ts'
import { verifyEvidence } from './verifyEvidence.ts'
import { verifyTrace } from './verifyTrace.ts'
import { verifyVerdict } from './verifyVerdict.ts'

/** All that the procedure may use. What is not named here it can't reach. */
export type Context = Collecting &
  Engineering & {
    /** The proofs of origin that can be checked here; without any, only plain replies pass. */
    readonly verifiers?: Verifiers | undefined
    readonly signer?: Signer | null | undefined
  }

export type Resolution = {
  readonly proof: Proof.Proof
  readonly report: Trace.LogicReport
  readonly payload: Verification.ResolutionPayload
  readonly failures: readonly Failure[]
  /** Which stage emitted which leaf. */
  readonly leaves: readonly Entry[]
}

/**
 * Runs the standard operating procedure on one question, from its text to the payload that settles it. Every failure is a
 * `SOPExecutionError` with its stage and code.
 *
 * @example
 * const { payload, proof } = await sop(context, Subject.ofTask(task))
 */
export async function sop(context: Context, subject: Subject, options: RunOptions = {}): Promise<Resolution> {
  const run = startRun(options)
  const compiled = await run.stage('promptEngineer', async (time) => {
    const result = await promptEngineer(context, subject, time)
    if (result.status === 'READY') return result
    const { missing_fields: missingFields } = result
    throw new SOPExecutionError('promptEngineer', 'MISSING_FIELDS', {
      reason: `the question leaves open: ${missingFields.join(', ')}.`,
      missingFields,
    })
  })
  const { spec } = compiled
  const { evidence: fetched, failures } = await run.stage(
    'collector',
    (time) => collector(context, subject, compiled, time),
    ({ evidence, failures }) => ({ items: evidence.items.length, failures: failures.length }),
  )
  const verified = await run.stage('verifyEvidence', async () => {
    const result = await verifyEvidence(spec, fetched, context)
    if (!result.ok) throw rejected('verifyEvidence', 'REJECTED_EVIDENCE', result.findings)
    return result.evidence
  })
  const { trace, report, evidence } = await run.stage(
    'auditor',
    (time) => auditor(context, compiled, verified, time),
    ({ trace }) => ({ steps: trace.steps.length }),
  )
  await run.stage('verifyTrace', () => {
    const { ok, findings } = verifyTrace(spec, evidence, trace)
    if (!ok) throw rejected('verifyTrace', 'REJECTED_TRACE', findings)
    emit(run.leaves, evidence, trace)
  })
  const { verdict, check } = await run.stage(
    'judge',
    () => {
      const verdict = judge(spec, trace)
      const isRule = spec.market.resolution_rules.predicate !== null
      return { verdict, check: isRule ? ruleCheck(evidence, verdict) : null }
    },
    ({ verdict }): Json.Json => ({ outcome: verdict.outcome, rule: verdict.resolution_rule_id }),
  )
  await run.stage('verifyVerdict', () => {
    const { ok, problems } = verifyVerdict(spec, trace, verdict)
    if (!ok) throw new SOPExecutionError('verifyVerdict', 'REJECTED_VERDICT', { reason: problems.join('; ') })
    emitConclusion(run.leaves, subject, trace, verdict, check)
  })
  const pieces = { spec, evidence, trace, verdict, ruleCheck: check }
  const built = await run.stage('buildProof', () => buildProof(subject, pieces, run.leaves), rootOf)
  const proof = await run.stage(
    'attest',
    () => attest(built, context.signer ?? null),
    ({ bundle }) => ({ signer: bundle.signatures.anchor?.signer ?? null }),
  )
  const payload = await run.stage('finalize', () => finalize(proof))
  return { proof, report, payload, failures, leaves: run.leaves.list() }
}

const rootOf = ({ bundle }: Proof.Proof): Json.Json => ({ por_root: bundle.por_root })

function rejected(
  stage: Stage,
  code: 'REJECTED_EVIDENCE' | 'REJECTED_TRACE',
  [first, ...more]: readonly Verification.Finding[],
): SOPExecutionError {
  const say = ({ code, path, message }: Verification.Finding) => `${code} at ${path}: ${message}`
  return new SOPExecutionError(stage, code, { reason: say(first!), metaMessages: more.slice(0, 3).map(say) })
}

/** The leaves of evidence and of steps, once both are known to hold and nothing in them changes any more. */
function emit(leaves: LeafRegistry, evidence: Evidence.EvidenceBundle, trace: Trace.ReasoningTrace): void {
  const fetched = evidence.items.filter((item) => item.source.provider !== modelProvider).length
  const all = Proof.evidenceLeaves(evidence)
  // Items first, a model's replies behind them, then what the bundle says of itself.
  leaves.add('collector', 'evidence', all.slice(0, 2 * fetched))
  leaves.add('auditor', 'evidence', all.slice(2 * fetched, -1))
  leaves.add('collector', 'evidence', all.slice(-1))
  leaves.add('auditor', 'reasoning', trace.steps.map(Trace.leaf))
}

function emitConclusion(
  leaves: LeafRegistry,
  subject: Subject,
  trace: Trace.ReasoningTrace,
  verdict: VerdictDraft,
  rule_check: Proof.RuleCheck | null,
): void {
  const all = Proof.reasoningLeaves(trace, { ...subject, verdict, rule_check })
  leaves.add('judge', 'reasoning', all.slice(trace.steps.length))
}
