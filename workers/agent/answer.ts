import { Decision, type Hash, Question, Wire } from '../../protocol/index.ts'
import type { RoundView } from '../../services/chain/Chain.ts'
import { RefusedError } from '../../services/http/Failure.ts'
import { once } from '../../services/http/once.ts'
import type { Task } from '../pipeline/Resolver.ts'
import { decideInTime } from '../sdk/decideInTime.ts'
import { awaitedOf, refuseEarly } from '../sdk/NotReady.ts'
import { type Context, contextOf, isJoined, type Standing, standingOf } from '../sdk/Standing.ts'
import type { Agent, Worked } from './Agent.ts'
import { commitPlain, commitProvisional, commitSigned } from './commit.ts'
import { persist, signingMs } from './persist.ts'
import { type Answer, findAnswer, firstAskedAt } from './Records.ts'
import { giveUp, work } from './work.ts'

export type Served = { readonly answer: Answer; readonly isCached: boolean }

/**
 * Answers a resolve request. The same request gets the same bytes: a signed answer, and a plain one whose deadline has
 * passed, are served for ever; whatever could still turn into a round of the market is decided again when it does.
 */
export function answer(agent: Agent, request: Wire.ResolveRequest): Promise<Served> {
  const requestHash = Wire.requestHash(request)
  return once(agent.flights, `answer ${requestHash}`, async () => {
    const served = await serve(agent, request, requestHash)
    agent.metrics.answers.inc({ from: served.isCached ? 'store' : 'work' })
    return served
  })
}

async function serve(
  agent: Agent,
  request: Wire.ResolveRequest,
  requestHash: Hash.RequestHash,
): Promise<Served> {
  const kept = await findAnswer(agent.store, agent.agentId, requestHash)
  if (kept !== undefined && kept.round !== null) return { answer: kept, isCached: true }
  const claim = contextOf(request, agent.own)
  const standing = claim === null ? null : await askChain(agent, requestHash, request.market_id)
  if (standing !== null && standing.kind !== 'untrue') agent.chainClock.note(standing.round.now)
  if (standing?.kind === 'joined') {
    const worked = await workOnRound(agent, standing.round)
    return { answer: await commitSigned(agent, agent.signer!, worked, standing.round), isCached: false }
  }
  if (kept !== undefined) return { answer: kept, isCached: true }
  const remembered = agent.provisional.get(requestHash)
  if (remembered !== undefined && remembered.until > agent.now())
    return { answer: remembered.answer, isCached: true }
  const task =
    standing?.kind === 'bystander'
      ? taskOfRound(standing.round)
      : plainTask(agent, request, requestHash, claim)
  const worked = await workUnsigned(agent, task, standing?.kind === 'bystander')
  // Doubt because something failed can be challenged, but the next request is worked on again.
  const until = worked.again === null ? provisionalUntil(agent, task, standing) : agent.now()
  return {
    answer: await (until === null ? commitPlain(agent, worked) : commitProvisional(agent, worked, until)),
    isCached: false,
  }
}

/** The answer to sign. On a rule that a number decides it may not be time yet; on any other it is time before the gateway leaves. */
async function workOnRound(agent: Agent, round: RoundView): Promise<Worked> {
  const task = taskOfRound(round)
  const awaited = awaitedOf(round)
  if (awaited.rule === null) {
    const { store, agentId, now } = agent
    const { decideMs } = agent.limits
    const since = await firstAskedAt(store, agentId, task.requestHash, now)
    const until = since + decideMs - signingMs(decideMs)
    return decideInTime(persist(agent, task, until), {
      ...{ since, now, decideMs },
      giveUp: () => giveUp(agent, task),
    })
  }
  refuseEarly(awaited, 'YES', agent.chainClock.now())
  const worked = await work(agent, task, untilOf(agent, task))
  // Doubt from before the rule could be decided is nothing to sign, however long it took to come to it.
  refuseEarly(awaited, Wire.outcomeOf(worked.reply), worked.begunAt)
  return worked
}

