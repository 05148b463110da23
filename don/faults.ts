import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { Sdk } from './sdk.ts'
import * as Value from './value.ts'

/** What can be wrong with a node, on purpose. */
export type Fault =
  /** Takes no part in anything. */
  | { readonly kind: 'silent' }
  /** Observes, asks and signs something else than it should. */
  | { readonly kind: 'byzantine' }
  /** Does everything, but later. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Is killed while the workflow waits for the first time, and runs it again from the start. */
  | { readonly kind: 'restarting' }

export const faultKinds = ['silent', 'byzantine', 'slow', 'restarting'] as const

/** What a byzantine node says instead of what it saw. All of them tell the same lie: colluding is worse than raving. */
export function lieOf(method: string, bytes: Uint8Array): Uint8Array {
  if (method === 'Simple') {
    const inputs = fromBinary(Sdk.SimpleConsensusInputsSchema, bytes)
    const value = Value.make({ case: 'stringValue', value: 'a lie' })
    return toBinary(
      Sdk.SimpleConsensusInputsSchema,
      create(Sdk.SimpleConsensusInputsSchema, { ...inputs, observation: { case: 'value', value } }),
    )
  }
  if (method === 'Report') {
    const request = fromBinary(Sdk.ReportRequestSchema, bytes)
    const encodedPayload = Uint8Array.from([...request.encodedPayload, 1])
    return toBinary(Sdk.ReportRequestSchema, create(Sdk.ReportRequestSchema, { ...request, encodedPayload }))
  }
  return bytes
}
