import { expect } from 'chai'
import * as Document from '../../../../../workers/source/provenance/nitro/Document.ts'
import { encode, makeCertificate, makeDocument, now, pcr0 } from './makeDocument.ts'

const root = makeCertificate({ name: 'root' })
const leaf = makeCertificate({ name: 'leaf', issuer: root })
const chain = [root, leaf]

describe('an attestation document', () => {
  it('is read as it was made', () => {
    const read = Document.read(makeDocument({ chain, userData: Uint8Array.of(1, 2) }))
    expect(read.timestamp).to.equal(now)
    expect([...read.userData!]).to.deep.equal([1, 2])
    expect(Buffer.from(read.pcrs.get(0)!).equals(pcr0)).to.equal(true)
    expect(Buffer.from(read.certificate).equals(leaf.der)).to.equal(true)
    expect(read.cabundle).to.have.length(1)
    expect(read.signature).to.have.length(96)
  })

  it('is refused with a field that is missing or of another type', () => {
    const faults: [Record<string, never>, string][] = [
      [{ digest: 'SHA256' as never }, 'its digest is not SHA384'],
      [{ timestamp: 0 as never }, 'it has no timestamp'],
      [{ certificate: 'text' as never }, 'certificate is not a byte string'],
      [{ cabundle: [] as never }, 'it has no chain of certificates'],
      [{ pcrs: null as never }, 'pcrs is not a map'],
      [{ user_data: 'text' as never }, 'user_data is not a byte string'],
    ]
    for (const [changes, why] of faults)
      expect(() => Document.read(makeDocument({ chain, userData: null, changes }))).to.throw(why)
  })

  it('is refused where it is not a COSE_Sign1 of ES384', () => {
    expect(() => Document.read(encode([1, 2, 3]))).to.throw('it is not a COSE_Sign1')
    expect(() => Document.read(makeDocument({ chain, userData: null, algorithm: -7 }))).to.throw('not ES384')
  })
})
