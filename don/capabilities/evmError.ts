import { BaseError as ViemError } from 'viem'
import { CapabilityError } from '../capability.ts'

/** Failures of a request itself, as against those of whoever was asked. */
const unreachable = new Set([
  'HttpRequestError',
  'TimeoutError',
  'SocketClosedError',
  'WebSocketRequestError',
])
const missing = new Set(['TransactionNotFoundError', 'TransactionReceiptNotFoundError', 'BlockNotFoundError'])

/** What a chain's node said, in a sentence without its address. */
export function asEvmError(error: unknown): unknown {
  if (!(error instanceof ViemError)) return error
  const named = (names: ReadonlySet<string>) => error.walk((one) => names.has((one as Error).name)) !== null
  if (named(unreachable))
    return new CapabilityError("the chain's node does not answer", {
      origin: 'System',
      code: 'Unavailable',
      cause: error,
    })
  const code = named(missing) ? 'NotFound' : 'Unknown'
  // Its longer message repeats the request, and the node's URL with it.
  const reverted = error.walk((one) => (one as Error).name === 'ExecutionRevertedError') as ViemError | null
  return new CapabilityError((reverted ?? error).shortMessage, { origin: 'User', code, cause: error })
}