/** When an answer that is not signed now is of no more use. Sources of numbers may take as long as any work. */
function untilOf({ now, limits }: Agent, { parsed, deadline }: Task): number {
  const isText = awaitedOf({ parsed, deadline: deadline ?? 0 }).rule === null
  return now() + (isText ? limits.decideMs - signingMs(limits.decideMs) : limits.workMs)
}

/** An answer that nobody signs. After its deadline the same holds for it: what is kept must be what it would be an hour later. */
async function workUnsigned(agent: Agent, task: Task, isOfChain: boolean): Promise<Worked> {
  const now = () => (isOfChain ? agent.chainClock.now() : agent.now() / 1_000)
  const { parsed, deadline } = task
  const began = now()
  const until = untilOf(agent, task)
  if (deadline === null || deadline > began) return work(agent, task, until)
  const awaited = awaitedOf({ parsed, deadline })
  refuseEarly(awaited, 'YES', began)
  const worked = await work(agent, task, until)
  refuseEarly(awaited, Wire.outcomeOf(worked.reply), began)
  return worked
}

/** A claim to be a round of ours is believed only after the chain was asked; null where there is no chain or no key. */
async function askChain(
  agent: Agent,
  requestHash: Hash.RequestHash,
  marketId: number,
): Promise<Standing | null> {
  const { chain, signer, agentId } = agent
  if (chain === null) return null
  try {
    const who = { agentId, signer: signer?.address.toLowerCase() ?? '' }
    return await standingOf(chain, requestHash, marketId, who)
  } catch (cause) {
    agent.metrics.chainErrors.inc()
    agent.log.warn({ err: cause }, 'the chain could not be asked')
    throw new RefusedError('chain-unavailable', 'The chain cannot be asked about this round now.', {
      retryAfter: 5,
      cause,
    })
  }
}

/** Until when an answer may change by itself; null when it can't. */
function provisionalUntil(agent: Agent, task: Task, standing: Standing | null): number | null {
  const isAhead = task.deadline !== null && task.deadline * 1_000 > agent.now()
  if (isAhead) return task.deadline * 1_000
  // It names our market: when its round is asked for, it is answered anew and signed.
  return standing === null ? null : Number.POSITIVE_INFINITY
}

export const taskOfRound = (round: RoundView): Task => {
  const request = Wire.toResolveRequest(round)
  return {
    request,
    parsed: round.parsed,
    requestHash: Wire.requestHash(request),
    chainId: round.chainId,
    market: round.market,
    round: round.round,
    deadline: round.deadline,
    created: round.createdAt,
  }
}

const plainTask = (
  { own }: Agent,
  request: Wire.ResolveRequest,
  requestHash: Hash.RequestHash,
  claim: Context | null,
): Task => ({
  request,
  parsed: Question.parse(request.question, { deadline: request.deadline }),
  requestHash,
  chainId: own.chainId,
  market: own.market,
  round: claim?.round ?? 0,
  deadline: request.deadline ?? null,
  created: null,
})

/**
 * Works ahead on a round that this agent is asked in. An answer that is decided is signed and waits for the request; doubt is
 * not, because the source may yet have its sample when the request comes. True when nothing is left to do.
 */
export async function answerAhead(agent: Agent, round: RoundView): Promise<boolean> {
  const { signer, agentId } = agent
  if (signer === null || !isJoined(round, { agentId, signer: signer.address.toLowerCase() })) return true
  const task = taskOfRound(round)
  const kept = await findAnswer(agent.store, agentId, task.requestHash)
  if (kept !== undefined && kept.round !== null) return true
  agent.chainClock.note(round.now)
  if (Decision.isHeldBack(awaitedOf(round), 'YES', agent.chainClock.now())) return false
  const worked = await work(agent, task, untilOf(agent, task))
  if (Wire.outcomeOf(worked.reply) === 'INVALID') return false
  await commitSigned(agent, signer, worked, round)
  return true
}
