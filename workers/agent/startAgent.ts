import type { Logger } from 'pino'
import { sleep, wallClock } from '../../services/Clock.ts'
import { makeChainClock } from '../../services/chain/chainClock.ts'
import { connectChain } from '../../services/chain/connectChain.ts'
import type { RpcUrl } from '../../services/chain/Node.ts'
import type { Network } from '../../services/fetch/Network.ts'
import { doorOf, perAddressOf } from '../../services/http/doorOf.ts'
import { makeLog } from '../../services/http/makeLog.ts'
import { openServiceStore } from '../../services/http/openServiceStore.ts'
import { maxLagOf } from '../../services/http/Readiness.ts'
import { type KeyAccount, readKey } from '../../services/http/readKey.ts'
import { fromEnvironment, isOpenTo, openWords, readTokenHashes } from '../../services/http/ServiceConfig.ts'
import { serveEarly } from '../../services/http/serveEarly.ts'
import { makeModelWatch } from '../../services/model/watchModel.ts'
import { startRetention } from '../../services/store/retention.ts'
import type { Store } from '../../services/store/Store.ts'
import { watchTrouble } from '../../services/store/watchTrouble.ts'
import type { Resolver } from '../pipeline/Resolver.ts'
import { reproducer } from '../sdk/reproduce.ts'
import { makeQueue } from '../sdk/WorkQueue.ts'
import type { Agent } from './Agent.ts'
import { makeApp } from './app.ts'
import type { Config } from './Config.ts'
import { describe, figuresOf, fitnessOf, keyOf } from './Evaluation.ts'
import { keptBy } from './keptBy.ts'
import { makeMetrics } from './makeMetrics.ts'
import { makePersonality, transportForOthers } from './personality.ts'
import { tellOfModel } from './tellOfModel.ts'
import { watch } from './watch.ts'

export type Running = {
  readonly url: string
  readonly agent: Agent
  /** Takes no more requests, ends what is under way within the grace, and closes the store. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly log?: Logger
  /** Shared with other agents of this process, and closed by whoever opened it. */
  readonly store?: Store
  /** A mind of one's own; it may ask the config's personality. */
  readonly resolver?: (usual: Resolver) => Resolver
  /** What stands in for the internet, in tests and in worlds on one machine. */
  readonly network?: Network
}

/** How long what was told to end may take for it. */
const lastMs = 2_000

export type Secrets = {
  readonly rpcUrl: RpcUrl | undefined
  readonly signer: KeyAccount | null
  readonly notaryKey: KeyAccount | null
  readonly tokenHashes: ReturnType<typeof readTokenHashes>
}

/** What a config needs from the environment, read once: a missing variable is told before anything is opened. */
export function readSecrets(config: Config, env: NodeJS.ProcessEnv): Secrets {
  const { rpcUrl, rpcUrlEnv, keyEnv, callers, provenance } = config
  const notary = provenance.notarize
  return {
    rpcUrl: rpcUrlEnv === undefined ? rpcUrl : fromEnvironment('rpcUrlEnv', rpcUrlEnv, env),
    signer: keyEnv === undefined ? null : readKey('keyEnv', keyEnv, env),
    notaryKey: notary === undefined ? null : readKey('provenance.notarize.keyEnv', notary.keyEnv, env),
    tokenHashes: readTokenHashes(callers, env),
  }
}

