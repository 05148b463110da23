import { type Config, checkConfig } from '../gateway/Config.ts'
import { startGateway } from '../gateway/startGateway.ts'
import type { LocalPlace } from './deployLocal.ts'
import { temporaryDatabase } from './openStores.ts'
import type { LocalChain } from './startChain.ts'

export type LocalGateway = {
  readonly url: string
  /** Where its database is. */
  readonly folder: string
  stop(): Promise<void>
}

/** Far below what the protocol gives workers: on one machine those who answer do so in a moment. */
export const shortDeadlines = { resolveMs: 4_000, patienceMs: 4_000, challengeMs: 2_000 } as const

/** On one machine looks at the chain cost nothing. */
const quickMs = 200

/** A gateway on loopback, with a database of its own that is gone when it stops. */
export async function startLocalGateway(
  chain: LocalChain,
  place: LocalPlace,
  deadlines: Partial<Config['deadlines']> = shortDeadlines,
  watch: { readonly pollMs?: number } = { pollMs: quickMs },
): Promise<LocalGateway> {
  const folder = await temporaryDatabase()
  const settings = {
    listen: { host: '127.0.0.1', port: 0 },
    chainId: place.chainId,
    market: place.market,
    rpcUrl: chain.url,
    deadlines,
    allowPrivate: true,
    store: { folder: folder.path },
    callers: { rate: null },
    watch,
    log: 'silent',
    graceMs: 500,
  }
  try {
    const config = checkConfig(settings, { file: 'the local gateway' })
    const gateway = await startGateway(config)
    const stop = async () => {
      await gateway.stop()
      folder.remove()
    }
    return { url: gateway.url, folder: folder.path, stop }
  } catch (error) {
    folder.remove()
    throw error
  }
}
