import type { ExecutionReport } from '../../don/don.ts'
import type { TraceEntry } from '../../don/execution.ts'
import { readLimits } from '../../don/limits.ts'
import { allowanceOf, type Usage } from '../../don/quota.ts'
import { median, type Row, rounded } from './measure.ts'
import type { Matter, Measured } from './roundStage.ts'

export const summary =
  'a round from request to report, at 3, 10 and 32 instant workers, with 4 and 7 nodes; at 32 also with citations'

export type Extent = {
  /** Numbers of workers, and of nodes. */
  readonly sizes: readonly number[]
  readonly dons: readonly number[]
  /** Numbers of workers who cite two pages each in a round that no number decides. */
  readonly citing: readonly number[]
  /** How often each is measured; the median counts. */
  readonly times: number
}

/** So small that a test can wait for it. */
export const quick: Extent = { sizes: [3], dons: [4], citing: [], times: 1 }

/**
 * What a round takes that is not its workers' own time; n is their number. `gateway` is from the request until both phases are
 * sealed, `DON` is the execution of all nodes. Its parts are of the node that took longest: `reads` of the chain, `fetch` of
 * batches and source, `consensus` on what was seen, with the wait for slower nodes, `report` signed, `write` until it is in its
 * block; `guest` is what is left: the guest's start, signatures, rubric, transcript. All nodes share this machine's cores, so beside
 * it stands what all of it costs in CPU time: divided by the cores it is the least that a quiet machine takes.
 */
export async function rows(
  note: (line: string) => void,
  { sizes, dons, citing, times }: Extent = { sizes: [3, 10, 32], dons: [4, 7], citing: [32], times: 3 },
): Promise<Row[]> {
  // Loaded here: chain and DON take a while, and who lists the benches needs neither.
  const { openStage } = await import('./roundStage.ts')
  const { limitsFile } = await import('../../local/startDon.ts')
  const allowed = allowanceOf(readLimits(limitsFile()))
  const stage = await openStage(Math.max(...sizes, ...citing))
  try {
    const kinds: { workers: number; matter: Matter }[] = [
      ...sizes.map((workers) => ({ workers, matter: 'number' as const })),
      ...citing.map((workers) => ({ workers, matter: 'words' as const })),
    ]
    const plans = dons.flatMap((nodes) => kinds.map((kind) => ({ nodes, ...kind })))
    const opened: ((typeof plans)[number] & { markets: number[] })[] = []
    for (const plan of plans) {
      const markets: number[] = []
      for (let i = 0; i <= times; i++) markets.push(await stage.open(plan.workers, plan.matter))
      opened.push({ ...plan, markets })
    }
    await stage.begin()
    const found: Row[] = []
    for (const nodes of dons) {
      const don = await stage.enrol(nodes)
      for (const { workers, matter, markets } of opened.filter((one) => one.nodes === nodes)) {
        const who = matter === 'number' ? `${nodes} nodes` : `${nodes} nodes, two citations each`
        note(`${who}, ${workers} workers`)
        const all: Measured[] = []
        for (const marketId of markets) all.push(await stage.run(don, marketId))
        // The first one warms up.
        found.push(...rowsOf(who, workers, all.slice(1), allowed))
      }
      await don.stop()
    }
    return found
  } finally {
    await stage.close()
  }
}

function rowsOf(who: string, n: number, all: readonly Measured[], allowed: Usage): Row[] {
  const row = (name: string, of: (one: Measured) => number, unit = 'ms'): Row => ({
    name: `${who}, ${name}`,
    n,
    value: rounded(median(all.map(of))),
    unit,
  })
  const part = (name: keyof Parts) => row(name, ({ execution }) => partsOf(execution)[name])
  const nodesOf = ({ execution }: Measured) => execution.nodes
  return [
    row('whole', ({ gatewayMs, execution }) => gatewayMs + execution.ms),
    row('gateway', ({ gatewayMs }) => gatewayMs),
    row('DON', ({ execution }) => execution.ms),
    ...(['reads', 'fetch', 'consensus', 'report', 'write', 'guest'] as const).map(part),
    row('CPU of everything', ({ cpuMs }) => cpuMs),
    row('CPU of a guest', (one) => median(nodesOf(one).map(({ cpuMs }) => cpuMs))),
    row(
      'memory of a guest',
      (one) => Math.max(...nodesOf(one).map(({ memoryBytes }) => memoryBytes)) / 1e6,
      'MB',
    ),
    ...quotaRows(row, allowed),
  ]
}

type MakeRow = (name: string, of: (one: Measured) => number, unit?: string) => Row

/** The most that any node used of each quota; a bench that came back at all stayed within. */
function quotaRows(row: MakeRow, allowed: Usage): Row[] {
  return Object.entries(allowed).map(([name, most]) =>
    row(`quota ${name}`, ({ execution }) => execution.usage[name as keyof Usage], `of ${most}`),
  )
}

type Parts = Record<'reads' | 'fetch' | 'consensus' | 'report' | 'write' | 'guest', number>

/** Reads that are asked for together, before any other is. */
const together = 3

/** Where the time went: from what each call of a node took, in the order they ended. */
function partsOf({ trace, nodes, ms }: ExecutionReport): Parts {
  const each = nodes.map(({ node }) => {
    const calls = trace.filter((call) => call.node === node)
    const of = (method: string) => calls.filter((call) => call.method === method)
    const reads = of('CallContract')
    const parts = {
      reads: longest(reads.slice(0, together)) + total(reads.slice(together)),
      // The last request tells the gateway what was decided, when all is done.
      fetch: longest(of('SendRequest').slice(0, -1)),
      consensus: total(of('Simple')),
      report: total(of('Report')),
      write: total(of('WriteReport')),
    }
    return { ...parts, guest: ms - Object.values(parts).reduce((sum, part) => sum + part, 0) }
  })
  const worst = (name: keyof Parts) => Math.max(...each.map((parts) => parts[name]))
  return {
    reads: worst('reads'),
    fetch: worst('fetch'),
    consensus: worst('consensus'),
    report: worst('report'),
    write: worst('write'),
    guest: worst('guest'),
  }
}

const longest = (calls: readonly TraceEntry[]): number => Math.max(0, ...calls.map(({ ms }) => ms))
const total = (calls: readonly TraceEntry[]): number => calls.reduce((sum, { ms }) => sum + ms, 0)
