import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { toBeSigned } from '../../../../../workers/source/provenance/nitro/Document.ts'

/** Makes certificates and attestation documents as AWS Nitro does, under roots of our own. */

export type Issued = { readonly der: Uint8Array; readonly key: KeyObject; readonly name: string }

export type CertificateOptions = {
  readonly name: string
  /** Null: it signs itself. */
  readonly issuer?: Issued | null
  readonly isAuthority?: boolean
  readonly from?: number
  readonly to?: number
  readonly curve?: 'secp384r1' | 'prime256v1'
}

export const now = Date.UTC(2026, 1, 21)
const hour = 3_600_000

export function makeCertificate(options: CertificateOptions): Issued {
  const { name, issuer = null, isAuthority = true, from = now - hour, to = now + hour } = options
  const pair = generateKeyPairSync('ec', { namedCurve: options.curve ?? 'secp384r1' })
  const signer = issuer?.key ?? pair.privateKey
  const authority = isAuthority ? der(0x30, der(0x01, Uint8Array.of(0xff))) : der(0x30)
  const constraints = der(0x30, oid('551d13'), der(0x01, Uint8Array.of(0xff)), der(0x04, authority))
  const body = der(
    0x30,
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, Uint8Array.of(1)),
    ecdsaWithSha384,
    commonName(issuer?.name ?? name),
    der(0x30, time(from), time(to)),
    commonName(name),
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, constraints)),
  )
  const signature = sign('sha384', body, signer)
  return {
    der: der(0x30, body, ecdsaWithSha384, der(0x03, Uint8Array.of(0), signature)),
    key: pair.privateKey,
    name,
  }
}

export const fingerprint = ({ der }: Issued): string => createHash('sha256').update(der).digest('hex')

/** Tag, length and content. */
function der(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Uint8Array.of(tag, ...size), content])
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha384 = der(0x30, oid('2a8648ce3d040303'))
const commonName = (name: string) =>
  der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(name)))))
const time = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

type Value = number | string | null | Uint8Array | readonly Value[] | ReadonlyMap<number | string, Value>

/** CBOR in its shortest form. */
export function encode(value: Value): Uint8Array {
  if (value === null) return Uint8Array.of(0xf6)
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, one]) => [encode(key), encode(one)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  const items = value as readonly Value[]
  return Buffer.concat([head(4, items.length), ...items.map(encode)])
}

function head(major: number, argument: number): Uint8Array {
  const first = (info: number) => (major << 5) | info
  if (argument < 24) return Uint8Array.of(first(argument))
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(argument))
  const log = argument < 256 ? 0 : argument < 65_536 ? 1 : argument < 2 ** 32 ? 2 : 3
  return Buffer.concat([Uint8Array.of(first(24 + log)), bytes.subarray(8 - 2 ** log)])
}

export type DocumentOptions = {
  /** The chain, root first; the last certificate signs. */
  readonly chain: readonly Issued[]
  readonly userData: Uint8Array | null
  readonly pcr0?: Uint8Array
  readonly timestamp?: number
  readonly algorithm?: number
  readonly changes?: Readonly<Record<string, Value>>
}

export const pcr0 = Buffer.alloc(48, 7)

export function makeDocument({ chain, userData, ...options }: DocumentOptions): Uint8Array {
  const leaf = chain.at(-1)!
  const payload = encode(
    new Map<string, Value>(
      Object.entries({
        module_id: 'i-0123456789abcdef0-enc0123456789abcdef',
        digest: 'SHA384',
        timestamp: options.timestamp ?? now,
        pcrs: new Map([[0, options.pcr0 ?? pcr0]]),
        certificate: leaf.der,
        cabundle: chain.slice(0, -1).map(({ der }) => der),
        public_key: null,
        user_data: userData,
        nonce: null,
        ...options.changes,
      }),
    ),
  )
  const header = encode(new Map([[1, options.algorithm ?? -35]]))
  const signature = sign('sha384', toBeSigned(header, payload), { key: leaf.key, dsaEncoding: 'ieee-p1363' })
  return encode([header, new Map(), payload, signature])
}
