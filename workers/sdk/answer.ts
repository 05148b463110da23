import { type Hash, Question, Wire } from '../../protocol/index.ts'
import { RefusedError } from '../../services/http/Failure.ts'
import { once } from '../../services/http/once.ts'
import * as Trace from '../../services/http/Trace.ts'
import { type AgentResolveRequest, type AgentResolveResponse, undecided } from './AgentResponse.ts'
import { FullStoreError } from './AnswerStore.ts'
import { type AgentSigner, answerHashes, attest, type RoundPlace, toPlace } from './attest.ts'
import { decideInTime, firstAskedAt } from './decideInTime.ts'
import { limited } from './limited.ts'
import { type Awaited, awaitedOf, refuseEarly } from './NotReady.ts'
import type { Signer } from './Signer.ts'
import { type Context, contextOf, standingOf } from './Standing.ts'
import { toAnswer } from './toAnswer.ts'
import type { Answer, WorkerState } from './WorkerState.ts'

/** How many answers are remembered beside the store. */
const recentAnswers = 256

/**
 * Answers a resolve request. The same request gets the same bytes: a signed answer for good, a plain one as long as the store
 * keeps it. An answer that may still become a round of the worker's own market is decided again when it does.
 */
export function answer(state: WorkerState, request: AgentResolveRequest): Promise<Answer> {
  const requestHash = Wire.requestHash(request)
  return once(state.flights, `answer ${requestHash}`, () => serve(state, request, requestHash))
}

async function serve(
  state: WorkerState,
  request: AgentResolveRequest,
  requestHash: Hash.RequestHash,
): Promise<Answer> {
  const { signer, store } = state
  const signed = await store.get(signedKey(state, requestHash))
  if (signed !== undefined) return read(signed, requestHash)
  const context = contextOf(request, state.own)
  const isRound = context !== null && signer !== null
  if (isRound && (await isAsked(state, signer, request, requestHash, context))) {
    const who = { agentId: state.agentId, signer }
    const answer = await answerRound(state, who, request, requestHash, toPlace(request, context))
    if (answer !== null) return answer
  }
  const plain = await store.get(plainKey(requestHash))
  if (plain !== undefined) return read(plain, requestHash)
  const remembered = state.recent.get(requestHash)
  if (remembered !== undefined && remembered.until > state.now()) return remembered.answer
  const response = await decideReady(state, request, requestHash)
  const answer = { requestHash, request, response, body: JSON.stringify(response) }
  const until = openUntil(state, request, isRound)
  if (until !== null) return remember(state, answer, until)
  const kept = await store.keep(plainKey(requestHash), write(answer), { lasting: false })
  return remember(state, read(kept, requestHash), 0)
}

/** The answer that was given to a request, if the worker still has it. */
export async function findAnswer(state: WorkerState, hash: Hash.RequestHash): Promise<Answer | null> {
  // It may be on its way: a caller that was refused with 503 can be followed by a challenge.
  await state.flights.get(`answer ${hash}`)?.catch(() => {})
  const kept = (await state.store.get(signedKey(state, hash))) ?? (await state.store.get(plainKey(hash)))
  return kept === undefined ? (state.recent.get(hash)?.answer ?? null) : read(kept, hash)
}

/** Whether the answer is to be signed now. */
async function isAsked(
  state: WorkerState,
  signer: Signer,
  request: AgentResolveRequest,
  requestHash: Hash.RequestHash,
  context: Context,
): Promise<boolean> {
  const { chain, agentId } = state
  if (chain === null) return isWellMade(state, request, requestHash, context)
  try {
    const who = { agentId, signer: signer.address.toLowerCase() }
    const standing = await standingOf(chain, requestHash, request.market_id, who)
    if (standing.kind !== 'untrue') state.chainClock.note(standing.round.now)
    return standing.kind === 'joined'
  } catch (cause) {
    state.log.warn({ err: cause }, 'the chain could not be asked')
    throw new RefusedError('chain-unavailable', 'The chain cannot be asked about this round now.', {
      retryAfter: 5,
      cause,
    })
  }
}

/** Without a chain: a request as rounds make it, after its deadline. Nothing shows that the round exists. */
function isWellMade(
  { now }: WorkerState,
  request: AgentResolveRequest,
  requestHash: Hash.RequestHash,
  context: Context,
): boolean {
  const { question, deadline } = request
  if (deadline === undefined || deadline * 1_000 > now()) return false
  const asked = Question.pose({ ...toPlace(request, context), question, deadline })
  return Wire.requestHash(Wire.toResolveRequest(asked)) === requestHash
}

/**
 * The signed answer to a round; null where there is no room to keep it. What is signed is decided once for a request: the decision
 * is durable before anything is signed, and it holds the answer, so that a crash between the two leads to the same signature.
 */
