import { encodeFunctionData, type Hex } from 'viem'
import { writeDeployment } from '../cli/chain/deployment.ts'
import type { Changes } from '../cli/deploy/parameters.ts'
import { sourceKeysAbi } from '../deployments/abi/index.ts'
import type { DonOptions } from '../don/don.ts'
import type { Service, ServiceOptions } from '../don/service.ts'
import type { Config as GatewayConfig } from '../gateway/Config.ts'
import type { Trust } from '../protocol/Catalog.ts'
import { Address, Hash } from '../protocol/index.ts'
import type { ConfigInput } from '../workflow/config.ts'
import { Closing } from './Closing.ts'
import { deployer, deployLocal, type LocalPlace } from './deployLocal.ts'
import { openTemporaryStore } from './openStores.ts'
import { startPageWorld } from './pages/pageWorld.ts'
import type { Pages } from './pages/startPages.ts'
import { coins } from './sources/assets.ts'
import { type Sources, startSources } from './sources/startSources.ts'
import { type ChainOptions, firstDay, type LocalChain, startChain } from './startChain.ts'
import { ourWorkflow, startDon } from './startDon.ts'
import { type LocalGateway, startLocalGateway } from './startLocalGateway.ts'
import { type LocalIndexer, startLocalIndexer } from './startLocalIndexer.ts'
import { type LocalKeeper, startLocalKeeper } from './startLocalKeeper.ts'
import { transact } from './transact.ts'
import { type LocalWorker, type Role, startWorkers } from './workers/startWorkers.ts'
import { sourcesConfig } from './workers/workerConfig.ts'

export type WorldOptions = {
  /** How each worker behaves, in the order of their ids. */
  readonly roles: readonly Role[]
  /** Other prices for another seed. */
  readonly seed?: number
  readonly nodes?: number
  /** What differs from the usual parameters of markets. */
  readonly parameters?: Changes
  readonly faults?: DonOptions['faults']
  /** How long the gateway waits for workers. */
  readonly deadlines?: Partial<GatewayConfig['deadlines']>
  /** What differs from the workflow's local configuration. */
  readonly workflow?: Partial<ConfigInput>
  /** How the DON is woken; from the log of the chain unless told. */
  readonly service?: Partial<Omit<ServiceOptions, 'don'>>
  readonly chain?: ChainOptions
  /** How many seconds after an instant the sources publish what they have of it; without it they know the future. */
  readonly publishAfter?: number
  /** Told of each thing that is done. */
  readonly tell?: (line: string) => void
}

export type World = {
  readonly chain: LocalChain
  readonly place: LocalPlace
  readonly sources: Sources
  /** What workers can cite and look for. */
  readonly pages: Pages
  readonly workers: readonly LocalWorker[]
  readonly gateway: LocalGateway
  readonly keeper: LocalKeeper
  readonly indexer: LocalIndexer
  readonly don: Service
  /** Ends everything, in the order opposite to that of its start. */
  stop(): Promise<void>
}

/**
 * The whole of it on this machine: a chain with the contracts, sources, pages, workers, a gateway, a keeper, an indexer, and a DON with the
 * genuine workflow.
 *
 * @example
 * const world = await startWorld({ roles: [{ kind: 'honest', personality: 'aap' }] })
 * await world.stop()
 */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { seed = 1, nodes = 4, roles, tell = () => {} } = options
  const closing = new Closing()
  try {
    tell('chain, contracts and workflow')
    // It may have to be built, and the chain does not need it.
    const building = ourWorkflow()
    building.catch(() => {})
    const opening = closing.opened(openTemporaryStore('agent'), (store) => store.close())
    opening.catch(() => {})
    const chain = await closing.opened(startChain(options.chain), (one) => one.stop())
    const parameters = options.parameters === undefined ? {} : { parameters: options.parameters }
    const place = await closing.opened(deployLocal(chain, { nodes, ...parameters }), (one) => one.forget())
    const register = { chainId: place.chainId, address: Address.of(place.at('SourceKeys')) }
    const around = options.chain?.start ?? firstDay
    const { publishAfter } = options
    const published =
      publishAfter === undefined ? {} : { publishedUpTo: async () => (await chain.now()) - publishAfter }
    const sources = await closing.opened(startSources({ seed, around, register, ...published }), (one) =>
      one.stop(),
    )
    await registerKeys(chain, place, sources)
    const trust = trustOf(sources)
    writeDeployment(place.folder, { ...place.deployment, trust })
    const pages = await closing.opened(startPageWorld(), (one) => one.stop())
    tell(`${roles.length} workers`)
    const store = await opening
    const workers = await closing.opened(
      startWorkers({ chain, place, sources, store, network: pages.network }, roles),
      (all) => Promise.all(all.map((worker) => worker.stop())),
    )
    tell('gateway, keeper and indexer')
    const keeping = closing.opened(startLocalKeeper(chain, place), (one) => one.stop())
    keeping.catch(() => {})
    const gateway = await closing.opened(startLocalGateway(chain, place, options.deadlines), (one) =>
      one.stop(),
    )
    const indexing = closing.opened(
      startLocalIndexer(chain, place, { gateways: [gateway.url], network: pages.network }),
      (one) => one.stop(),
    )
    indexing.catch(() => {})
    tell(`DON of ${nodes}`)
    const { faults, workflow, service } = options
    const starting = startDon(chain, place, {
      wasm: await building,
      nodes,
      ...(faults === undefined ? {} : { faults }),
      workflow: {
        gateways: [{ url: gateway.url }],
        sources: { coingecko: `${sources.url}/api/v3`, binance: sources.url, defillama: sources.url },
        ...workflow,
      },
      ...(service === undefined ? {} : { service }),
    })
    const don = await closing.opened(starting, (one) => one.stop())
    const keeper = await keeping
    const indexer = await indexing
    const parts = { chain, place, sources, pages, workers, gateway, keeper, indexer, don }
    return { ...parts, stop: () => closing.close() }
  } catch (error) {
    await closing.close()
    throw error
  }
}

/** The sources' key on-chain, for all that they sign in a form that contracts take. */
async function registerKeys(chain: LocalChain, place: LocalPlace, { observer }: Sources): Promise<void> {
  const names = coins.flatMap(({ id, symbol }) => [`coingecko:${id}:price_usd`, `binance:${symbol}:price`])
  for (const name of names) {
    const args = [Hash.ofText(name.toLowerCase()), observer as Hex] as const
    const data = encodeFunctionData({ abi: sourceKeysAbi, functionName: 'register', args })
    await transact(chain, deployer, { to: place.at('SourceKeys'), data })
  }
}

/** Whom a check of this world's rounds may believe. */
export function trustOf({ url, publicKey }: Pick<Sources, 'url' | 'publicKey'>): Trust {
  const { coingecko, binance, defillama } = sourcesConfig({ url, publicKey }).baseUrls
  const { keyId, algorithm, origin, publicKey: pem } = publicKey
  return {
    keys: [{ key_id: keyId, algorithm, origin, public_key: pem }],
    bases: { coingecko: [coingecko], binance: [binance], defillama: [defillama] },
  }
}
