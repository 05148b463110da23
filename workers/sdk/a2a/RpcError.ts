import { BaseError } from '../../../protocol/index.ts'

/** Why a call of A2A's JSON-RPC was not answered: the codes of JSON-RPC 2.0 and of A2A v1.0. */
export const codes = {
  PARSE_ERROR: -32_700,
  INVALID_REQUEST: -32_600,
  METHOD_NOT_FOUND: -32_601,
  INVALID_PARAMS: -32_602,
  INTERNAL: -32_603,
  TASK_NOT_FOUND: -32_001,
  TASK_NOT_CANCELABLE: -32_002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32_003,
  UNSUPPORTED_OPERATION: -32_004,
  CONTENT_TYPE_NOT_SUPPORTED: -32_005,
  VERSION_NOT_SUPPORTED: -32_009,
} as const
export type Reason = keyof typeof codes

const types = 'type.googleapis.com/google.rpc'

/** A refusal of one call. Its message is shown to the caller. */
export class RpcError extends BaseError {
  override readonly name = 'A2a.RpcError'
  readonly reason: Reason
  /** The field that is not as agreed; null where it is not about one. */
  readonly field: string | null
  constructor(reason: Reason, message: string, field: string | null = null) {
    super(message)
    this.reason = reason
    this.field = field
  }
}

/** What the wire carries. */
export function toRpcError({ reason, shortMessage, field }: RpcError): object {
  const code = codes[reason]
  const isA2a = code > -32_100
  const details = isA2a
    ? [{ '@type': `${types}.ErrorInfo`, reason, domain: 'a2a-protocol.org' }]
    : field === null
      ? []
      : [{ '@type': `${types}.BadRequest`, fieldViolations: [{ field, description: shortMessage }] }]
  return { code, message: shortMessage, ...(details.length === 0 ? {} : { data: details }) }
}
