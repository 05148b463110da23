import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkConfig } from '../../../../adapters/rules/service/Config.ts'
import type { Report } from '../../../../adapters/rules/service/ObservationReport.ts'
import { type Running, type StartOptions, startRules } from '../../../../adapters/rules/service/startRules.ts'
import { openTemporaryStore } from '../../../../local/openStores.ts'
import { makeLog } from '../../../../services/http/makeLog.ts'
import { openStore } from '../../../../services/store/openStore.ts'
import type { Store } from '../../../../services/store/Store.ts'
import { casesOf } from '../../../helpers/budget.ts'
import { postgres } from '../../../helpers/postgres.ts'
import { skipFor } from '../../../helpers/skip.ts'
import { type FakeGamma, startFakeGamma } from './fakeGamma.ts'

export const token = 'a-token-for-tests'
export const authorization = { authorization: `Bearer ${token}` }

/** Services around one database and one Gamma, with a clock that moves only when it is told to. */
export type World = {
  readonly gamma: FakeGamma
  readonly store: Store
  readonly folder: string
  readonly lines: Record<string, unknown>[]
  clock: number
  start(config?: object, options?: Pick<StartOptions, 'env' | 'sourceGuard' | 'askToday'>): Promise<Running>
  /** Lets services do all that is to be done now. */
  settle(...services: readonly Running[]): Promise<void>
  pass(seconds: number): void
  reports(): Promise<Report[]>
  /** Log lines with this reason or message. */
  said(what: string): Record<string, unknown>[]
  end(): Promise<void>
}

let embedded: Promise<Store> | undefined

after('closes the embedded store', async () => {
  await (await embedded)?.close()
})

export const kinds = {
  embedded: async () => {
    embedded ??= openTemporaryStore('rules')
    const store = await embedded
    await empty(store)
    return { store, close: async () => {} }
  },
  server: async () => {
    const server = await postgres()
    if (server === null) return null
    const store = await openStore({ url: await server.freshDatabase(), schema: 'rules' })
    return { store, close: () => store.close() }
  },
} as const
export type Kind = keyof typeof kinds

/** What is kept for ever is taken away between tests only. */
async function empty(store: Store): Promise<void> {
  const kept = ['versions', 'parameter_decisions']
  for (const table of kept) await store.query(`alter table ${table} disable trigger user`)
  await store.query(
    'truncate markets, versions, reports, topics, jobs, sources, parameter_sets, parameter_decisions',
  )
  for (const table of kept) await store.query(`alter table ${table} enable trigger user`)
  await store.query('update stream set head = 0')
}

/** Null where this kind of store can't run. */
export async function makeWorld(kind: Kind = 'embedded'): Promise<World | null> {
  const opened = await kinds[kind]()
  if (opened === null) return null
  const { store } = opened
  const gamma = await startFakeGamma()
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-rules-'))
  const lines: Record<string, unknown>[] = []
  const log = makeLog('debug', { stream: { write: (line) => lines.push(JSON.parse(line)) } })
  const running: Running[] = []
  const world: World = {
    gamma,
    store,
    folder,
    lines,
    clock: Date.parse('2026-11-02T00:00:00Z'),
    async start(config = {}, options = {}) {
      const whole = {
        listen: { port: 0 },
        gamma: { url: gamma.url, allowPrivate: true },
        markets: { conditionIds: [...gamma.markets.keys()] },
        callers: { rate: null, tokenHashes: [createHash('sha256').update(token).digest('hex')] },
        graceMs: 500,
        ...config,
      }
      const checked = checkConfig(whole, { file: join(folder, 'rules.yaml') })
      const one = await startRules(checked, {
        env: {},
        log,
        store,
        now: () => world.clock,
        ticks: false,
        ...options,
      })
      running.push(one)
      return one
    },
    async settle(...services) {
      // Polling, then emitting what it found, then telling the topics.
      for (let i = 0; i < 3; i++) {
        await Promise.all(
          services.map(async ({ engine }) => {
            await engine.tick()
            await engine.idle()
          }),
        )
      }
    },
    pass(seconds) {
      world.clock += seconds * 1_000
    },
    async reports() {
      const rows = await store.query<{ body: string }>(
        'select body from reports where position is not null order by position',
      )
      return rows.map((row) => JSON.parse(row.body))
    },
    said: (what) => lines.filter((line) => line.reason === what || line.msg === what),
    async end() {
      await Promise.all(running.map((one) => one.stop().catch(() => {})))
      await gamma.close()
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world
}

/** Runs a suite on the embedded store, and in the full budget on a server too, a world for each test. */
export function describeWorlds(title: string, suite: (world: () => World) => void): void {
  for (const kind of casesOf(Object.keys(kinds) as Kind[], 1)) {
    describe(`${title} (${kind})`, function () {
      this.timeout(120_000)
      let world: World | null = null
      beforeEach(async function () {
        world = await makeWorld(kind)
        if (world === null) skipFor(this, 'it needs a PostgreSQL server')
      })
      suite(() => world!)
      afterEach(async () => {
        await world?.end()
        world = null
      })
    })
  }
}

/** Milliseconds that really pass, until something holds. */
export async function until<value>(holds: () => Promise<value | false | undefined | null>): Promise<value> {
  for (let i = 0; i < 3_000; i++) {
    const value = await holds()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It never came to that.')
}
