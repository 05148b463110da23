import { createSign, generateKeyPairSync, sign } from 'node:crypto'
import { expect } from 'chai'
import { hasSigned, readPublicKey } from '../../../../workers/source/provenance/PublicKey.ts'

const curves = { p256: 'prime256v1', secp256k1: 'secp256k1' } as const
const text = new TextEncoder().encode('CREsolver reply v1')

describe('the public key of a source', () => {
  for (const [algorithm, namedCurve] of Object.entries(curves)) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
    const signed = new Uint8Array(sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }))

    it(`AUDIT B15: checks what OpenSSL signed by ${algorithm}, without anything of Node`, async () => {
      const key = readPublicKey(pem)!
      expect(key.algorithm).to.equal(algorithm)
      expect(await hasSigned(key, text, signed)).to.equal(true)
      expect(await hasSigned(key, text.slice(1), signed)).to.equal(false)
      const other = signed.slice()
      other[40]! ^= 1
      expect(await hasSigned(key, text, other)).to.equal(false)
      expect(await hasSigned(key, text, new Uint8Array(64))).to.equal(false)
      expect(await hasSigned(key, text, signed.slice(1))).to.equal(false)
    })
  }

  it('takes a signature with a high s, as those who sign by OpenSSL make one in two', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const key = readPublicKey(publicKey.export({ type: 'spki', format: 'pem' }) as string)!
    for (let i = 0; i < 8; i++) {
      const signer = createSign('sha256').update(text)
      const signature = signer.sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
      expect(await hasSigned(key, text, new Uint8Array(signature))).to.equal(true)
    }
  })

  it('is null for keys of other kinds, and for what is no key', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey
    const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey
    for (const pem of [
      rsa.export({ type: 'spki', format: 'pem' }) as string,
      other.export({ type: 'spki', format: 'pem' }) as string,
      '',
      '-----BEGIN PUBLIC KEY-----\n=A=\n-----END PUBLIC KEY-----',
      '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    ])
      expect(readPublicKey(pem)).to.equal(null)
  })
})
