import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The account of a private key, 32 bytes in hex with or without `0x`; null where the text is not one. */
export function accountOf(key: string): PrivateKeyAccount | null {
  // Who writes JavaScript may pass a variable that is not set.
  const digits = String(key ?? '')
    .trim()
    .replace(/^0x/, '')
  try {
    return /^[0-9a-fA-F]{64}$/.test(digits) ? privateKeyToAccount(`0x${digits}`) : null
  } catch {
    // The library's own error might repeat the key.
    return null
  }
}
