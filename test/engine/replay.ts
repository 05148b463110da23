import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { CapabilityResponse } from '../../don/capability.ts'
import type { Guest, Questions } from '../../don/guestProcess.ts'
import { Sdk } from '../../don/sdk.ts'
import { hostedGuest } from './hostedGuest.ts'
import type { Record } from './recording.ts'
import { instant, type World } from './world.ts'

/** A run that was given the answers of another one. */
export type Replay = {
  readonly result: Uint8Array | null
  readonly error: string | null
  /** What it called: numbers and bytes, in the order of their numbers. */
  readonly calls: readonly string[]
}

/** What a call is answered instead of what was recorded; nothing: it is never answered. */
export type Change = (id: number, recorded: CapabilityResponse) => CapabilityResponse | null

const same: Change = (_, recorded) => recorded
const longestMs = 60_000

/** Runs a workflow on what a recorded run was answered: nothing else is asked of the world. */
export async function replay(guest: Guest, record: Record, change: Change = same): Promise<Replay> {
  const calls = new Map<number, string>()
  const questions = answering(record, change, (id, bytes) =>
    calls.set(id, Buffer.from(bytes).toString('hex')),
  )
  const ended = await guest.run(record.run, questions, longestMs).catch(({ message }: Error) => ({
    response: null,
    error: message,
  }))
  return {
    result: ended.response,
    error: ended.error,
    calls: [...calls].sort(([a], [b]) => a - b).map(([id, bytes]) => `${id} ${bytes}`),
  }
}

function answering(record: Record, change: Change, note: (id: number, bytes: Uint8Array) => void): Questions {
  const recorded = new Map(record.calls.map(({ id, response }) => [id, response]))
  const most = Number(fromBinary(Sdk.ExecuteRequestSchema, record.run.request).maxResponseSize)
  const given = new Map<number, Promise<CapabilityResponse>>()
  const answerTo = (id: number): Promise<CapabilityResponse> => {
    const answer = recorded.get(id) ?? failure(`call ${id} was not recorded`)
    const changed = change(id, answer)
    return changed === null ? new Promise(() => {}) : Promise.resolve(changed)
  }
  const refuse = async () => ({ error: 'secrets were not recorded' })
  return {
    call(_, bytes) {
      const { callbackId } = fromBinary(Sdk.CapabilityRequestSchema, bytes)
      note(callbackId, bytes)
      const answer = answerTo(callbackId)
      given.set(callbackId, answer)
      return answer
    },
    async await(bytes) {
      const { ids } = fromBinary(Sdk.AwaitCapabilitiesRequestSchema, bytes)
      const found = await Promise.all(ids.map(async (id) => [id, (await given.get(id))!] as const))
      const responses = Object.fromEntries(found)
      const response = create(Sdk.AwaitCapabilitiesResponseSchema, { responses })
      const answer = toBinary(Sdk.AwaitCapabilitiesResponseSchema, response)
      return answer.length > most ? { error: 'response buffer too small' } : answer
    },
    getSecrets: refuse,
    awaitSecrets: refuse,
    async now() {
      const bytes = new Uint8Array(8)
      new DataView(bytes.buffer).setBigUint64(0, BigInt(instant) * 1_000_000n, true)
      return bytes
    },
    log: () => {},
  }
}

export const failure = (text: string): CapabilityResponse =>
  create(Sdk.CapabilityResponseSchema, { response: { case: 'error', value: text } })

/** The fewest megabytes in which CRE's host gets a run through. */
export async function leastMemory({ hosted, module }: World, record: Record): Promise<number> {
  const most = 100
  const limited = async (maxMemoryMB: number) => {
    await hosted.limit(module, { maxMemoryMB })
    return await isThrough(hostedGuest(hosted, module), record)
  }
  try {
    return await least(1, most, 1, limited)
  } finally {
    await hosted.limit(module, { maxMemoryMB: most })
  }
}

/** The least fuel, to one part in fifty, with which CRE's host gets a run through. CRE itself counts none. */
export async function leastFuel(world: World, record: Record): Promise<number> {
  const { hosted, fueled } = world
  const limited = async (fuel: number) => {
    await hosted.limit(fueled, { maxMemoryMB: 100, fuel })
    return await isThrough(hostedGuest(hosted, fueled), record)
  }
  let most = 1e9
  while (!(await limited(most))) most *= 2
  return await least(most === 1e9 ? 0 : most / 2, most, most / 50, limited)
}

async function isThrough(guest: Guest, record: Record): Promise<boolean> {
  const { result } = await replay(guest, record)
  return result !== null && fromBinary(Sdk.ExecutionResultSchema, result).result.case === 'value'
}

/** The least that passes, where all above it pass too. */
async function least(
  tooLittle: number,
  enough: number,
  step: number,
  passes: (amount: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [tooLittle, enough]
  while (high - low > step) {
    const middle = Math.ceil((low + high) / 2)
    if (await passes(middle)) high = middle
    else low = middle
  }
  return high
}