/** A whole worker from its config: store, chain, personality, server, watch. */
export async function startAgent(config: Config, options: StartOptions = {}): Promise<Running> {
  const { env = process.env, log = makeLog(config.log) } = options
  const { agentId, listen, limits, callers } = config
  const { rpcUrl, signer, notaryKey, tokenHashes } = readSecrets(config, env)
  const { market } = config
  if (signer !== null && isOpenTo(callers, config.chainId)) log.warn(openWords)
  const own = { chainId: config.chainId, market }
  const queue = makeQueue(limits)
  // Those of the process are the same for all agents in it.
  const metrics = makeMetrics(queue, { process: options.store === undefined })
  const nodes = { quorum: config.rpcQuorum, told: metrics.rpc }
  const chain = rpcUrl === undefined ? null : connectChain({ ...own, rpcUrl, ...nodes })
  const stopping = new AbortController()
  const store =
    options.store === undefined
      ? await openServiceStore(config, 'agent', { env, log, name: `agent-${agentId}` })
      : watchTrouble(lent(options.store))
  const { connections, receiveMs } = limits
  const server = await serveEarly('worker', {
    ...listen,
    connections,
    receiveMs,
    perAddress: perAddressOf(callers),
  }).catch(async (error) => {
    await store.close()
    throw error
  })
  const { url } = server
  const publicUrl = config.publicUrl ?? url
  try {
    const extensions = config.extensions.map((open) =>
      open({ ...own, store, fetch: transportForOthers(config, env), rpcUrl }),
    )
    const modelWatch = makeModelWatch(tellOfModel(metrics, log), Date.now)
    const usual = makePersonality(config, {
      publicUrl,
      metrics,
      modelWatch,
      env,
      rpcUrl,
      signer: chain === null ? null : signer,
      notaryKey,
      extensions,
      network: options.network,
    })
    const fitness = readsFitness(config, log)
    const agent: Agent = {
      agentId,
      resolver: options.resolver?.(usual) ?? usual,
      reproduce: reproducesBy(config)
        ? reproducer({ userAgent: config.sources.userAgent, network: options.network })
        : null,
      store,
      chain,
      signer: chain === null ? null : signer,
      extensions,
      own,
      publicUrl,
      limits,
      queue,
      metrics,
      log,
      now: Date.now,
      pause: (milliseconds) => sleep(wallClock, milliseconds, stopping.signal),
      model: modelWatch.state,
      fitness,
      chainClock: makeChainClock(Date.now),
      flights: new Map(),
      provisional: new Map(),
      stopping: stopping.signal,
    }
    server.answerWith(
      makeApp({
        agent,
        ...doorOf(callers, tokenHashes),
        maxLagS: maxLagOf(config.watch.maxLagS, config.chainId),
        ...(config.name === undefined ? {} : { name: config.name }),
        ...(config.registry === undefined ? {} : { registry: config.registry }),
      }),
    )
    const watching = chain === null || signer === null ? null : watch(agent, chain, config.watch)
    const retention = startRetention(
      [...keptBy(agent, config.retention), ...extensions.flatMap(({ kept = [] }) => kept)],
      { log, now: agent.now },
    )
    return {
      url,
      agent,
      async stop() {
        const grace = setTimeout(() => stopping.abort(), config.graceMs)
        const ended = async () => {
          await Promise.all([server.close(config.graceMs), watching?.stop(), retention.stop()])
          await queue.idle()
          await Promise.allSettled(agent.flights.values())
        }
        // What does not end when it is told to is left behind: nothing it would still do is promised to anyone.
        let last: NodeJS.Timeout | undefined
        const limit = new Promise<void>((resolve) => {
          last = setTimeout(resolve, config.graceMs + lastMs)
        })
        await Promise.race([ended(), limit])
        clearTimeout(grace)
        clearTimeout(last)
        await store.close()
      },
    }
  } catch (error) {
    await server.close(0)
    await store.close()
    throw error
  }
}

/** The worker's fitness, and a line in the log where it signs though it was not measured well enough to stake. */
function readsFitness(config: Config, log: Logger): Agent['fitness'] {
  const key = keyOf(config)
  const read = () => fitnessOf(config, key)
  const fitness = read()
  if (fitness !== null && fitness.state !== 'fit' && config.keyEnv !== undefined)
    log.warn(
      { eval: fitness.state },
      `${describe(figuresOf(fitness))} Measure it with \`cresolver eval\` before it stakes.`,
    )
  return read
}

/** A worker that lives on recordings asks nobody, unless it is told to. */
const reproducesBy = ({ reproduce, sources }: Config): boolean => reproduce ?? sources.transport !== 'replay'

const lent = (store: Store): Store => ({ ...store, close: async () => {} })
