import { expect } from 'chai'
import { chainFault, readCertificate } from '../../../../../workers/source/provenance/nitro/chainFault.ts'
import { fingerprint, type Issued, makeCertificate, now } from './makeDocument.ts'

const root = makeCertificate({ name: 'root' })
const zone = makeCertificate({ name: 'zone', issuer: root })
const leaf = makeCertificate({ name: 'leaf', issuer: zone, isAuthority: false })
const faultOf = (...chain: Issued[]) =>
  chainFault(
    chain.map(({ der }) => der),
    { roots: [fingerprint(root)], at: now },
  )

describe('chainFault', () => {
  it('finds none in a chain from a trusted root', () => {
    expect(faultOf(root, zone, leaf)).to.equal(null)
  })

  it('finds a link that is left out, one of another issuer, and an empty chain', () => {
    const why = 'Certificate 1 is not issued by the one before it.'
    expect(faultOf(root, leaf)).to.equal(why)
    const impostor = makeCertificate({ name: 'root' })
    expect(faultOf(root, makeCertificate({ name: 'zone', issuer: impostor }))).to.equal(why)
    expect(faultOf()).to.equal('The root certificate is not trusted.')
  })

  it('finds a certificate that may not issue others', () => {
    const false_ = makeCertificate({ name: 'false', issuer: leaf })
    expect(faultOf(root, zone, leaf, false_)).to.equal('Certificate 2 is not that of an authority.')
  })
})

describe('readCertificate', () => {
  it('reads DER and nothing else: no PEM, no bytes behind it, no junk', () => {
    expect(readCertificate(root.der)!.subject).to.equal('CN=root')
    const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(root.der).toString('base64')}\n-----END CERTIFICATE-----\n`
    expect(readCertificate(Buffer.from(pem))).to.equal(null)
    expect(readCertificate(Buffer.concat([root.der, Uint8Array.of(0)]))).to.equal(null)
    expect(readCertificate(Uint8Array.of(1, 2, 3))).to.equal(null)
  })
})
