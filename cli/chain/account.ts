import { pbkdf2Sync } from 'node:crypto'
import { bytesToHex, type Hex } from 'viem'
import {
  type HDAccount,
  HDKey,
  hdKeyToAccount,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { UsageError } from '../terminal/failure.ts'
import { isLocal } from './networks.ts'

/** Who signs. Keys come from the environment and are never printed; on local chains the well-known ones serve. */
export type Account = PrivateKeyAccount | HDAccount

/** The phrase that every local node funds, and from which the local DON has its keys. */
const testPhrase = 'test test test test test test test test test test test junk'

// Deriving an account takes milliseconds, and a market has many transactions.
const testAccounts = new Map<number, HDAccount>()
export function testAccount(index: number): HDAccount {
  const known = testAccounts.get(index)
  if (known !== undefined) return known
  const account = hdKeyToAccount(testRoot(), { addressIndex: index })
  testAccounts.set(index, account)
  return account
}

export const testKey = (index: number): Hex => bytesToHex(testAccount(index).getHdKey().privateKey!)

// A seed is made slowly on purpose (BIP-39): once for all accounts.
let root: HDKey | undefined
function testRoot(): HDKey {
  root ??= HDKey.fromMasterSeed(pbkdf2Sync(testPhrase, 'mnemonic', 2_048, 64, 'sha512'))
  return root
}

export type KeyOptions = { readonly keyEnv: string; readonly account?: number | undefined }

export function signer(chainId: number, { keyEnv, account }: KeyOptions): Account {
  if (account !== undefined) {
    if (!isLocal(chainId)) {
      throw new UsageError(`--account picks a key that everybody knows, and chain ${chainId} is public.`, {
        metaMessages: [`Put your own key into ${keyEnv}, or name its variable with --key-env.`],
      })
    }
    return testAccount(account)
  }
  const key = process.env[keyEnv]
  if (key !== undefined && key !== '') return fromKey(keyEnv, key)
  if (isLocal(chainId)) return testAccount(0)
  throw new UsageError(`There is no key in ${keyEnv}.`, {
    metaMessages: ['Set it to the private key of your account, or name another variable with --key-env.'],
  })
}

export function fromKey(keyEnv: string, key: string): Account {
  const digits = key.trim().replace(/^0x/, '')
  try {
    if (/^[0-9a-fA-F]{64}$/.test(digits)) return privateKeyToAccount(`0x${digits}`)
  } catch {
    // What the library says about a key might repeat it: our own words must do.
  }
  throw new UsageError(`What ${keyEnv} holds is no private key.`, {
    metaMessages: ['A private key is 32 bytes in hex, not zero.'],
  })
}
