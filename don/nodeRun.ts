import { randomBytes } from 'node:crypto'
import { fromBinary } from '@bufbuild/protobuf'
import type { Execution } from './execution.ts'
import type { Fault } from './faults.ts'
import { pageSize } from './guest.ts'
import type { Guest } from './guestProcess.ts'
import type { Usage } from './quota.ts'
import { Restrictions } from './restrictions.ts'
import { Sdk } from './sdk.ts'
import { plainOf } from './value.ts'

/** How an execution ended on one node. */
export type NodeResult = {
  readonly node: number
  readonly value: unknown
  readonly error: string | null
  readonly cpuMs: number
  readonly memoryBytes: number
  readonly usage: Usage
}

export type NodeRun = {
  readonly guest: Guest
  readonly node: number
  readonly id: Uint8Array
  /** An ExecuteRequest. */
  readonly request: Uint8Array
  /** An ExecuteRequest of the handler's pre-hook, which says what the handler may do. */
  readonly preHook?: Uint8Array | undefined
  readonly execution: Execution
  readonly timeoutMs: number
  readonly fault: Fault | undefined
}

/** One node's part of an execution, whatever happens to it. */
export async function runNode(options: NodeRun): Promise<NodeResult> {
  const { guest, node, id, request, execution, timeoutMs, fault } = options
  const hex = Buffer.from(id).toString('hex')
  const run = {
    execution: hex,
    request,
    donSeed: seedOf(hex),
    nodeSeed: randomBytes(8).readBigInt64BE(),
  }
  try {
    if (fault?.kind === 'restarting') await killAtFirstWait(options, run)
    const refusal = await runPreHook(options, run)
    if (refusal !== null) return { ...refused(refusal), node, usage: execution.usageOf(node) }
    const done = await guest.run(run, execution.questionsOf(node), timeoutMs)
    const { value, error } = resultOf(done.response, done.error)
    const { cpuMs, memoryPages } = done
    return { node, value, error, cpuMs, memoryBytes: memoryPages * pageSize, usage: execution.usageOf(node) }
  } catch (error) {
    return { ...refused((error as Error).message), node, usage: execution.usageOf(node) }
  }
}

const refused = (error: string) => ({ value: null, error, cpuMs: 0, memoryBytes: 0 })

/** As long as CRE's host gives a pre-hook. */
const preHookMs = 10_000

/** Binds the execution to what the pre-hook allows; why the handler must not run at all, else null. */
async function runPreHook(
  { guest, node, execution, preHook }: NodeRun,
  run: Parameters<Guest['run']>[0],
): Promise<string | null> {
  if (preHook === undefined) return null
  execution.begin(node, 'preHook')
  const asked = { ...run, request: preHook }
  const done = await guest.run(asked, execution.questionsOf(node), preHookMs).catch((error: Error) => {
    throw new Error(`pre-hook execution failed: ${error.message}`)
  })
  execution.begin(node, 'handler')
  if (done.error !== null) throw new Error(`pre-hook execution failed: ${done.error}`)
  const { result } = fromBinary(Sdk.ExecutionResultSchema, done.response ?? new Uint8Array())
  if (result.case === 'error') return result.value
  if (result.case === 'restrictions') execution.restrict(node, new Restrictions(result.value))
  return null
}

async function killAtFirstWait(
  { guest, node, execution, timeoutMs }: NodeRun,
  run: Parameters<Guest['run']>[0],
): Promise<void> {
  const kill = async () => {
    await guest.stop()
    return { error: 'the node is gone' }
  }
  await guest.run(run, { ...execution.questionsOf(node), await: kill }, timeoutMs).catch(() => {})
  execution.restart(node)
}

/** FNV-1a of the id's hex text, as a signed 64-bit number: the seed that all nodes share. */
function seedOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return BigInt.asIntN(64, hash)
}

function resultOf(
  response: Uint8Array | null,
  error: string | null,
): { value: unknown; error: string | null } {
  if (error !== null) return { value: null, error }
  if (response === null) return { value: null, error: 'the workflow ended without a result' }
  const { result } = fromBinary(Sdk.ExecutionResultSchema, response)
  if (result.case === 'error') return { value: null, error: result.value }
  return { value: result.case === 'value' ? plainOf(result.value) : null, error: null }
}

/** What f + 1 nodes ended with. */
export function agreed(nodes: readonly NodeResult[], f: number): { value: unknown; error: string | null } {
  const keyOf = ({ value, error }: NodeResult) => JSON.stringify([value, error])
  const found = nodes.find((one) => nodes.filter((other) => keyOf(other) === keyOf(one)).length >= f + 1)
  if (found === undefined) return { value: null, error: nodes[0]?.error ?? 'no f + 1 nodes ended alike' }
  return { value: found.value, error: found.error }
}
