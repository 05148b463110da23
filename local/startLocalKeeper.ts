import { testKey } from '../cli/chain/account.ts'
import { checkConfig } from '../keeper/Config.ts'
import type { Outcome } from '../keeper/Outbox.ts'
import { startKeeper } from '../keeper/startKeeper.ts'
import { BaseError } from '../protocol/index.ts'
import type { LocalPlace } from './deployLocal.ts'
import { temporaryDatabase } from './openStores.ts'
import type { LocalChain } from './startChain.ts'

/** Pays for the local keeper's calls: an account of the test mnemonic. */
export const keeperAccount = 4

export type LocalKeeper = {
  readonly url: string
  /** What became of its calls, the first first. */
  outcomes(): readonly Outcome[]
  /** Waits until it has seen the last block, and nothing is due or on its way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const lookMs = 20
const longestMs = 60_000

/** A keeper on loopback, with a database of its own that is gone when it stops. */
export async function startLocalKeeper(chain: LocalChain, place: LocalPlace): Promise<LocalKeeper> {
  const folder = await temporaryDatabase()
  const settings = {
    listen: { host: '127.0.0.1', port: 0 },
    chainId: place.chainId,
    market: place.market,
    binaryMarket: place.at('BinaryMarket'),
    rpcUrl: chain.url,
    keyEnv: 'KEY',
    budget: { perDay: '10', perCall: '1', maxFee: '1000' },
    store: { folder: folder.path },
    callers: { rate: null },
    watch: { pollMs: 50 },
    log: 'silent',
    graceMs: 500,
  }
  const outcomes: Outcome[] = []
  try {
    const config = checkConfig(settings, { file: 'the local keeper' })
    const env = { KEY: testKey(keeperAccount) }
    const running = await startKeeper(config, { env, onOutcome: (one) => void outcomes.push(one) })
    const { book, outbox, status } = running.keeper
    const isIdle = async () => {
      const { hash } = await chain.client.getBlock()
      return status.head?.hash === hash && book.calls().length === 0 && outbox.pending().size === 0
    }
    return {
      url: running.url,
      outcomes: () => outcomes,
      async idle() {
        const until = performance.now() + longestMs
        while (!(await isIdle())) {
          if (performance.now() > until) throw new BusyKeeperError(book.calls().map(({ kind }) => kind))
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

export class BusyKeeperError extends BaseError {
  override readonly name = 'Local.BusyKeeperError'
  constructor(kinds: readonly string[]) {
    super(`The keeper does not get on with what is due: ${kinds.join(', ') || 'nothing'}.`)
  }
}
