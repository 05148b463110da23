import { encodeFunctionData, parseEventLogs, stringToHex } from 'viem'
import { testKey } from '../../cli/chain/account.ts'
import { identityRegistryAbi } from '../../deployments/abi/index.ts'
import { BaseError } from '../../protocol/index.ts'
import type { Network } from '../../services/fetch/Network.ts'
import type { Store } from '../../services/store/Store.ts'
import { startAgent } from '../../workers/agent/startAgent.ts'
import type { Resolver } from '../../workers/pipeline/Resolver.ts'
import type { LocalPlace } from '../deployLocal.ts'
import { callersKey, type Sources } from '../sources/startSources.ts'
import type { LocalChain } from '../startChain.ts'
import { transact } from '../transact.ts'
import { readAt } from '../words/council.ts'
import { falseMind } from './falseMind.ts'
import { inventingMind } from './inventingMind.ts'
import { type Listening, startMalformed, startSilent } from './startFaulty.ts'
import { keyVariable, type Personality, sourceVariable, workerConfig } from './workerConfig.ts'

/** How a worker behaves: by the rules, with a lie in some markets (where words decide, an invention), or not at all. */
export type Role =
  | { readonly kind: 'honest'; readonly personality: Personality }
  | {
      readonly kind: 'liar'
      readonly personality: Personality
      readonly liesIn: (marketId: number) => boolean
    }
  | { readonly kind: 'silent' }
  | { readonly kind: 'malformed' }
  /** Somebody else's server. */
  | { readonly kind: 'own'; readonly start: (worker: Place) => Promise<Listening> }

/** What a worker knows of itself before it listens. */
export type Place = { readonly agentId: number; readonly account: number }

export type LocalWorker = Place & Listening & { readonly role: Role }

/** The account of the first worker; one after the other follows. */
export const firstWorker = 10

type Around = {
  readonly chain: LocalChain
  readonly place: LocalPlace
  readonly sources: Sources
  /** One for all: each row says whose it is. */
  readonly store: Store
  /** Where they look for what others cite: never anywhere but on this machine. */
  readonly network: Network
}

/** Starts workers, and registers each with its endpoint. Ids are given in the order of registration, from 0 on. */
export async function startWorkers(around: Around, roles: readonly Role[]): Promise<LocalWorker[]> {
  const started = await Promise.allSettled(
    roles.map(async (role, agentId): Promise<LocalWorker> => {
      const worker = { agentId, account: firstWorker + agentId }
      return { ...worker, role, ...(await start(around, worker, role)) }
    }),
  )
  const workers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    for (const one of started) if (one.status === 'rejected') throw one.reason
    for (const worker of workers) await register(around, worker)
    return workers
  } catch (error) {
    await Promise.all(workers.map((worker) => worker.stop()))
    throw error
  }
}

async function start(around: Around, worker: Place, role: Role): Promise<Listening> {
  if (role.kind === 'silent') return startSilent()
  if (role.kind === 'malformed') return startMalformed()
  if (role.kind === 'own') return role.start(worker)
  const { chain, place, sources, store, network } = around
  const { agentId, account } = worker
  const config = workerConfig(place, sources, {
    agentId,
    personality: role.personality,
    rpcUrl: chain.url,
  })
  const env = { [keyVariable]: testKey(account), [sourceVariable]: callersKey }
  const resolver = (usual: Resolver): Resolver => {
    if (role.kind === 'honest') return usual
    const lying = { agentId, env, sources: config.sources, liesIn: role.liesIn }
    return inventingMind(falseMind(usual, lying), role.liesIn)
  }
  // Pages are read for a market of this world, whose day is long over.
  const reading = role.personality === 'llm' ? { ...network, now: worldClock() } : network
  return startAgent(config, { env, store, network: reading, resolver })
}

/** The time at which pages are read, which passes as fast as ours. */
function worldClock(): () => number {
  const began = performance.now()
  return () => readAt * 1_000 + performance.now() - began
}

async function register({ chain, place }: Around, { agentId, account, url }: LocalWorker): Promise<void> {
  const data = encodeFunctionData({
    abi: identityRegistryAbi,
    functionName: 'register',
    args: ['', [{ metadataKey: 'a2a', metadataValue: stringToHex(url) }]],
  })
  const receipt = await transact(chain, account, { to: place.at('IdentityRegistry'), data })
  const [event] = parseEventLogs({ abi: identityRegistryAbi, eventName: 'Registered', logs: receipt.logs })
  if (Number(event!.args.agentId) !== agentId) throw new OtherIdError(agentId, Number(event!.args.agentId))
}

export class OtherIdError extends BaseError {
  override readonly name = 'Local.OtherIdError'
  constructor(expected: number, given: number) {
    super(`The registry gave agent ${expected} the id ${given}: somebody else registers here.`)
  }
}
