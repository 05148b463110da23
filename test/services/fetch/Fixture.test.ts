import { expect } from 'chai'
import * as Fixture from '../../../services/fetch/Fixture.ts'
import type { Reply, Request } from '../../../services/fetch/Transport.ts'

const request: Request = { method: 'GET', url: 'https://api.example.org/v3/coins/bitcoin?x=1&y=2' }
const reply: Reply = {
  status: 200,
  headers: { 'content-type': 'application/json', 'set-cookie': 'session=1', 'x-key-id': 'k1' },
  body: '{"n": 1.10}\n',
  retrievedAt: 1_771_632_000,
  method: 'GET',
}
const text = Fixture.toText(Fixture.make(request, reply))

describe('Fixture', () => {
  it('gives back the reply byte for byte, with its time and what evidence may need of its headers', () => {
    expect(Fixture.toReply(Fixture.read(text, 'x.json'))).to.deep.equal({
      ...reply,
      headers: { 'content-type': 'application/json', 'x-key-id': 'k1' },
      method: 'REPLAY',
    })
  })

  it('keeps no headers of the request, where keys are', () => {
    const keyed = { ...request, headers: { authorization: 'Bearer secret' } }
    expect(Fixture.toText(Fixture.make(keyed, reply))).to.equal(text)
    expect(Fixture.requestHash(keyed)).to.equal(Fixture.requestHash(request))
  })

  it('is found by method, URL and body', () => {
    const url = 'https://api.example.org/'
    const others: Request[] = [
      { method: 'GET', url },
      { method: 'POST', url },
      { method: 'POST', url, body: '' },
      { method: 'POST', url, body: '{}' },
      { method: 'GET', url: `${url}?` },
    ]
    expect(new Set(others.map(Fixture.requestHash)).size).to.equal(others.length)
  })

  it('has a name that says what is inside, is safe as a file, and ends in the hash', () => {
    expect(Fixture.fileName(request)).to.match(/^api\.example\.org-v3-coins-bitcoin\.[0-9a-f]{16}\.json$/)
    const odd = Fixture.fileName({ method: 'GET', url: `https://a.example/../%2e%2e/${'x/'.repeat(100)}` })
    expect(odd)
      .to.match(/^[A-Za-z0-9.-]+$/)
      .and.to.have.length.below(110)
  })

  it('refuses what was changed by hand, and says what was', () => {
    const bad: [string, string][] = [
      [text.replace('1.10', '1.11'), 'The body is not the one of its hash.'],
      [text.replace('x=1', 'x=2'), 'The request is not the one of its hash.'],
      [text.replace('"status": 200', '"status": 99'), 'x.json cannot be used'],
      [text.replace('"v1"', '"v2"'), 'x.json cannot be used'],
      ['[]', 'x.json cannot be used'],
      ['', 'x.json cannot be used'],
    ]
    for (const [spoilt, why] of bad)
      expect(() => Fixture.read(spoilt, 'x.json')).to.throw(Fixture.UnreadableFixtureError, why)
  })
})
