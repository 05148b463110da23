import * as Bytes from './Bytes.ts'
import { keccak256 } from './Keccak.ts'

/** The bearer token that a DON shows to a worker: one secret, and a token of its own for each worker. */

/**
 * The token for one worker: keccak256 of the secret's UTF-8 and the agent's number in 32 bytes, as 64 hex digits. A worker that
 * knows its own knows neither the secret nor the token of another.
 *
 * @example
 * WorkerToken.of('a secret of 32 random bytes', 7).length // 64
 * WorkerToken.of('a secret', 7) === WorkerToken.of('a secret', 8) // false
 */
export const of = (secret: string, agentId: number): string =>
  Bytes.toHex(keccak256(Bytes.concat(Bytes.fromText(secret), Bytes.uint(agentId, 32)))).slice(2)
