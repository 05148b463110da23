import { expect } from 'chai'
import fc from 'fast-check'
import { Endpoint } from '../../protocol/index.ts'

describe('an agent’s endpoint', () => {
  it('is an https address without its last slash', () => {
    expect(Endpoint.read('https://Agent.Example/')).to.equal('https://agent.example')
    expect(Endpoint.read('https://agent.example:8443/v1/a')).to.equal('https://agent.example:8443/v1/a')
  })

  for (const text of [
    'http://agent.example',
    'https://localhost',
    'https://printer.local',
    'https://10.0.0.1',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://metadata.google.internal',
    'https://agent',
    'https://user:pass@agent.example',
    'https://agent.example?x=1',
    'https://agent.example#x',
    'https://agent.example/../admin',
    'https://agent.example\\@evil.example',
    'https://[::1]',
    'https://agent..example',
    'https://agent.example.',
    'ftp://agent.example',
    'javascript:alert(1)',
    'https://agent.example/%2e%2e',
    ' https://agent.example',
    'https://agent.example\n',
    `https://agent.example/${'a'.repeat(128)}`,
    '',
  ]) {
    it(`refuses ${JSON.stringify(text.slice(0, 48))}`, () => {
      expect(Endpoint.read(text)).to.equal(null)
    })
  }

  it('may be a plain one of this machine on a local chain', () => {
    expect(Endpoint.read('http://127.0.0.1:4100/', { isLocal: true })).to.equal('http://127.0.0.1:4100')
  })

  it('is read of any text without an error, and agrees with a URL parser about the host', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ validSchemes: ['https'] })), (text) => {
        const read = Endpoint.read(text)
        if (read !== null) expect(new URL(read).href.replace(/\/$/, '')).to.equal(read)
      }),
    )
  })
})
