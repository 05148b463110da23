import { expect } from 'chai'
import { sampleParts } from '../../../../../local/samples/proof.ts'
import { Bytes, Proof } from '../../../../../protocol/index.ts'
import {
  awsRootG1,
  nitroAttestation,
  nitroTrust,
} from '../../../../../workers/source/provenance/nitro/nitroAttestation.ts'
import {
  type DocumentOptions,
  fingerprint,
  makeCertificate,
  makeDocument,
  now,
  pcr0,
} from './makeDocument.ts'

const root = makeCertificate({ name: 'root' })
const zone = makeCertificate({ name: 'zone', issuer: root })
const enclave = makeCertificate({ name: 'enclave', issuer: zone, isAuthority: false })
const { bundle } = Proof.buildPorBundle(sampleParts())
const userData = Bytes.fromHex(bundle.por_root as Bytes.Hex)
const trust = nitroTrust.parse({
  roots: [fingerprint(root)],
  pcrs: { 0: [Buffer.from(pcr0).toString('hex')] },
})

const attesting = (document: Uint8Array) => ({
  ...bundle,
  tee_attestation: { format: 'aws-nitro', document: Buffer.from(document).toString('base64') },
})
const verify = (document: Uint8Array, believed = trust) => nitroAttestation(believed)(attesting(document))
const verifyOf = (options: Partial<DocumentOptions>) =>
  verify(makeDocument({ chain: [root, zone, enclave], userData, ...options }))

describe('nitroAttestation', () => {
  it('C33: holds where a believed enclave attests the root, under a trusted root certificate', async () => {
    expect(await verifyOf({})).to.equal(null)
    const tagged = Buffer.concat([
      Uint8Array.of(0xd2),
      makeDocument({ chain: [root, zone, enclave], userData }),
    ])
    expect(await verify(tagged), 'with the tag of COSE_Sign1').to.equal(null)
  })

  it('C33: refuses another root certificate, the one of AWS being the default', async () => {
    const other = makeCertificate({ name: 'root' })
    const chain = [other, makeCertificate({ name: 'zone', issuer: other })]
    expect(await verifyOf({ chain })).to.equal('The root certificate is not trusted.')
    const { roots } = nitroTrust.parse({ pcrs: trust.pcrs })
    expect(roots).to.deep.equal([awsRootG1])
    const document = makeDocument({ chain: [root, zone, enclave], userData })
    expect(await verify(document, { ...trust, roots })).to.equal('The root certificate is not trusted.')
  })

  it('C33: refuses a document from outside the time of its certificates', async () => {
    const late = now + 2 * 3_600_000
    expect(await verifyOf({ timestamp: late })).to.equal('Certificate 0 was not valid at that time.')
    const expired = makeCertificate({ name: 'enclave', issuer: zone, from: now - 9_000, to: now - 1_000 })
    expect(await verifyOf({ chain: [root, zone, expired] })).to.equal(
      'Certificate 2 was not valid at that time.',
    )
  })

  it('C33: refuses a document that is about another root, or about none', async () => {
    const why = 'The enclave did not attest this root: it is not the user data of the document.'
    expect(await verifyOf({ userData: Buffer.alloc(32, 1) })).to.equal(why)
    expect(await verifyOf({ userData: null })).to.equal(why)
  })

  it('C33: refuses an enclave that runs another program, or that is in debug mode', async () => {
    const why = 'PCR0 is not that of an enclave that is believed.'
    expect(await verifyOf({ pcr0: Buffer.alloc(48, 8) })).to.equal(why)
    expect(await verifyOf({ changes: { pcrs: new Map([[1, pcr0]]) } })).to.equal(why)
    expect(nitroTrust.safeParse({ pcrs: { 0: ['0'.repeat(96)] } }).success).to.equal(false)
    expect(nitroTrust.safeParse({ pcrs: { 1: ['1'.repeat(96)] } }).success, 'PCR0 is needed').to.equal(false)
  })

  it('C33: refuses a signature of another key, of another algorithm, and of a weaker curve', async () => {
    const stranger = makeCertificate({ name: 'enclave', issuer: zone })
    const chain = [root, zone, { ...enclave, key: stranger.key }]
    expect(await verifyOf({ chain })).to.equal('The certificate did not sign this document.')
    expect(await verifyOf({ algorithm: -7 })).to.include('its algorithm is not ES384')
    const weak = makeCertificate({ name: 'zone', issuer: root, curve: 'prime256v1' })
    const under = makeCertificate({ name: 'enclave', issuer: weak })
    expect(await verifyOf({ chain: [root, weak, under] })).to.equal(
      'The key of certificate 1 is not of P-384.',
    )
  })

  it('C33: refuses a document that is cut anywhere, changed anywhere, or that is followed by a byte', async function () {
    this.timeout(20_000)
    const document = makeDocument({ chain: [root, zone, enclave], userData })
    expect(await verify(Buffer.concat([document, Uint8Array.of(0)]))).to.include('bytes follow it')
    for (let at = 0; at < document.length; at += 7) {
      expect(await verify(document.subarray(0, at)), `cut at ${at}`).to.be.a('string')
      const changed = Buffer.from(document)
      changed[at]! ^= 1
      expect(await verify(changed), `changed at ${at}`).to.be.a('string')
    }
  })

  it('C33: refuses what is no attestation of this format', async () => {
    for (const tee_attestation of [{ junk: true }, { format: 'aws-nitro', document: '%' }, 'text', 7])
      expect(await nitroAttestation(trust)({ ...bundle, tee_attestation })).to.equal(
        'It is not an attestation of AWS Nitro.',
      )
  })
})
