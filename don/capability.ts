import { create, type DescMessage, type MessageShape, toBinary } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import type { SDK_PB } from '@chainlink/cre-sdk/pb'
import { BaseError } from '../protocol/core.ts'
import { LimitExceededError } from './quota.ts'
import { Sdk } from './sdk.ts'

/** What a workflow may call beside consensus. */
export type CapabilityRequest = SDK_PB.CapabilityRequest
export type CapabilityResponse = SDK_PB.CapabilityResponse

export const respond = <schema extends DescMessage>(
  schema: schema,
  message: MessageShape<schema>,
): CapabilityResponse =>
  create(Sdk.CapabilityResponseSchema, { response: { case: 'payload', value: anyPack(schema, message) } })

/** A refusal as the guest's SDK reads it: visibility, origin, code, then words. */
export const refuse = (error: unknown): CapabilityResponse => {
  const [origin, code] = error instanceof CapabilityError ? [error.origin, error.code] : codeOf(error)
  const text = error instanceof BaseError ? error.shortMessage : String((error as Error)?.message ?? error)
  return create(Sdk.CapabilityResponseSchema, {
    response: { case: 'error', value: `Public:${origin}:${code}:${text}` },
  })
}

const codeOf = (error: unknown): ['User' | 'System', string] =>
  error instanceof LimitExceededError ? ['User', 'LimitExceeded'] : ['System', 'Internal']

export const bytesOf = (response: CapabilityResponse): Uint8Array =>
  toBinary(Sdk.CapabilityResponseSchema, response)

export class CapabilityError extends BaseError {
  override readonly name = 'Capability.CapabilityError'
  readonly origin: 'User' | 'System'
  readonly code: string
  constructor(message: string, options: { origin?: 'User' | 'System'; code?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.origin = options.origin ?? 'User'
    this.code = options.code ?? 'InvalidArgument'
  }
}
