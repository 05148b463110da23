import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { FullChain } from '../services/chain/Chain.ts'
import { connectChain } from '../services/chain/connectChain.ts'
import type { RpcUrl } from '../services/chain/Node.ts'
import { doorOf, perAddressOf } from '../services/http/doorOf.ts'
import { makeLog } from '../services/http/makeLog.ts'
import { openServiceStore } from '../services/http/openServiceStore.ts'
import { maxLagOf } from '../services/http/Readiness.ts'
import { type KeyAccount, readKey } from '../services/http/readKey.ts'
import { fromEnvironment, isOpenTo, openWords, readTokenHashes } from '../services/http/ServiceConfig.ts'
import { serveEarly } from '../services/http/serveEarly.ts'
import { storeOptions } from '../services/store/Config.ts'
import { startRetention } from '../services/store/retention.ts'
import type { Store } from '../services/store/Store.ts'
import { makeApp } from './app.ts'
import { makeAskWorker } from './askWorker.ts'
import { type Clock, makeClock } from './Clock.ts'
import { startCollector } from './Collector.ts'
import type { Config } from './Config.ts'
import { makeFindEndpoint } from './endpoints.ts'
import { startFinality } from './Finality.ts'
import type { Gateway } from './Gateway.ts'
import { makeMetrics } from './makeMetrics.ts'
import { makePlaces } from './Places.ts'
import { startPublisher } from './Publisher.ts'
import { startPoker } from './poke.ts'
import { refuseFirstEdition, releaseAll } from './Records.ts'
import { keptByGateway } from './retention.ts'
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
  readonly rpcUrl: RpcUrl
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
  if (isOpenTo(callers, chainId)) log.warn(openWords)
  const market = config.market as `0x${string}`
  const clock = makeClock()
  const metrics = makeMetrics({ process: true })
  const nodes = { chainId, market, rpcUrl, quorum: config.rpcQuorum, told: metrics.rpc }
  const chain = noting(options.chain ?? connectChain(nodes), clock)
  const store = await openServiceStore(config, 'gateway', { env, log })
  const { connections, receiveMs } = limits
  const server = await takeOver(config, env, store, chain)
    .then(() =>
      serveEarly('gateway', { ...listen, connections, receiveMs, perAddress: perAddressOf(callers) }),
    )
    .catch(async (error) => {
      await store.close()
      throw error
    })
  const { url } = server
  const stopping = new AbortController()
  const guard = { allowPrivate, anyPort: true }
  const reach = { ...guard, tokenFor: (origin: string) => secrets.workerTokens.get(origin) }
  const gateway: Gateway = {
    name: randomUUID(),
    chain,
    store,
    publicUrl: config.publicUrl ?? url,
    deadlines,
    limits,
    reach,
    askWorker: makeAskWorker(reach),
    findEndpoint: makeFindEndpoint(chain, { ...guard, ipfsGateway, maxBytes: limits.documentBytes }),
    places: makePlaces({ clock, places: limits.asks, slow: limits.slowAsks }),
    metrics,
    log,
    now: clock.now,
    clock,
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
      maxLagS: maxLagOf(config.watch.maxLagS, chainId),
    }),
  )
  const watching = watch(gateway, collector, config.watch)
  const finality = startFinality(gateway, { everyMs: config.watch.sweepMs })
  const retention = startRetention(keptByGateway(store, chain, config.retention), { log, now: clock.now })
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
        finality.stop(),
        retention.stop(),
      ])
      await store.close()
    },
  }
}

/** The chain, with each newest block that is read told to the clock. */
const noting = (chain: FullChain, clock: Clock): FullChain =>
  Object.assign(Object.create(chain), {
    async head() {
      const block = await chain.head()
      clock.chain.note(block.timestamp)
      return block
    },
  })

/** An embedded store has one owner at a time: whoever held a worker of it before is gone, and need not be waited for. */
async function takeOver(
  config: Config,
  env: NodeJS.ProcessEnv,
  store: Store,
  chain: FullChain,
): Promise<void> {
  await refuseFirstEdition(store, chain)
  const isServer = storeOptions(config.store, 'gateway', { env }).url !== undefined
  if (!isServer) await releaseAll(store, chain)
}
