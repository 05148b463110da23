import { Bytes, Docket, Wire } from '../../protocol/index.ts'
import { classify, isCrossExamination } from '../sdk/classify.ts'
import type { Agent } from './Agent.ts'
import { type Answer, findAnswer, latestAnswer } from './Records.ts'
import { signDecided } from './signOnce.ts'

const nothingOnRecord =
  'There is no answer of mine on record for this request, so there is nothing that I could defend or change.'

/** Room in a defence for everything but the responses: keys, quotes, and the signature. */
const overhead = 360

/** Answers a challenge, one response each, from what was prepared with the answer. */
export async function defend(agent: Agent, request: Wire.ChallengeRequest): Promise<Wire.ChallengeReply> {
  const answer = await answerOf(agent, request)
  const kinds = request.challenges.map(classify)
  const responses = fitted(kinds.map((kind) => answer?.responses[kind] ?? nothingOnRecord))
  const attestation =
    answer !== undefined && isCrossExamination(kinds) && isAboutSigned(answer, request)
      ? await sign(agent, answer, request, responses)
      : null
  return attestation === null ? { responses } : { responses, attestation }
}

/** What is to be defended: the answer that is named, else the latest one of the market, else the latest one. */
async function answerOf(agent: Agent, request: Wire.ChallengeRequest): Promise<Answer | undefined> {
  const { request_id: requestId, market_id: marketId } = request
  const { provisional, store, agentId } = agent
  if (requestId !== undefined) {
    // It may be on its way: whoever was told to come again can be challenged in the meantime.
    await agent.flights.get(`answer ${requestId}`)?.catch(() => {})
    const kept = await findAnswer(store, agentId, requestId)
    return kept ?? provisional.get(requestId as Answer['requestHash'])?.answer
  }
  const kept = await latestAnswer(store, agentId, marketId)
  const remembered = [...provisional.values()]
    .map(({ answer }) => answer)
    .filter((answer) => marketId === undefined || answer.marketId === marketId)
    .at(-1)
  return remembered !== undefined && remembered.keptAt >= (kept?.keptAt ?? 0) ? remembered : kept
}

/**
 * Only the cross-examination of a signed answer is signed: it has one set of responses, so whatever it says beside, there is
 * one signed hash. Any other list of challenges would make another.
 */
function isAboutSigned(answer: Answer, request: Wire.ChallengeRequest): boolean {
  if (answer.round === null) return false
  const { determination }: Wire.ResolveReply = JSON.parse(answer.body)
  return (
    request.request_id === answer.requestHash &&
    request.market_id === answer.marketId &&
    request.question === answer.request.question &&
    request.determination === determination
  )
}

async function sign(
  agent: Agent,
  answer: Answer,
  request: Wire.ChallengeRequest,
  responses: string[],
): Promise<Wire.Attestation | null> {
  const { signer, chain, store } = agent
  if (signer === null || chain === null) return null
  const signing = { ...answer.round!, marketId: answer.marketId, phase: 'challenge' as const }
  const statement = {
    requestHash: Wire.requestHash(request),
    responseHash: Wire.defenceHash({ responses }),
    checkHash: Docket.checkHash(null),
  }
  const attestation = await store.transaction((queries) => signDecided(queries, signer, signing, statement))
  if (attestation !== null) agent.metrics.signatures.inc({ phase: 'challenge' })
  return attestation
}

/** Many challenges share the room there is; three have all they need. */
function fitted(responses: readonly string[]): string[] {
  const room = Math.floor((Wire.limits.defence - overhead) / Math.max(1, responses.length)) - 3
  const most = Math.min(Wire.limits.response, room)
  return responses.map((response) => clip(response, most))
}

const size = (text: string): number => Bytes.fromText(JSON.stringify(text)).length - 2

function clip(text: string, most: number): string {
  if (size(text) <= most) return text
  let kept = Array.from(text)
  while (size(`${kept.join('')}…`) > most) kept = kept.slice(0, -1 - Math.floor(kept.length / 64))
  return `${kept.join('')}…`
}
