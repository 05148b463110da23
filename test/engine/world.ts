import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Any } from '@bufbuild/protobuf/wkt'
import type { Don, ExecutionReport } from '../../don/don.ts'
import { GuestProcess } from '../../don/guestProcess.ts'
import type { EngineLimits } from '../../don/limits.ts'
import { Closing } from '../../local/Closing.ts'
import { ourWorkflow } from '../../local/startDon.ts'
import { temporaryFolder } from '../../local/temporaryFolder.ts'
import { openStage, type Stage, type StageDon } from '../../scripts/bench/roundStage.ts'
import { buildProgram, program } from '../../scripts/engine/program.ts'
import { Hosted, type Terms } from './hosted.ts'
import { hostedGuest } from './hostedGuest.ts'
import { paced, segmentsOf } from './paced.ts'
import { type Record, recorded } from './recording.ts'

/** One event, run on one host by all nodes. */
export type Ran = {
  readonly report: ExecutionReport
  /** By node. */
  readonly records: readonly Record[]
  /** What the chain came to: the hash of its newest block is that of everything in it. */
  readonly block: string
  readonly status: number
  /** CPU time of a node, in milliseconds. */
  readonly cpuMs: number
  /** What nodes called between one of their waits and the next; of CRE's host as far as it can be seen. */
  readonly segments: readonly (readonly number[])[][]
}

export type World = {
  readonly stage: Stage
  readonly hosted: Hosted
  /** Our workflow, as CRE's host has compiled it. */
  readonly module: number
  /** The same, in a module whose fuel is counted. */
  readonly fueled: number
  readonly wasm: string
  /** How long that took. */
  readonly compiledMs: number
  /** A DON whose nodes run in CRE's host. */
  hostedDon(options?: StageDon): Don
  /** The same event on the local DON and then, from the same state of the chain, in CRE's host. */
  onBoth(event: Happening, options?: StageDon): Promise<{ readonly ours: Ran; readonly theirs: Ran }>
  close(): Promise<void>
}

export type Happening = {
  readonly marketId: number
  readonly handler: number
  readonly payload: Any
  readonly event: string
}

export const nodes = 4
/** The nodes' clock: reports carry its time, so it stands still. */
export const instant = 1_750_000_000_000
const clock = () => instant

export const termsOf = (limits: EngineLimits): Terms => ({
  timeoutMs: limits.ExecutionTimeout,
  maxMemoryMB: limits.WASMMemoryLimit / 1_000_000,
  maxResponseBytes: limits.ExecutionResponseLimit,
})

/** A chain, sources, workers and a gateway; the local DON beside CRE's host. */
export async function openWorld(most: number): Promise<World> {
  const closing = new Closing()
  try {
    buildProgram()
    const stage = await closing.opened(openStage(most), (one) => one.close())
    const hosted = await closing.opened(Promise.resolve(new Hosted(program)), (one) => one.stop())
    const folder = temporaryFolder('engine')
    await closing.opened(Promise.resolve(folder), (one) => one.remove())
    const wasm = join(folder.path, 'workflow.wasm')
    writeFileSync(wasm, await ourWorkflow())
    const first = await stage.enrol(nodes)
    const terms = termsOf(first.limits)
    const { module, ms } = await hosted.load(wasm, terms)
    const { module: fueled } = await hosted.load(wasm, { ...terms, fuel: 1 })

    async function run(
      { marketId, handler, payload, event }: Happening,
      don: Don,
      records: readonly Record[],
      spentMs: (report: ExecutionReport) => Promise<number>,
    ): Promise<Omit<Ran, 'segments'>> {
      // Warms up both alike: from a small question both know the module.
      await don.subscriptions()
      const { client } = stage.chain
      const { timestamp } = await client.getBlock()
      await client.setNextBlockTimestamp({ timestamp: timestamp + 60n })
      const before = await spentMs({ nodes: [] } as never)
      const report = await don.execute(handler, payload, event)
      const cpuMs = (await spentMs(report)) - before
      await don.stop()
      const { hash } = await client.getBlock()
      const reported = await stage.reported([marketId])
      return { report, records: [...records], block: hash, status: reported.length, cpuMs }
    }

    return {
      stage,
      hosted,
      module,
      fueled,
      wasm,
      compiledMs: ms,
      hostedDon: ({ don, ...options } = {}) =>
        stage.makeDon(nodes, { ...options, don: { guest: () => hostedGuest(hosted, module), ...don } }),
      async onBoth(event, { don, ...options } = {}) {
        const ours: Record[] = []
        const own = stage.makeDon(nodes, {
          ...options,
          don: {
            clock,
            ...don,
            guest: (compiled, node) =>
              recorded(new GuestProcess(compiled), (record) => {
                ours[node] = record
              }),
          },
        })
        const id = await stage.chain.client.snapshot()
        const ofOurs = async ({ nodes: each }: ExecutionReport) =>
          each.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / nodes
        const onOurs = await run(event, own, ours, ofOurs)
        await stage.chain.client.revert({ id })

        const theirs: Record[] = []
        const segments: number[][][] = Array.from({ length: nodes }, () => [])
        const other = stage.makeDon(nodes, {
          ...options,
          don: {
            clock,
            ...don,
            guest: (_, node) =>
              paced(
                recorded(hostedGuest(hosted, module), (record) => {
                  theirs[node] = record
                }),
                () => ours[node],
                (calls) => segments[node]!.push([...calls]),
              ),
          },
        })
        const ofTheirs = async () => (await hosted.account()).cpuMs / nodes
        const onTheirs = await run(event, other, theirs, ofTheirs)
        return {
          ours: { ...onOurs, segments: ours.map(segmentsOf) },
          theirs: { ...onTheirs, segments },
        }
      },
      close: () => closing.close(),
    }
  } catch (error) {
    await closing.close()
    throw error
  }
}
