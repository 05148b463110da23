import { type Evidence, type Finding, type Spec, type Trace, Verification } from '../../protocol/index.ts'
import { verifyTrace } from '../pipeline/verifyTrace.ts'

/**
 * Whether a trace stands on its evidence: commitments, citations, order, and no step on nothing. With the prompt of the
 * reference pipeline, also whether every quote stands in its item and every check comes out as it says.
 */
export const verifyLogic = (
  trace: Trace.ReasoningTrace,
  evidence: Evidence.EvidenceBundle,
  spec?: Spec.PromptSpec,
): readonly Finding.Finding[] =>
  spec === undefined ? Verification.checkTrace(trace, evidence) : verifyTrace(spec, evidence, trace).findings
