import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Who vouches for the hosts of a world on this machine. Its keys live as long as the process, and are written nowhere. */
export type Authority = {
  /** Its own certificate, as PEM. */
  readonly ca: string
  /** A certificate for these names, with its key, both as PEM. */
  issue(names: readonly string[]): { readonly key: string; readonly cert: string }
}

export function makeAuthority(): Authority {
  const own = makeKeys()
  const issuer = { name: 'CREsolver test authority', key: own.privateKey }
  return {
    ca: certificate(issuer, { name: issuer.name, key: own.publicKey, extensions: [isAuthority, signsOnly] }),
    issue(names) {
      const { privateKey, publicKey } = makeKeys()
      const cert = certificate(issuer, { name: names[0]!, key: publicKey, extensions: [namesOf(names)] })
      return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
    },
  }
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** DER: a tag, the length, the content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const yes = der(0x01, Buffer.from([0xff]))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const commonName = (text: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
/** A world on this machine has a clock of its own, so certificates hold for fifty years. */
const validity = sequence(der(0x17, Buffer.from('000101000000Z')), der(0x17, Buffer.from('491231235959Z')))

const isAuthority = sequence(oid('551d13'), yes, der(0x04, sequence(yes)))
/** Bit 5 of the key usage: signs certificates. */
const signsOnly = sequence(oid('551d0f'), yes, der(0x04, der(0x03, Buffer.from([2, 4]))))
const namesOf = (names: readonly string[]) =>
  sequence(oid('551d11'), der(0x04, sequence(...names.map((name) => der(0x82, Buffer.from(name, 'ascii'))))))

/** An X.509 certificate, version 3, as RFC 5280 has it. */
function certificate(
  issuer: { readonly name: string; readonly key: KeyObject },
  subject: { readonly name: string; readonly key: KeyObject; readonly extensions: readonly Uint8Array[] },
): string {
  // Positive, whatever its first byte.
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    commonName(issuer.name),
    validity,
    commonName(subject.name),
    subject.key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...subject.extensions)),
  )
  const signature = sign('sha256', signed, issuer.key)
  const whole = sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/(.{64})/g, '$1\n')
  return `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`
}
