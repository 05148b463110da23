import { expect } from 'chai'
import type { Kind } from '../../../../workers/source/registry/Slot.ts'
import { faultOf, fill, slotsIn } from '../../../../workers/source/registry/template.ts'

const inQuery = 'https://api.example.com/v1/search?q={subject}&n=1'
const inPath = 'https://api.example.com/v1/{subject}/list'
const fillWith = (template: string, value: string, kind: Kind = 'text') =>
  fill(template, { subject: kind }, { subject: value })

describe('registry/template', () => {
  it('S2-113: fills slots by their kinds, and names the slot that nothing fills', () => {
    expect(slotsIn('https://a.example.com/{repo}?p={page}&q={page}')).to.deep.equal(['repo', 'page'])
    expect(fillWith(inQuery, 'Acme & Söhne', 'phrase')).to.deep.equal({
      url: 'https://api.example.com/v1/search?q=%22Acme%20%26%20S%C3%B6hne%22&n=1',
    })
    expect(fill(inQuery, { subject: 'text' }, {})).to.deep.equal({
      slot: 'subject',
      why: 'nothing in the question fills it',
    })
  })

  it('S2-113, B13: no value changes scheme, host, path segments or parameters of the address', () => {
    const foreign = [
      '../../admin',
      '..',
      '.',
      '%2e%2e',
      '@evil.example',
      'x@evil.example/',
      '#fragment',
      '?other=1',
      '&other=1',
      'a=b&c=d',
      'a/b',
      'a\\b',
      '//evil.example',
      'https://evil.example/',
      'еvil.example',
      'evil。example',
      '[::1]',
      "x'!()*~",
      '{page}',
      '$&',
    ]
    for (const template of [inQuery, inPath])
      for (const value of foreign) {
        const filled = fillWith(template, value)
        if ('why' in filled) continue
        const url = new URL(filled.url)
        const plain = new URL(template.replace('{subject}', 'x'))
        expect(url.href, value).to.equal(filled.url)
        expect([url.origin, url.hash, url.username], value).to.deep.equal([plain.origin, '', ''])
        expect(url.pathname.split('/').length, value).to.equal(plain.pathname.split('/').length)
        expect([...url.searchParams.keys()], value).to.deep.equal([...plain.searchParams.keys()])
        const back =
          template === inQuery ? url.searchParams.get('q') : decodeURIComponent(url.pathname.split('/')[2]!)
        expect(back, value).to.equal(value)
      }
    for (const value of ['..', '.', 'a/b', '../../admin', 'a\\b'])
      expect(fillWith(inPath, value), value).to.have.property('why')
  })

  it('S2-113: refuses line breaks, control characters, halves of pairs, and what is too long', () => {
    for (const value of [
      'a\r\nHost: evil.example',
      'a\nb',
      'a\0b',
      '\u202eabc',
      '\ud800',
      '',
      ' ',
      'a'.repeat(129),
    ])
      expect(fillWith(inQuery, value), JSON.stringify(value)).to.have.property('why')
    expect(fillWith(inQuery, 'a"b', 'phrase')).to.have.property('why')
    expect(fillWith(inPath, 'owner/../name', 'repo')).to.have.property('why')
    expect(fillWith(inPath, 'owner/..', 'repo')).to.have.property('why')
    expect(fillWith(inPath, 'owner/name', 'repo')).to.deep.equal({
      url: 'https://api.example.com/v1/owner/name/list',
    })
    const long = `https://api.example.com/${'{subject}/'.repeat(30)}x`
    expect(fillWith(long, 'ä'.repeat(128))).to.have.property('why')
  })

  it('S2-113: refuses templates with a private host, a port, a name, a slot in the host or a fragment', () => {
    const refused = [
      'http://api.example.com/',
      'https://127.0.0.1/{q}',
      'https://10.0.0.8/',
      'https://[::1]/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://localhost/',
      'https://printer.local/',
      'https://metadata.internal/',
      'https://api.example.com:8443/',
      'https://user:pass@api.example.com/',
      'https://{host}/',
      'https://api.{host}.com/',
      'https://api.example.com/#{q}',
      'https://api.example.com/a/../{q}',
      'https://api.example.com/{Q}',
      'https://exämple.com/',
      'file:///etc/passwd',
      'https:evil.example',
    ]
    for (const template of refused) expect(faultOf(template), template).to.be.a('string')
    expect(faultOf(inQuery)).to.equal(null)
  })
})
