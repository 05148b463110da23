import { expect } from 'chai'
import { hostileRequests, rawRequests } from '../../../scripts/bench/hostileRequests.ts'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe('hostileRequests', () => {
  const some = [...hostileRequests(300, 2)]

  it('are as many as were asked for, the same for a seed and others for another', () => {
    expect(some).to.have.length(300)
    expect([...hostileRequests(30, 2)]).to.deep.equal([...hostileRequests(30, 2)])
    expect([...hostileRequests(30, 2)]).to.not.deep.equal([...hostileRequests(30, 3)])
    expect([...hostileRequests(0, 2)]).to.deep.equal([])
  })

  it('go to both endpoints, most of them as JSON, some in pieces', () => {
    expect(new Set(some.map(({ path }) => path))).to.deep.equal(new Set(['/a2a/resolve', '/a2a/challenge']))
    const json = some.filter(({ contentType }) => contentType === 'application/json')
    expect(json.length).to.be.greaterThan(150).and.lessThan(300)
    const chunked = some.filter(({ isChunked }) => isChunked)
    expect(chunked.length).to.be.greaterThan(5).and.lessThan(150)
  })

  it('are well-formed where they say so, and nowhere larger than a worker bears to read', () => {
    for (const { kind, path, body } of some) {
      expect(body.length, kind).to.be.lessThan(1_000_000)
      if (kind !== 'well-formed') continue
      const value = JSON.parse(Buffer.from(body).toString('utf8'))
      expect(value).to.have.property(path === '/a2a/resolve' ? 'question' : 'challenges')
    }
  })

  it('are nested deeply, or huge, where they say so', () => {
    const of = (wanted: string) => some.filter(({ kind }) => kind === wanted).map(({ body }) => body)
    expect(Math.max(...of('deep nesting').map(({ length }) => length))).to.be.greaterThan(1_000)
    for (const body of of('huge text')) expect(body.length).to.be.greaterThan(4_000)
  })

  it('come in batches that differ from each other', () => {
    const kinds = [...hostileRequests(520, 4)].map(({ kind, body }) => `${kind} ${textOf(body)}`)
    expect(kinds).to.have.length(520)
    expect(kinds.slice(500)).to.not.deep.equal(kinds.slice(0, 20))
  })
})

describe('rawRequests', () => {
  it('are the same for a seed, and lie about their length where they say so', () => {
    const some = [...rawRequests(60, 1)]
    expect(some).to.deep.equal([...rawRequests(60, 1)])
    for (const { kind, bytes } of some) {
      if (kind === 'not HTTP') continue
      expect(textOf(bytes), kind).to.match(/^POST \/a2a\/(resolve|challenge) HTTP\/1\.1\r\n/)
      if (kind !== 'wrong length') continue
      const [, body = ''] = textOf(bytes).split('\r\n\r\n')
      expect(textOf(bytes).match(/^(?:content-length|transfer-encoding): .+$/gm), kind).to.not.deep.equal([
        `content-length: ${body.length}`,
      ])
    }
  })
})
