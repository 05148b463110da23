import { type Hash, Wire } from '../../protocol/index.ts'
import { once } from '../../services/http/once.ts'
import type { AgentChallengeRequest } from './AgentResponse.ts'
import { type AnswerStore, FullStoreError } from './AnswerStore.ts'
import { decisionKey, findAnswer } from './answer.ts'
import { type AgentSigner, attest, defenceHashes, type RoundPlace, toPlace } from './attest.ts'
import { fitResponses } from './fit.ts'
import { isAbout } from './isAbout.ts'
import { isExamination } from './isExamination.ts'
import { limited } from './limited.ts'
import { type Lists, listsPerRound, reproduceOnce } from './reproduceOnce.ts'
import { contextOf } from './Standing.ts'
import type { Answer, WorkerState } from './WorkerState.ts'

/** Stands where the author's code gave no response, because every challenge must get one. */
const noResponse = 'I have no further response to this challenge.'

/** The body of the defence of an answer. The same challenge about the same answer gets the same bytes. */
export function defend(state: WorkerState, request: AgentChallengeRequest): Promise<string> {
  const requestHash = Wire.requestHash(request)
  return once(state.flights, `defence ${requestHash}`, async () => {
    const answer = await answerOf(state, request)
    const signed = answer === null ? null : await signedDefence(state, answer, request, requestHash)
    if (signed !== null) return signed
    const about = answer === null ? 'nothing' : Wire.responseHash(answer.response)
    const key = `plain defence ${requestHash} ${about}`
    const kept = await state.store.get(key)
    if (kept !== undefined) return kept
    const responses = await respond(state, answer, request)
    return state.store.keep(key, JSON.stringify({ responses }), { lasting: false })
  })
}

/** What is to be defended: the answer that is named, else the latest one of the market, else the latest one. */
async function answerOf(state: WorkerState, request: AgentChallengeRequest): Promise<Answer | null> {
  const { request_id: requestId, market_id: marketId } = request
  if (requestId !== undefined) return findAnswer(state, requestId)
  const latest = [...state.recent.values()].map(({ answer }) => answer)
  return latest.filter((one) => marketId === undefined || one.request.market_id === marketId).at(-1) ?? null
}

/**
 * The signed defence; null where nothing is to be signed. Only the cross-examination of a signed answer is signed, and its
 * first responses are those of every other one, so that an answer has one set to keep, however often it is examined. So a caller
 * who could put its own words there would choose what the round reads.
 */
async function signedDefence(
  state: WorkerState,
  answer: Answer,
  request: AgentChallengeRequest,
  requestHash: Hash.RequestHash,
): Promise<string | null> {
  const { agentId, signer, store } = state
  const context = contextOf(answer.request, state.own)
  const { attestation: signature, determination } = answer.response
  if (signer === null || context === null || signature === undefined) return null
  if (!isExamination(request.challenges, answer.response)) return null
  if (!isAbout(request, { ...answer, determination })) return null
  const place = toPlace(answer.request, context)
  const who = { agentId, signer }
  try {
    const [responses, reproductions] = await Promise.all([
      decidedResponses(state, who, place, answer, request),
      reproductionsFor(state, who, place, request),
    ])
    const defence = { responses, ...(reproductions === null ? {} : { reproductions }) }
    const attestation = await attest(who, place, 'challenge', defenceHashes(requestHash, defence))
    const body = JSON.stringify({ ...defence, attestation })
    // Made again where it is forgotten: what is signed is decided above.
    return await store.keep(`signed defence ${agentId} ${attestation.signer} ${requestHash}`, body, {
      lasting: false,
    })
  } catch (error) {
    if (!(error instanceof FullStoreError)) throw error
    state.log.error({ err: error }, 'no room to keep a signature; serving this defence unsigned')
    return null
  }
}

/** The responses of an answer: decided once, and kept before they are signed. */
async function decidedResponses(
  state: WorkerState,
  who: AgentSigner,
  place: RoundPlace,
  answer: Answer,
  request: AgentChallengeRequest,
): Promise<string[]> {
  const { store } = state
  const key = `${decisionKey(who, place, 'challenge')} ${answer.requestHash}`
  const kept =
    (await store.get(key)) ??
    (await store.keep(key, JSON.stringify(await respond(state, answer, request)), { lasting: true }))
  return JSON.parse(kept)
}

/** What the worker found of what others cite; null where it was not asked, or does not look. */
function reproductionsFor(
  state: WorkerState,
  who: AgentSigner,
  place: RoundPlace,
  { reproduce: items = [] }: AgentChallengeRequest,
): Promise<string> | null {
  const { store, reproduce, stopping, log } = state
  if (reproduce === null || items.length === 0) return null
  const key = decisionKey(who, place, 'challenge')
  return reproduceOnce({ reproduce, stopping, log }, keptLists(store, key), items)
}

/** The lists of a round in a worker's store. */
function keptLists(store: AnswerStore, key: string): Lists {
  const lasting = { lasting: true }
  const found = (list: Hash.Hash) => `${key} found ${list}`
  return {
    async claim(list) {
      for (let place = 1; place <= listsPerRound; place++)
        if ((await store.keep(`${key} list ${place}`, list, lasting)) === list) return true
      return false
    },
    find: async (list) => (await store.get(found(list))) ?? null,
    keep: (list, text) => store.keep(found(list), text, lasting),
  }
}

/** Asks the author's own code, and makes one response of the right size for each challenge. */
const respond = (
  state: WorkerState,
  answer: Answer | null,
  request: AgentChallengeRequest,
): Promise<string[]> =>
  state.queue.run(() =>
    limited(state, async (signal) => {
      const given = answer === null ? null : { request: answer.request, response: answer.response }
      // Copies: a handler may take the challenges off their list one by one.
      const { responses } = Wire.challengeReply.parse(
        await state.challenge(structuredClone(request), { answer: structuredClone(given), signal }),
      )
      if (responses.length !== request.challenges.length)
        state.log.warn(
          { challenges: request.challenges.length, responses: responses.length },
          'a defence must have one response for each challenge',
        )
      return fitResponses(
        request.challenges.map((_, i) => (responses[i]?.trim() ? responses[i] : noResponse)),
      )
    }),
  )
