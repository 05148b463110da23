import { checkConfig } from '../indexer/Config.ts'
import { startIndexer } from '../indexer/startIndexer.ts'
import { BaseError } from '../protocol/index.ts'
import type { Network } from '../services/fetch/Network.ts'
import type { LocalPlace } from './deployLocal.ts'
import { temporaryDatabase } from './openStores.ts'
import type { LocalChain } from './startChain.ts'

export type LocalIndexer = {
  readonly url: string
  /** Where its database is. */
  readonly folder: string
  /** Waits until its tables are of the newest block. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

export type LocalIndexerOptions = {
  /** Gateways of this world. */
  readonly gateways?: readonly string[]
  readonly port?: number
  readonly network?: Network
}

const lookMs = 20
const longestMs = 60_000

/** An indexer on loopback, with a database of its own that is gone when it stops. */
export async function startLocalIndexer(
  chain: LocalChain,
  place: LocalPlace,
  { gateways = [], port = 0, network }: LocalIndexerOptions = {},
): Promise<LocalIndexer> {
  const folder = await temporaryDatabase()
  const settings = {
    listen: { host: '127.0.0.1', port },
    chainId: place.chainId,
    deployment: `${place.folder}/${place.chainId}.json`,
    rpcUrl: chain.url,
    gateways,
    shown: { name: 'local', rpcUrls: [chain.url] },
    allowPrivate: true,
    store: { folder: folder.path },
    callers: { rate: null },
    watch: { pollMs: 100 },
    log: 'silent',
    graceMs: 500,
  }
  try {
    const config = checkConfig(settings, { file: 'the local indexer' })
    const running = await startIndexer(config, network === undefined ? {} : { network })
    const { status } = running.indexer
    return {
      url: running.url,
      folder: folder.path,
      async caughtUp() {
        const until = performance.now() + longestMs
        for (;;) {
          const { hash } = await chain.client.getBlock()
          if (status.seen?.hash === hash) return
          if (performance.now() > until) throw new BehindError(status.seen?.number ?? null)
          await new Promise((resolve) => setTimeout(resolve, lookMs))
        }
      },
      async stop() {
        await running.stop()
        folder.remove()
      },
    }
  } catch (error) {
    folder.remove()
    throw error
  }
}

export class BehindError extends BaseError {
  override readonly name = 'Local.BehindError'
  constructor(block: number | null) {
    super(`The indexer does not catch up: its tables are of block ${block ?? 'none'}.`)
  }
}
