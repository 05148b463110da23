import { Json, type Wire } from '../../protocol/index.ts'
import type { RoundView } from '../../services/chain/Chain.ts'
import * as Trace from '../../services/http/Trace.ts'
import { answerHashes } from '../sdk/attest.ts'
import type { Agent, Worked } from './Agent.ts'
import { type Answer, bindAnswer, findAnswer, keepAnswer, keepProof, prune } from './Records.ts'
import { type Signer, signDecided } from './signOnce.ts'

const provisionalAnswers = 256

/**
 * Keeps an answer to a round this agent is asked in, signed. The decision what to sign, the signature, the answer and its
 * proof are one transaction; if another process decided otherwise, its answer is the one.
 */
export async function commitSigned(
  agent: Agent,
  signer: Signer,
  worked: Worked,
  view: RoundView,
): Promise<Answer> {
  const { requestHash } = worked.task
  const reply = worked.reply as Wire.ResolveReply
  const { chainId, market, round, marketId } = view
  const place = { chainId, market, round }
  const statement = answerHashes(requestHash, reply)
  const answer = await agent.store.transaction(async (queries) => {
    const signing = { ...place, marketId, agentId: agent.agentId, phase: 'resolve' as const }
    const attestation = await signDecided(queries, signer, signing, statement)
    if (attestation === null) return null
    const signed: Answer = { ...toAnswer(agent, worked, { ...reply, attestation }), round: place }
    if (signed.porRoot !== null) await keepProof(queries, signed.porRoot, Json.canonical(worked.proof))
    await bindAnswer(queries, agent.agentId, signed)
    return signed
  })
  agent.provisional.delete(requestHash)
  if (answer !== null) {
    agent.metrics.signatures.inc({ phase: 'resolve' })
    const { traceId: trace_id } = Trace.ofRound(view)
    const about = { trace_id, market_id: marketId, round, request_hash: requestHash }
    agent.log.info(about, 'signed an answer')
    return answer
  }
  const winner = await findAnswer(agent.store, agent.agentId, requestHash)
  if (winner !== undefined && winner.round !== null) return winner
  agent.log.warn(
    { market_id: marketId, round },
    'another answer is already signed for this round; serving this one unsigned',
  )
  return commitProvisional(agent, worked, Number.POSITIVE_INFINITY)
}

/** Keeps an answer to a plain request: for ever, or as long as there is room. */
export async function commitPlain(agent: Agent, worked: Worked): Promise<Answer> {
  const answer = toAnswer(agent, worked, worked.reply)
  const proof = worked.proof === null ? null : Json.canonical(worked.proof)
  const kept = await keepAnswer(agent.store, agent.agentId, answer, proof)
  // Rarely enough to cost nothing, often enough that the table can't run away.
  if (Math.random() * 1_000 < 1) await prune(agent.store, agent.agentId, agent.limits.plainAnswers)
  return kept
}

/** Remembers an answer that may still change. */
export async function commitProvisional(agent: Agent, worked: Worked, until: number): Promise<Answer> {
  const answer = toAnswer(agent, worked, worked.reply)
  if (answer.porRoot !== null) await keepProof(agent.store, answer.porRoot, Json.canonical(worked.proof))
  agent.provisional.delete(answer.requestHash)
  agent.provisional.set(answer.requestHash, { answer, until })
  if (agent.provisional.size > provisionalAnswers)
    agent.provisional.delete(agent.provisional.keys().next().value!)
  return answer
}

function toAnswer(agent: Agent, { task, responses, proof }: Worked, reply: Wire.ResolveReply): Answer {
  return {
    requestHash: task.requestHash,
    marketId: task.request.market_id,
    round: null,
    request: task.request,
    body: JSON.stringify(reply),
    responses,
    porRoot: proof?.bundle.por_root ?? null,
    keptAt: agent.now(),
  }
}
