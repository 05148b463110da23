import { privateKeyToAccount } from 'viem/accounts'
import { BaseError } from '../../protocol/index.ts'
import { fromEnvironment } from './Config.ts'
import type { Signer } from './signOnce.ts'

/** The signer whose key is in an environment variable. The key stays in here, and in no message. */
export function readSigner(keyEnv: string, env: NodeJS.ProcessEnv): Signer {
  const digits = fromEnvironment('keyEnv', keyEnv, env).replace(/^0x/, '')
  try {
    if (/^[0-9a-fA-F]{64}$/.test(digits)) return privateKeyToAccount(`0x${digits}`)
  } catch {
    // What the library says about a key might repeat it.
  }
  throw new InvalidKeyError(keyEnv)
}

export class InvalidKeyError extends BaseError {
  override readonly name = 'Agent.InvalidKeyError'
  constructor(keyEnv: string) {
    super(`What ${keyEnv} holds is no private key.`, { metaMessages: ['A private key is 32 bytes in hex.'] })
  }
}
