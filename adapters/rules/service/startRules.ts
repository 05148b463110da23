import { randomBytes, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { GuardOptions } from '../../../services/fetch/guard.ts'
import { doorOf, perAddressOf } from '../../../services/http/doorOf.ts'
import { makeLog } from '../../../services/http/makeLog.ts'
import { openServiceStore } from '../../../services/http/openServiceStore.ts'
import { fromEnvironment, readTokenHashes } from '../../../services/http/ServiceConfig.ts'
import { serve } from '../../../services/http/serve.ts'
import { urlOf } from '../../../services/http/serveEarly.ts'
import type { Store } from '../../../services/store/Store.ts'
import { makeApp } from './app.ts'
import type { Config } from './Config.ts'
import { chooseParameters } from './chooseParameters.ts'
import { type Engine, makeEngine } from './Engine.ts'
import { openGamma } from './Gamma.ts'
import { watchSwitches } from './KillSwitch.ts'
import { makeMetrics } from './makeMetrics.ts'
import { ownParser } from './Parser.ts'
import type { Service } from './Service.ts'
import { checksOf } from './sources/checkSources.ts'
import { switchesOf } from './switchesOf.ts'
import { type AskToday, makeToday } from './today.ts'
import { fileTopic } from './topics/fileTopic.ts'

export type Running = {
  readonly url: string
  readonly service: Service
  readonly engine: Engine
  /** Takes no more requests, leaves markets under way to others, and closes the store. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly log?: Logger
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Instead of the one of the config; closed by whoever opened it. */
  readonly store?: Store
  /** False: nothing happens by itself, only by `engine.tick()`. */
  readonly ticks?: boolean
  /** Where pages that markets cite may be; public hosts only unless told. */
  readonly sourceGuard?: GuardOptions
  /** Who asks sources for the public route; without it, there is none. */
  readonly askToday?: AskToday
}

/** What a config needs from the environment: what is wrong is told before anything is opened. */
export function readSecrets(config: Config, env: NodeJS.ProcessEnv) {
  const { contract } = config.killSwitch
  const { rpcUrl, rpcUrlEnv } = contract ?? {}
  return {
    tokenHashes: readTokenHashes(config.callers, env),
    rpcUrl:
      rpcUrlEnv === undefined ? rpcUrl : fromEnvironment('killSwitch.contract.rpcUrlEnv', rpcUrlEnv, env),
  }
}

/** With a Gamma of one's own the route is off unless the config says otherwise. */
function todayOf({ today, gamma }: Config, ask: AskToday | undefined, now: () => number) {
  const { serve = !gamma.allowPrivate, ...limits } = today
  return serve && ask !== undefined ? makeToday({ ask, now, ...limits }) : null
}

/** The whole service from its config: store, Gamma, switches, server, and what goes on by itself. */
export async function startRules(config: Config, options: StartOptions = {}): Promise<Running> {
  const { env = process.env, log = makeLog(config.log), now = Date.now, ticks = true } = options
  const { listen, limits, callers, markets } = config
  const secrets = readSecrets(config, env)
  const metrics = makeMetrics({ process: true })
  const store = options.store ?? (await openServiceStore(config, 'rules', { env, log }))
  const closeStore = async () => (options.store === undefined ? store.close() : undefined)
  const choice = await chooseParameters(config.parameters, { store, log, metrics, now }).catch(
    async (error) => {
      await closeStore()
      throw error
    },
  )
  const guard = { allowPrivate: config.gamma.allowPrivate }
  const stopping = new AbortController()
  const service: Service = {
    name: randomUUID(),
    store,
    gamma: openGamma({
      baseUrl: config.gamma.url,
      guard,
      now,
      told: (result, seconds) => {
        metrics.gammaRequests.inc({ result })
        metrics.gammaSeconds.observe(seconds)
      },
    }),
    parser: ownParser,
    killSwitch: watchSwitches(switchesOf(config, env, secrets.rpcUrl)),
    get parameters() {
      return choice.inForce
    },
    limits,
    metrics,
    log,
    now,
    newTrace: () => randomBytes(16).toString('hex'),
    stopping: stopping.signal,
  }
  const engine = makeEngine(service, {
    choice,
    sources: checksOf(config, options.sourceGuard),
    conditionIds: markets.conditionIds,
    discoverEveryS: markets.discoverEveryS,
    retentionDays: config.retentionDays,
    topics: config.files.map(({ name, path, buffer }) =>
      fileTopic({ name, path: resolve(config.folder, path), buffer }),
    ),
  })
  const app = makeApp({
    service,
    engine,
    choice,
    publicUrl: config.publicUrl ?? `http://${listen.host}:${listen.port}`,
    today: todayOf(config, options.askToday, now),
    ...doorOf(callers, secrets.tokenHashes),
  })
  const { connections, receiveMs } = limits
  const server = await serve(app, {
    ...listen,
    connections,
    receiveMs,
    perAddress: perAddressOf(callers),
  }).catch(async (error) => {
    await closeStore()
    throw error
  })
  if (ticks) engine.start(config.tickMs)
  return {
    url: urlOf(listen.host, server.port),
    service,
    engine,
    async stop() {
      stopping.abort()
      await Promise.all([server.close(config.graceMs), engine.stop()])
      await closeStore()
    },
  }
}
