import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { type Address, Bytes, Hash } from '../../protocol/index.ts'
import { type SourceKey, signedText } from '../../workers/source/provenance/signedReply.ts'
import { sampleDigest } from '../../workers/source/provenance/signedSample.ts'
import type { SourceReply } from './replies.ts'

/** The register of keys that observations are signed for. */
export type Register = { readonly chainId: number; readonly address: Address.Address }

export type Signing = {
  /** Whose signature the register knows for every source here. */
  readonly observer: Bytes.Hex
  /** What workers are told, to check signed replies with. */
  readonly publicKey: SourceKey
  headersFor(url: string, told: SourceReply): Promise<Record<string, string>>
}

const keyId = 'local-1'

/** The keys of a source that signs what it says: each reply as it is, and the sample in it as a contract takes it. */
export function makeSigning(seed: number, origin: string, register: Register): Signing {
  const secret = Hash.ofText(`the key of the sources ${seed}`)
  const observer = privateKeyToAccount(secret)
  const key = replyKey(secret)
  return {
    observer: observer.address,
    publicKey: {
      keyId,
      algorithm: 'secp256k1',
      origin,
      publicKey: String(createPublicKey(key).export({ type: 'spki', format: 'pem' })),
    },
    async headersFor(url, { body, observation }) {
      const timestamp = Math.floor(Date.now() / 1_000)
      const text = signedText('GET', url, body, timestamp)
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
      const headers = {
        'x-signature': signature.toString('hex'),
        'x-key-id': keyId,
        'x-timestamp': String(timestamp),
      }
      if (observation === undefined) return headers
      const hash = sampleDigest(register, Hash.ofText(observation.source), observation)
      return { ...headers, 'x-observation': await observer.sign({ hash }) }
    },
  }
}

/** The same secret as a key of OpenSSL: an EC private key needs its public point beside it. */
function replyKey(secret: Bytes.Hex): KeyObject {
  const point = Bytes.fromHex(privateKeyToAccount(secret).publicKey as Bytes.Hex)
  const part = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'secp256k1',
      d: part(Bytes.fromHex(secret)),
      x: part(point.subarray(1, 33)),
      y: part(point.subarray(33)),
    },
  })
}
