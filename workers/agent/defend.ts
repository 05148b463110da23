import { Wire } from '../../protocol/index.ts'
import { once } from '../../services/http/once.ts'
import { defenceHashes } from '../sdk/attest.ts'
import { classify, isCrossExamination } from '../sdk/classify.ts'
import { fitResponses } from '../sdk/fit.ts'
import { isAbout } from '../sdk/isAbout.ts'
import type { Reproduce } from '../sdk/reproduce.ts'
import { reproduceOnce } from '../sdk/reproduceOnce.ts'
import type { Agent } from './Agent.ts'
import { type Answer, findAnswer, latestAnswer } from './Records.ts'
import { type Signing, signDecided } from './signOnce.ts'
import { storedLists } from './storedLists.ts'

const nothingOnRecord =
  'There is no answer of mine on record for this request, so there is nothing that I could defend or change.'

/** Answers a challenge, one response each, from what was prepared with the answer; in a round it looks for what others cite. */
export function defend(agent: Agent, request: Wire.ChallengeRequest): Promise<Wire.ChallengeReply> {
  return once(agent.flights, `defence ${Wire.requestHash(request)}`, async () => {
    const answer = await answerOf(agent, request)
    const kinds = request.challenges.map(classify)
    const responses = fitResponses(kinds.map((kind) => answer?.responses[kind] ?? nothingOnRecord))
    const isExamined = answer !== undefined && isCrossExamination(kinds) && isAboutSigned(answer, request)
    const signed = isExamined ? await signedDefence(agent, answer, request, responses) : null
    return signed ?? { responses }
  })
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
  return isAbout(request, { ...answer, determination })
}

async function signedDefence(
  agent: Agent,
  answer: Answer,
  request: Wire.ChallengeRequest,
  responses: string[],
): Promise<Wire.ChallengeReply | null> {
  const { agentId, signer, chain, store } = agent
  if (signer === null || chain === null) return null
  const signing = { ...answer.round!, marketId: answer.marketId, agentId, phase: 'challenge' as const }
  const reproductions = await reproductionsFor(agent, signing, request)
  const defence = { responses, ...(reproductions === null ? {} : { reproductions }) }
  const statement = defenceHashes(Wire.requestHash(request), defence)
  // One set of responses is decided for a round. What was found is kept by its list, so a request has one defence.
  const decided = Wire.defenceHash({ responses })
  const attestation = await store.transaction((queries) =>
    signDecided(queries, signer, signing, statement, decided),
  )
  if (attestation === null) return null
  agent.metrics.signatures.inc({ phase: 'challenge' })
  return { ...defence, attestation }
}

/** What the agent found of what others cite; null where it was not asked, or does not look. */
function reproductionsFor(
  { reproduce, store, stopping, log, metrics }: Agent,
  signing: Signing,
  { reproduce: items = [] }: Wire.ChallengeRequest,
): Promise<string> | null {
  if (reproduce === null || items.length === 0) return null
  const counted: Reproduce = async (...asked) => {
    const found = await reproduce(...asked)
    for (const finding of found) metrics.reproductions.inc({ finding })
    return found
  }
  return reproduceOnce({ reproduce: counted, stopping, log }, storedLists(store, signing), items)
}