async function answerRound(
  state: WorkerState,
  who: AgentSigner,
  request: AgentResolveRequest,
  requestHash: Hash.RequestHash,
  place: RoundPlace,
): Promise<Answer | null> {
  const { store, log } = state
  const { traceId: trace_id } = Trace.ofRound(place)
  const about = { trace_id, market_id: place.marketId, round: place.round, request_hash: requestHash }
  const key = `${decisionKey(who, place, 'resolve')} ${requestHash}`
  try {
    const kept =
      (await store.get(key)) ??
      (await store.keep(key, JSON.stringify(await decideRound(state, request, requestHash)), {
        lasting: true,
      }))
    const decided: AgentResolveResponse = JSON.parse(kept)
    const attestation = await attest(who, place, 'resolve', answerHashes(requestHash, decided))
    const response = { ...decided, attestation }
    const signed = write({ requestHash, request, response, body: JSON.stringify(response) })
    const answer = read(
      await store.keep(signedKey(state, requestHash), signed, { lasting: true }),
      requestHash,
    )
    log.info(about, 'signed an answer')
    return remember(state, answer, 0)
  } catch (error) {
    if (!(error instanceof FullStoreError)) throw error
    log.error({ ...about, err: error }, 'no room to keep a signature; serving this answer unsigned')
    return null
  }
}

/** What the key begins with under which the reply is kept that an agent signs: its request follows. */
export const decisionKey = ({ agentId, signer }: AgentSigner, place: RoundPlace, phase: Wire.Phase): string =>
  [
    'decision',
    agentId,
    signer.address.toLowerCase(),
    place.chainId,
    place.market,
    place.marketId,
    place.round,
    phase,
  ].join(' ')

/** By agent and signer, since workers may share a store: a signature of another one would count as none. */
const signedKey = ({ agentId, signer }: WorkerState, requestHash: Hash.RequestHash) =>
  `signed answer ${agentId} ${signer?.address.toLowerCase() ?? 'nobody'} ${requestHash}`
const plainKey = (requestHash: Hash.RequestHash) => `plain answer ${requestHash}`

const write = ({ request, body }: Answer): string => JSON.stringify({ request, body })

function read(text: string, requestHash: Hash.RequestHash): Answer {
  const { request, body } = JSON.parse(text)
  return { requestHash, request, response: JSON.parse(body), body }
}

/** The answer that is signed for a round: decided by a number once it can be, by anything else before the gateway leaves. */
async function decideRound(
  state: WorkerState,
  request: AgentResolveRequest,
  requestHash: Hash.RequestHash,
): Promise<AgentResolveResponse> {
  const { store, agentId, now, decideMs } = state
  if (awaitedIn(request).rule !== null) return decideReady(state, request, requestHash)
  const since = await firstAskedAt(store, agentId, requestHash, now)
  return decideInTime(work(state, request, requestHash), {
    ...{ since, now, decideMs },
    giveUp: () => toAnswer(undecided('I could not decide it in time.'), request),
  })
}

/** Refuses what cannot be decided yet; doubt from before that is nothing to keep, however long it took to come to it. */
async function decideReady(
  state: WorkerState,
  request: AgentResolveRequest,
  requestHash: Hash.RequestHash,
): Promise<AgentResolveResponse> {
  const { deadline = Number.POSITIVE_INFINITY } = request
  const began = state.chainClock.now()
  // Before its deadline an answer is a guess about the future, and nothing that is kept.
  if (began < deadline) return work(state, request, requestHash)
  const awaited = awaitedIn(request)
  refuseEarly(awaited, 'YES', began)
  const response = await work(state, request, requestHash)
  refuseEarly(awaited, Wire.outcomeOf(response), began)
  return response
}

function awaitedIn({ question, deadline = 0 }: AgentResolveRequest): Awaited {
  return awaitedOf({ parsed: Question.parse(question, { deadline }), deadline })
}

/** Asks the author's own code, in its turn and within its time, and makes an answer of what it returns. */
const work = (
  state: WorkerState,
  request: AgentResolveRequest,
  requestHash: Hash.RequestHash,
): Promise<AgentResolveResponse> =>
  once(state.flights, `work ${requestHash}`, () =>
    state.queue.run(() =>
      limited(state, async (signal) =>
        // The author's own code gets a copy: what it does to it must not change what is signed and kept.
        sent(state, await state.resolve({ ...request }, { requestHash, signal }), request),
      ),
    ),
  )

function sent(
  { log }: WorkerState,
  given: AgentResolveResponse,
  request: AgentResolveRequest,
): AgentResolveResponse {
  const answer = toAnswer(given, request)
  const [wanted, kept] = [given.citations?.length ?? 0, answer.citations?.length ?? 0]
  if (kept < wanted)
    log.warn(
      { market_id: request.market_id, citations: wanted, sent: kept },
      'left out citations: the url must be https and one of sources, the quote 12 to 200 bytes, and there are two at most',
    )
  return answer
}

/** Until when an answer may change by itself; null when it cannot. */
function openUntil({ now }: WorkerState, { deadline }: AgentResolveRequest, isRound: boolean): number | null {
  if (deadline !== undefined && deadline * 1_000 > now()) return deadline * 1_000
  // It names our market: when its round is asked for, it is answered anew and signed.
  return isRound ? Number.POSITIVE_INFINITY : null
}

function remember({ recent }: WorkerState, answer: Answer, until: number): Answer {
  recent.delete(answer.requestHash)
  recent.set(answer.requestHash, { answer, until })
  if (recent.size > recentAnswers) recent.delete(recent.keys().next().value!)
  return answer
}
