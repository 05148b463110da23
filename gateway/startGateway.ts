import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { FullChain } from '../services/chain/Chain.ts'
import { connectChain } from '../services/chain/connectChain.ts'
import { doorOf } from '../services/http/doorOf.ts'
import { makeLog } from '../services/http/makeLog.ts'
import { openServiceStore } from '../services/http/openServiceStore.ts'
import { type KeyAccount, readKey } from '../services/http/readKey.ts'
import { fromEnvironment, readTokenHashes } from '../services/http/ServiceConfig.ts'
import { serveEarly } from '../services/http/serveEarly.ts'
import { makeApp } from './app.ts'
import { startCollector } from './Collector.ts'
import type { Config } from './Config.ts'
import { makeFindEndpoint } from './endpoints.ts'
import type { Gateway } from './Gateway.ts'
import { makeMetrics } from './makeMetrics.ts'
import { startPublisher } from './Publisher.ts'
import { startPoker } from './poke.ts'
import { refuseFirstEdition } from './Records.ts'
import { beginIfAsked, watch } from './watch.ts'

export type Running = {
  readonly url: string
  readonly gateway: Gateway
  /** Takes no more requests, leaves workers that are being asked to others, and closes the store. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly log?: Logger
  /** Instead of the one at the config's RPC URL. */
  readonly chain?: FullChain
}

export type Secrets = {
  readonly rpcUrl: string
  readonly pokeKey: KeyAccount | null
  readonly tokenHashes: ReturnType<typeof readTokenHashes>
  readonly workerTokens: ReadonlyMap<string, string>
}

/** What a config needs from the environment, read once: a missing variable is told before anything is opened. */
export function readSecrets(config: Config, env: NodeJS.ProcessEnv): Secrets {
  const { rpcUrl, rpcUrlEnv, poke, callers, workerTokens } = config
  return {
    rpcUrl: rpcUrlEnv === undefined ? rpcUrl! : fromEnvironment('rpcUrlEnv', rpcUrlEnv, env),
    pokeKey: poke?.keyEnv === undefined ? null : readKey('poke.keyEnv', poke.keyEnv, env),
    tokenHashes: readTokenHashes(callers, env),
    workerTokens: new Map(
      workerTokens.map(({ origin, tokenEnv }) => [
        origin.toLowerCase(),
        fromEnvironment('workerTokens.tokenEnv', tokenEnv, env),
      ]),
    ),
  }
}

/** A whole gateway from its config: store, chain, server, watch, and what follows from it. */
export async function startGateway(config: Config, options: StartOptions = {}): Promise<Running> {
  const { env = process.env, log = makeLog(config.log) } = options
  const { chainId, listen, limits, callers, deadlines, allowPrivate, ipfsGateway, poke } = config
  const secrets = readSecrets(config, env)
  const { rpcUrl } = secrets
  const market = config.market as `0x${string}`
  const { chain = connectChain({ chainId, market, rpcUrl }) } = options
  const store = await openServiceStore(config, 'gateway', { env, log })
  const { connections, receiveMs } = limits
  const server = await refuseFirstEdition(store, chain)
    .then(() => serveEarly('gateway', { ...listen, connections, receiveMs }))
    .catch(async (error) => {
      await store.close()
      throw error
    })
  const { url } = server
  const stopping = new AbortController()
  const guard = { allowPrivate, anyPort: true }
  const gateway: Gateway = {
    name: randomUUID(),
    chain,
    store,
    publicUrl: config.publicUrl ?? url,
    deadlines,
    limits,
    reach: { ...guard, tokenFor: (origin) => secrets.workerTokens.get(origin) },
    findEndpoint: makeFindEndpoint(chain, { ...guard, ipfsGateway, maxBytes: limits.documentBytes }),
    metrics: makeMetrics({ process: true }),
    log,
    now: Date.now,
    stopping: stopping.signal,
  }
  const poker = poke === undefined ? null : startPoker(gateway, poke, secrets.pokeKey)
  const collector = startCollector(gateway, () => poker?.hurry())
  const publisher = startPublisher(gateway, config.watch)
  server.answerWith(
    makeApp({
      gateway,
      beginIfAsked: (marketId) => beginIfAsked(gateway, collector, marketId),
      publisher,
      ...doorOf(callers, secrets.tokenHashes),
    }),
  )
  const watching = watch(gateway, collector, config.watch)
  return {
    url,
    gateway,
    async stop() {
      stopping.abort()
      await Promise.all([
        server.close(config.graceMs),
        watching.stop(),
        collector.stop(),
        publisher.stop(),
        poker?.stop(),
      ])
      await store.close()
    },
  }
}
