import { fromBinary, toBinary } from '@bufbuild/protobuf'
import type { CapabilityResponse } from '../../don/capability.ts'
import type { Run } from '../../don/guestMessages.ts'
import type { Guest, Questions } from '../../don/guestProcess.ts'
import { Sdk } from '../../don/sdk.ts'

/** What one node asked in one run, and what it was answered. */
export type Record = {
  readonly run: Run
  readonly calls: Call[]
  /** What it waited for, and how many calls it had made by then; only our own host tells. */
  readonly awaits: { readonly ids: readonly number[]; readonly made: number }[]
  readonly logs: string[]
}

export type Call = {
  readonly id: number
  readonly capability: string
  readonly method: string
  readonly request: Uint8Array
  response: CapabilityResponse | null
}

/** The same guest, with everything it asks written down. */
export const recorded = (guest: Guest, begin: (record: Record) => void): Guest => ({
  run(run, questions, timeoutMs) {
    const record: Record = { run, calls: [], awaits: [], logs: [] }
    begin(record)
    return guest.run(run, recording(questions, record), timeoutMs)
  },
  stop: () => guest.stop(),
})

function recording(questions: Questions, record: Record): Questions {
  return {
    ...questions,
    call(mode, bytes) {
      const { callbackId, id, method, payload } = fromBinary(Sdk.CapabilityRequestSchema, bytes)
      const call: Call = {
        id: callbackId,
        capability: id,
        method,
        request: payload?.value ?? new Uint8Array(),
        response: null,
      }
      record.calls.push(call)
      const answering = questions.call(mode, bytes)
      answering?.then((response) => {
        call.response = response
      })
      return answering
    },
    await(bytes) {
      const { ids } = fromBinary(Sdk.AwaitCapabilitiesRequestSchema, bytes)
      record.awaits.push({ ids, made: record.calls.length })
      return questions.await(bytes)
    },
    log(mode, text) {
      record.logs.push(text)
      questions.log(mode, text)
    },
  }
}

export const answerOf = ({ response }: Call): Uint8Array =>
  response === null ? new Uint8Array() : toBinary(Sdk.CapabilityResponseSchema, response)
