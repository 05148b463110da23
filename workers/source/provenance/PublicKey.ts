import { secp256k1 } from '@noble/curves/secp256k1'
import { Bytes, Hash } from '../../../protocol/index.ts'

/** Public keys of sources, read and used alike in Node and in browsers. */
export const algorithms = ['p256', 'secp256k1'] as const
export type Algorithm = (typeof algorithms)[number]

export type PublicKey = {
  readonly algorithm: Algorithm
  /** SubjectPublicKeyInfo. */
  readonly der: Uint8Array<ArrayBuffer>
  /** 0x04 ‖ x ‖ y */
  readonly point: Uint8Array
}

/** How a SubjectPublicKeyInfo with an uncompressed point begins: lengths, ecPublicKey, the curve. */
const heads: Readonly<Record<Algorithm, string>> = {
  p256: '3059301306072a8648ce3d020106082a8648ce3d030107034200',
  secp256k1: '3056301006072a8648ce3d020106052b8104000a034200',
}
const pointSize = 65

/** Reads a PEM with an uncompressed point, as OpenSSL writes it; null where it is none. */
export function readPublicKey(pem: string): PublicKey | null {
  const found = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]{1,1000})-----END PUBLIC KEY-----\s*$/.exec(
    pem,
  )
  if (found === null) return null
  let der: Uint8Array<ArrayBuffer>
  try {
    der = Uint8Array.from(atob(found[1]!.replace(/\s/g, '')), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
  const hex = Bytes.toHex(der).slice(2)
  const algorithm = algorithms.find((name) => hex.startsWith(heads[name]))
  const point = der.slice(-pointSize)
  if (algorithm === undefined || der.length !== heads[algorithm].length / 2 + pointSize || point[0] !== 4)
    return null
  return { algorithm, der, point }
}

/** Whether a key signed a text by ECDSA over SHA-256: r ‖ s, 64 bytes. Never throws for what a signature says. */
export async function hasSigned(key: PublicKey, text: Uint8Array, signature: Uint8Array): Promise<boolean> {
  if (key.algorithm === 'secp256k1') {
    try {
      return secp256k1.verify(signature, Hash.sha256(text), key.point, { lowS: false })
    } catch {
      return false
    }
  }
  // What browsers and Node bring along is 20 kB less to load.
  const { subtle } = globalThis.crypto
  const about = { name: 'ECDSA', namedCurve: 'P-256' }
  const loaded = await subtle.importKey('spki', key.der, about, false, ['verify'])
  const how = { name: 'ECDSA', hash: 'SHA-256' }
  return subtle.verify(how, loaded, new Uint8Array(signature), new Uint8Array(text))
}
