import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { BaseError } from '../../protocol/index.ts'
import { fromEnvironment } from './ServiceConfig.ts'

/** An account that signs with a key of its own. */
export type KeyAccount = PrivateKeyAccount

/** The account whose key is in an environment variable. The key stays in here, and in no message. */
export function readKey(field: string, keyEnv: string, env: NodeJS.ProcessEnv): KeyAccount {
  const digits = fromEnvironment(field, keyEnv, env).replace(/^0x/, '')
  try {
    if (/^[0-9a-fA-F]{64}$/.test(digits)) return privateKeyToAccount(`0x${digits}`)
  } catch {
    // What the library says about a key might repeat it.
  }
  throw new InvalidKeyError(keyEnv)
}

export class InvalidKeyError extends BaseError {
  override readonly name = 'Config.InvalidKeyError'
  constructor(keyEnv: string) {
    super(`What ${keyEnv} holds is no private key.`, { metaMessages: ['A private key is 32 bytes in hex.'] })
  }
}
