import { checkConfig } from '../../../../adapters/rules/service/Config.ts'
import type { Seen } from '../../../../adapters/rules/service/decide.ts'
import type { Gamma } from '../../../../adapters/rules/service/Gamma.ts'
import type { Copy } from '../../../../adapters/rules/service/gammaReply.ts'
import { type Lease, leaseMarkets } from '../../../../adapters/rules/service/Lease.ts'
import { watchMarkets } from '../../../../adapters/rules/service/Markets.ts'
import { makeMetrics } from '../../../../adapters/rules/service/makeMetrics.ts'
import { type Parameters, schema } from '../../../../adapters/rules/service/Parameters.ts'
import { ownParser } from '../../../../adapters/rules/service/Parser.ts'
import type { Service } from '../../../../adapters/rules/service/Service.ts'
import { makeLog } from '../../../../services/http/makeLog.ts'
import type { Store } from '../../../../services/store/Store.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { kinds } from './world.ts'

/** One part of the service on an empty store, with a clock that stands still and a Gamma that is a map. */
export type Stage = {
  readonly service: Service
  readonly store: Store
  readonly lines: Record<string, unknown>[]
  readonly gamma: {
    readonly copies: Map<string, Copy>
    readonly asked: { ids: readonly string[]; uncached: boolean }[]
  }
  clock: number
  /** Who holds reports back. */
  heldBy: string | null
  readonly stop: AbortController
  /** Begins to watch markets and leases them. */
  lease(...numbers: readonly number[]): Promise<Lease[]>
  /** The value of a counter or gauge, by the end of its name and its labels as they are printed. */
  metric(line: string): Promise<number | null>
}

export const start = Date.parse('2026-11-02T00:00:00Z')

export async function makeStage(
  options: { readonly parameters?: Partial<Parameters>; readonly service?: Partial<Service> } = {},
): Promise<Stage> {
  const { store } = await kinds.embedded()
  const lines: Record<string, unknown>[] = []
  const metrics = makeMetrics()
  const stop = new AbortController()
  const copies = new Map<string, Copy>()
  const asked: { ids: readonly string[]; uncached: boolean }[] = []
  const gamma: Gamma = {
    async fetchMarkets(ids, { uncached = false }) {
      asked.push({ ids, uncached })
      return new Map(ids.flatMap((id) => (copies.has(id) ? [[id, copies.get(id)!] as const] : [])))
    },
    listOpen: async (offset) => {
      const ids = [...copies.keys()].slice(offset, offset + 100)
      return { ids, rows: ids.length }
    },
  }
  const stage: Stage = {
    store,
    lines,
    gamma: { copies, asked },
    clock: start,
    heldBy: null,
    stop,
    service: {
      name: 'one',
      store,
      gamma,
      parser: ownParser,
      killSwitch: { read: async () => stage.heldBy },
      parameters: schema.parse(options.parameters ?? {}),
      limits: checkConfig({}, { file: 'rules.yaml' }).limits,
      metrics,
      log: makeLog('debug', { stream: { write: (line) => lines.push(JSON.parse(line)) } }),
      now: () => stage.clock,
      newTrace: () => 'ab'.repeat(16),
      stopping: stop.signal,
      ...options.service,
    },
    async lease(...numbers) {
      const ids = numbers.map(idOf)
      await watchMarkets(store, ids, stage.clock)
      return leaseMarkets(store, ids, { by: 'one', leaseMs: 60_000, now: stage.clock })
    },
    async metric(line) {
      const text = await metrics.registry.metrics()
      const found = text.split('\n').find((one) => !one.startsWith('#') && one.includes(`${line} `))
      return found === undefined ? null : Number(found.split(' ').at(-1))
    },
  }
  return stage
}

/** A market as Gamma gives it out just now. */
export const copyOf = (n: number, changes: Record<string, unknown> = {}, copy: Partial<Copy> = {}): Copy => ({
  value: marketOf(n, changes),
  isResolved: false,
  updatedAt: start,
  ageS: 0,
  responseMs: 7,
  ...copy,
})

export const seenOf = (n: number, changes: Record<string, unknown> = {}): Seen => {
  const market = ownParser.read(marketOf(n, changes))
  return { market, parsed: ownParser.parse(market) }
}
