import type { Logger } from 'pino'
import { connectChain } from '../../services/chain/connectChain.ts'
import { doorOf } from '../../services/http/doorOf.ts'
import { makeLog } from '../../services/http/makeLog.ts'
import { openServiceStore } from '../../services/http/openServiceStore.ts'
import { type KeyAccount, readKey } from '../../services/http/readKey.ts'
import { fromEnvironment, readTokenHashes } from '../../services/http/ServiceConfig.ts'
import { serveEarly } from '../../services/http/serveEarly.ts'
import type { Store } from '../../services/store/Store.ts'
import type { Resolver } from '../pipeline/Resolver.ts'
import { makeQueue } from '../sdk/WorkQueue.ts'
import type { Agent } from './Agent.ts'
import { makeApp } from './app.ts'
import type { Config } from './Config.ts'
import { makeMetrics } from './makeMetrics.ts'
import { makePersonality, transportForOthers } from './personality.ts'
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
}

/** How long what was told to end may take for it. */
const lastMs = 2_000

export type Secrets = {
  readonly rpcUrl: string | undefined
  readonly signer: KeyAccount | null
  readonly tokenHashes: ReturnType<typeof readTokenHashes>
}

/** What a config needs from the environment, read once: a missing variable is told before anything is opened. */
export function readSecrets(config: Config, env: NodeJS.ProcessEnv): Secrets {
  const { rpcUrl, rpcUrlEnv, keyEnv, callers } = config
  return {
    rpcUrl: rpcUrlEnv === undefined ? rpcUrl : fromEnvironment('rpcUrlEnv', rpcUrlEnv, env),
    signer: keyEnv === undefined ? null : readKey('keyEnv', keyEnv, env),
    tokenHashes: readTokenHashes(callers, env),
  }
}

/** A whole worker from its config: store, chain, personality, server, watch. */
export async function startAgent(config: Config, options: StartOptions = {}): Promise<Running> {
  const { env = process.env, log = makeLog(config.log) } = options
  const { agentId, listen, limits, callers } = config
  const { rpcUrl, signer, tokenHashes } = readSecrets(config, env)
  const { market } = config
  const own = { chainId: config.chainId, market }
  const chain = rpcUrl === undefined ? null : connectChain({ ...own, rpcUrl })
  const stopping = new AbortController()
  const store =
    options.store === undefined
      ? await openServiceStore(config, 'agent', { env, log, name: `agent-${agentId}` })
      : lent(options.store)
  const { connections, receiveMs } = limits
  const server = await serveEarly('worker', { ...listen, connections, receiveMs }).catch(async (error) => {
    await store.close()
    throw error
  })
  const { url } = server
  const publicUrl = config.publicUrl ?? url
  const queue = makeQueue(limits)
  // Those of the process are the same for all agents in it.
  const metrics = makeMetrics(queue, { process: options.store === undefined })
  try {
    const extensions = config.extensions.map((open) =>
      open({ ...own, store, fetch: transportForOthers(config, env), rpcUrl }),
    )
    const usual = makePersonality(config, {
      publicUrl,
      metrics,
      env,
      rpcUrl,
      signer: chain === null ? null : signer,
      extensions,
    })
    const agent: Agent = {
      agentId,
      resolver: options.resolver?.(usual) ?? usual,
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
      flights: new Map(),
      provisional: new Map(),
      stopping: stopping.signal,
    }
    server.answerWith(
      makeApp({
        agent,
        ...doorOf(callers, tokenHashes),
        ...(config.name === undefined ? {} : { name: config.name }),
      }),
    )
    const watching = chain === null || signer === null ? null : watch(agent, chain, config.watch)
    return {
      url,
      agent,
      async stop() {
        const grace = setTimeout(() => stopping.abort(), config.graceMs)
        const ended = async () => {
          await Promise.all([server.close(config.graceMs), watching?.stop()])
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

const lent = (store: Store): Store => ({ ...store, close: async () => {} })
