import { expect } from 'chai'
import { isPublicName, whyNotPublic } from '../../../../workers/source/registry/publicAddress.ts'

describe('registry/publicAddress', () => {
  it('S2-113: takes https addresses of public names', () => {
    for (const url of [
      'https://www.example.org/notice?id=1#part',
      'https://xn--bcher-kva.example.com/',
      'https://a.github.io/',
    ])
      expect(whyNotPublic(url), url).to.equal(null)
  })

  it('S2-113: refuses files, http, private and unusual hosts, and addresses that read as other ones', () => {
    const refused = [
      'file:///etc/passwd',
      'http://www.example.org/',
      'https://localhost/',
      'https://192.168.1.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://[fd00::1]/',
      'https://0177.0.0.1/',
      'https://router.lan/',
      'https://db.internal/',
      'https://www.example.org:444/',
      'https://www.example.org:443/',
      'https://a@www.example.org/',
      'https://www.example.org\\@evil.example/',
      'https://bücher.example.com/',
      'https://www.exam ple.org/',
      'https://www.example.org/\r\nx',
      'javascript:alert(1)',
      'data:text/html,x',
      `https://www.example.org/${'a'.repeat(2_048)}`,
      '//www.example.org/',
      '',
    ]
    for (const url of refused) expect(whyNotPublic(url), url).to.be.a('string')
    expect(isPublicName('com')).to.equal(false)
    expect(isPublicName('example.com')).to.equal(true)
  })
})
