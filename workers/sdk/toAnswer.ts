import { Citation, Issue, Question, Rule, Wire } from '../../protocol/index.ts'
import type { AgentResolveRequest, AgentResolveResponse } from './AgentResponse.ts'
import { fitAnswer, isSourceSize, UnwritableAnswerError } from './fit.ts'

/** How a check says that there is no sample. */
const noSample = { observed_at: 0, value: '0', tier: 3, result: 'INVALID' } as const

/**
 * What a resolver returned, as it is sent: confidence with 4 decimals (none for INVALID), up to 8 sources, those citations that the wire takes,
 * evidence cut to its limit, and on a rule that a number decides, an INVALID answer with the check that says so. Throws where that
 * does not make it an answer.
 */
export function toAnswer(given: AgentResolveResponse, request: AgentResolveRequest): AgentResolveResponse {
  const result = Wire.resolveReply.omit({ attestation: true }).safeParse(rounded(given))
  if (!result.success) {
    const [issue] = result.error.issues
    throw new UnwritableAnswerError(`${issue!.path.map(String).join('.') || 'the answer'}: ${issue!.message}`)
  }
  const { citations = [], ...data } = result.data
  const sources = data.sources.filter(isSourceSize).slice(0, Wire.limits.sources)
  const needsCheck = data.rule_check === undefined && Wire.outcomeOf(data) === 'INVALID' && isAuto(request)
  const cited = sendable(citations, sources)
  return fitAnswer({
    ...data,
    sources,
    ...(needsCheck ? { rule_check: noSample } : {}),
    ...(cited.length === 0 ? {} : { citations: cited }),
  })
}

/** One bad citation would exclude the whole answer, and an echo fails, so they are left out. */
const sendable = (citations: readonly Citation.Citation[], sources: readonly string[]): Citation.Citation[] =>
  citations
    .filter((one) => Citation.fault([one], sources) === null && !Citation.isEcho(one))
    .slice(0, Citation.limits.citations)

/**
 * A confidence is a number of basis points; what is not a number is left for the schema to refuse. INVALID goes out with none: its
 * `determination` is false, which a client that knows YES and NO alone takes for a NO that sure. What a proof says stays as proven.
 */
function rounded(given: AgentResolveResponse): unknown {
  const confidence: unknown = given?.confidence
  if (typeof confidence !== 'number') return given
  const isDoubt = given.outcome === 'INVALID' && given.por === undefined
  if (isDoubt && confidence >= 0 && confidence <= 1) return { ...given, confidence: 0 }
  return { ...given, confidence: Math.round(confidence * 10_000) / 10_000 }
}

/** Whether a number decides the question. */
function isAuto({ question, deadline }: AgentResolveRequest): boolean {
  const { rule, issues } = Question.parse(question, deadline === undefined ? {} : { deadline })
  return !issues.some(Issue.isError) && Rule.isAuto(rule)
}
