import type { Logger } from 'pino'
import type { RpcUrl } from '../services/chain/Node.ts'
import type { Network } from '../services/fetch/Network.ts'
import { doorOf, perAddressOf } from '../services/http/doorOf.ts'
import { makeLog } from '../services/http/makeLog.ts'
import { openServiceStore } from '../services/http/openServiceStore.ts'
import { fromEnvironment, readTokenHashes } from '../services/http/ServiceConfig.ts'
import { type EarlyServer, serveEarly } from '../services/http/serveEarly.ts'
import type { Store } from '../services/store/Store.ts'
import { makeApp } from './app.ts'
import type { Chain } from './Chain.ts'
import { type Config, deploymentOf } from './Config.ts'
import { connect } from './connect.ts'
import type { Deployment } from './Deployment.ts'
import { makeFeed } from './Feed.ts'
import type { Indexer } from './Indexer.ts'
import { makeMetrics } from './makeMetrics.ts'
import { claimPlace, readPlace } from './Records.ts'
import { run } from './run.ts'

export type Running = {
  readonly url: string
  readonly indexer: Indexer
  /** Ends streams and the look that is under way, and closes the store. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly log?: Logger
  /** Instead of the one at the config's RPC URL. */
  readonly chain?: Chain
  /** For worlds on this machine: what stands in for the internet. */
  readonly network?: Network
}

/** What a config needs from the environment and from its files, read once: what is missing is told before anything is opened. */
export function readSurroundings(config: Config, env: NodeJS.ProcessEnv) {
  const { rpcUrl, rpcUrlEnv, callers } = config
  return {
    rpcUrl: rpcUrlEnv === undefined ? rpcUrl! : (fromEnvironment('rpcUrlEnv', rpcUrlEnv, env) as RpcUrl),
    tokenHashes: readTokenHashes(callers, env),
    deployment: deploymentOf(config),
  }
}

/** It takes no bodies, and readers that follow keep their connection. */
const doorway = { connections: 2_048, receiveMs: 10_000 }

/** A whole indexer from its config: store, chain, server, and the look that is repeated. */
export async function startIndexer(config: Config, options: StartOptions = {}): Promise<Running> {
  const { env = process.env, log = makeLog(config.log), network } = options
  const { rpcUrl, tokenHashes, deployment } = readSurroundings(config, env)
  const metrics = makeMetrics({ process: true })
  const at = (name: string) => (deployment.contracts[name]?.address ?? null) as `0x${string}` | null
  const chain =
    options.chain ??
    (await connect({
      ...{ rpcUrl, chainId: config.chainId, market: at('CREsolverMarket')! },
      ...{ bets: at('BinaryMarket'), sourceKeys: at('SourceKeys'), conditions: at('CtfResolver') },
      told: metrics.rpc,
    }))
  const store = await openServiceStore(config, 'indexer', { env, log })
  let server: EarlyServer | undefined
  try {
    await claimPlace(store, chain, await chain.genesis())
    const perAddress = perAddressOf(config.callers)
    server = await serveEarly('indexer', { ...config.listen, ...doorway, perAddress })
    const parts = { chain, store, server, log, metrics, deployment, tokenHashes, network }
    return await wire(config, parts)
  } catch (error) {
    await server?.close(config.graceMs)
    await store.close()
    throw error
  }
}

type Parts = {
  readonly chain: Chain
  readonly store: Store
  readonly server: EarlyServer
  readonly log: Logger
  readonly metrics: Indexer['metrics']
  readonly deployment: Deployment
  readonly tokenHashes: readonly string[]
  readonly network: Network | undefined
}

async function wire(config: Config, parts: Parts): Promise<Running> {
  const { chain, store, server, log, metrics, deployment, tokenHashes, network } = parts
  const [terms, { maxWorkers }, { seen }] = await Promise.all([
    chain.betTerms(),
    chain.parameters(),
    readPlace(store),
  ])
  const stopping = new AbortController()
  const indexer: Indexer = {
    ...{ chain, store, config, deployment, terms, metrics, log },
    publicUrl: config.publicUrl ?? server.url,
    maxSeats: maxWorkers,
    feed: makeFeed(),
    now: Date.now,
    stopping: stopping.signal,
    status: { head: null, seen, files: 0 },
  }
  server.answerWith(makeApp({ indexer, network, ...doorOf(config.callers, tokenHashes) }))
  const running = run(indexer)
  return {
    url: server.url,
    indexer,
    async stop() {
      stopping.abort()
      await Promise.all([server.close(config.graceMs), running.stop()])
      await store.close()
    },
  }
}
