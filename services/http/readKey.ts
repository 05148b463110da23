import type { PrivateKeyAccount } from 'viem/accounts'
import { BaseError } from '../../protocol/index.ts'
import { accountOf } from './accountOf.ts'
import { fromEnvironment } from './ServiceConfig.ts'

/** An account that signs with a key of its own. */
export type KeyAccount = PrivateKeyAccount

/** The account whose key is in an environment variable. The key stays in here, and in no message. */
export function readKey(field: string, keyEnv: string, env: NodeJS.ProcessEnv): KeyAccount {
  const account = accountOf(fromEnvironment(field, keyEnv, env))
  if (account === null) throw new InvalidKeyError(keyEnv)
  return account
}

export class InvalidKeyError extends BaseError {
  override readonly name = 'Config.InvalidKeyError'
  constructor(keyEnv: string) {
    super(`What ${keyEnv} holds is no private key.`, { metaMessages: ['A private key is 32 bytes in hex.'] })
  }
}
