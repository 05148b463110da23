import { fromBinary } from '@bufbuild/protobuf'
import type { Guest, Questions } from '../../don/guestProcess.ts'
import { Sdk } from '../../don/sdk.ts'
import type { Record } from './recording.ts'

/**
 * CRE's host does not tell what its guest waits for. So its answers are held back: each goes out only when as many calls were made as
 * our own guest had made when it waited for that answer. A guest that waits for another one stands still; one that
 * calls something else in between is found out by the calls that came since the answers before.
 */
export const paced = (
  guest: Guest,
  script: () => Record | undefined,
  note: (calls: readonly number[]) => void,
): Guest => ({
  run: (run, questions, timeoutMs) =>
    guest.run(run, pacing(questions, script()?.awaits ?? [], note), timeoutMs),
  stop: () => guest.stop(),
})

function pacing(
  questions: Questions,
  awaits: Record['awaits'],
  note: (calls: readonly number[]) => void,
): Questions {
  const released = new Map<number, PromiseWithResolvers<void>>()
  const gateOf = (id: number) => {
    const gate = released.get(id) ?? Promise.withResolvers<void>()
    released.set(id, gate)
    return gate
  }
  let since: number[] = []
  let made = 0
  let next = 0
  const release = () => {
    for (; next < awaits.length && awaits[next]!.made <= made; next++) {
      if (since.length > 0) note(since.sort((a, b) => a - b))
      since = []
      for (const id of awaits[next]!.ids) gateOf(id).resolve()
    }
  }
  return {
    ...questions,
    call(mode, bytes) {
      const { callbackId } = fromBinary(Sdk.CapabilityRequestSchema, bytes)
      since.push(callbackId)
      made++
      const answering = questions.call(mode, bytes)
      release()
      return answering?.then(async (answer) => {
        await gateOf(callbackId).promise
        return answer
      })
    },
  }
}

/** The same of our own guest: what it called between one wait and the next. */
export function segmentsOf({ calls, awaits }: Record): number[][] {
  const ends = [...new Set(awaits.map(({ made }) => made))]
  return ends
    .map((end, i) => calls.slice(ends[i - 1] ?? 0, end).map(({ id }) => id))
    .map((ids) => ids.sort((a, b) => a - b))
}
