import { X509Certificate } from 'node:crypto'
import { expect } from 'chai'
import { makeAuthority } from '../../../local/pages/makeAuthority.ts'

describe('makeAuthority', () => {
  it('vouches for names, and for none beside them', () => {
    const authority = makeAuthority()
    const ca = new X509Certificate(authority.ca)
    const cert = new X509Certificate(authority.issue(['pages.example', 'www.pages.example']).cert)
    expect(ca.ca).to.equal(true)
    expect(cert.ca).to.equal(false)
    expect(cert.verify(ca.publicKey)).to.equal(true)
    expect(cert.checkIssued(ca)).to.equal(true)
    expect(cert.checkHost('www.pages.example')).to.equal('www.pages.example')
    expect(cert.checkHost('other.example')).to.equal(undefined)
  })

  it('is another one each time', () => {
    const cert = new X509Certificate(makeAuthority().issue(['pages.example']).cert)
    expect(cert.verify(new X509Certificate(makeAuthority().ca).publicKey)).to.equal(false)
  })

  it('takes as many names as a world has', () => {
    const names = Array.from({ length: 100 }, (_, i) => `host-${i}.example`)
    const cert = new X509Certificate(makeAuthority().issue(names).cert)
    expect(cert.checkHost('host-99.example')).to.equal('host-99.example')
  })
})
