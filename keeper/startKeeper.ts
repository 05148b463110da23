import type { Logger } from 'pino'
import type { RpcUrl } from '../services/chain/Node.ts'
import { doorOf, perAddressOf } from '../services/http/doorOf.ts'
import { makeLog } from '../services/http/makeLog.ts'
import { openServiceStore } from '../services/http/openServiceStore.ts'
import { type KeyAccount, readKey } from '../services/http/readKey.ts'
import { fromEnvironment, readTokenHashes } from '../services/http/ServiceConfig.ts'
import { type EarlyServer, serveEarly } from '../services/http/serveEarly.ts'
import type { Store } from '../services/store/Store.ts'
import { makeApp } from './app.ts'
import { Book } from './Book.ts'
import type { Chain } from './Chain.ts'
import type { Config } from './Config.ts'
import { connect } from './connect.ts'
import type { Keeper } from './Keeper.ts'
import { makeLook } from './look.ts'
import { makeMetrics } from './makeMetrics.ts'
import { makeOutbox, type Outcome } from './Outbox.ts'
import { claimPlace, doneMarkets } from './Records.ts'
import { run } from './run.ts'

export type Running = {
  readonly url: string
  readonly keeper: Keeper
  /** Sends nothing more, waits for the look that is under way, and closes the store. What is on its way is found again. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly log?: Logger
  /** Instead of the one at the config's RPC URL. */
  readonly chain?: Chain
  readonly onOutcome?: (outcome: Outcome) => void
}

export type Secrets = {
  readonly rpcUrl: RpcUrl
  readonly account: KeyAccount
  readonly tokenHashes: readonly string[]
}

/** What a config needs from the environment, read once: a missing variable is told before anything is opened. */
export function readSecrets({ rpcUrl, rpcUrlEnv, keyEnv, callers }: Config, env: NodeJS.ProcessEnv): Secrets {
  return {
    rpcUrl: rpcUrlEnv === undefined ? rpcUrl! : fromEnvironment('rpcUrlEnv', rpcUrlEnv, env),
    account: readKey('keyEnv', keyEnv, env),
    tokenHashes: readTokenHashes(callers, env),
  }
}

/** It is looked at by few, and takes no bodies. */
const doorway = { connections: 256, receiveMs: 10_000 }

/** A whole keeper from its config: store, chain, server, and the look that is repeated. */
export async function startKeeper(config: Config, options: StartOptions = {}): Promise<Running> {
  const { env = process.env, log = makeLog(config.log) } = options
  const secrets = readSecrets(config, env)
  const { chainId, binaryMarket = null, ctfResolver = null } = config
  const contracts = { market: config.market, binaryMarket, ctfResolver }
  const { chain = connect({ ...contracts, chainId, rpcUrl: secrets.rpcUrl }) } = options
  const store = await openServiceStore(config, 'keeper', { env, log })
  let server: EarlyServer | undefined
  try {
    await claimPlace(store, chain, await chain.genesis())
    server = await serveEarly('keeper', {
      ...config.listen,
      ...doorway,
      perAddress: perAddressOf(config.callers),
    })
    return await wire(config, { chain, store, server, secrets, log, onOutcome: options.onOutcome })
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
  readonly secrets: Secrets
  readonly log: Logger
  readonly onOutcome: StartOptions['onOutcome']
}

async function wire(config: Config, parts: Parts): Promise<Running> {
  const { chain, store, server, secrets, log, onOutcome = () => {} } = parts
  const { budget, sending, turns, feedback, watch, callers } = config
  const { reorgMargin } = watch
  const { account } = secrets
  const stopping = new AbortController()
  const keeper: Keeper = {
    ...{ chain, store, budget, sending, turns, feedback, watch, log, onOutcome },
    address: account.address,
    publicUrl: config.publicUrl ?? server.url,
    book: new Book({ terms: await chain.terms(), reorgMargin, done: await doneMarkets(store, chain) }),
    outbox: makeOutbox({ chain, store, account, budget, reorgMargin, replaceAfter: sending.replaceAfter }),
    metrics: makeMetrics({ process: true }),
    status: { head: null, waiting: null },
    now: Date.now,
    stopping: stopping.signal,
  }
  server.answerWith(makeApp({ keeper, ...doorOf(callers, secrets.tokenHashes) }))
  const running = run(keeper, makeLook(keeper))
  return {
    url: server.url,
    keeper,
    async stop() {
      stopping.abort()
      await Promise.all([server.close(config.graceMs), running.stop()])
      await store.close()
    },
  }
}
