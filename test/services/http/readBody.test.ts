import { Readable } from 'node:stream'
import { expect } from 'chai'
import { RefusedError } from '../../../services/http/Failure.ts'
import { type BodySource, readBody } from '../../../services/http/readBody.ts'

const request = (body: RequestInit['body'] | null, headers: Record<string, string> = {}) =>
  new Request('http://w/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

const refusalOf = async (source: BodySource, limit = 10): Promise<RefusedError> => {
  const error = await readBody(source, limit).catch((thrown: unknown) => thrown)
  expect(error).to.be.instanceOf(RefusedError)
  return error as RefusedError
}

describe('readBody', () => {
  it('gives the bytes of a body, up to the limit', async () => {
    expect(Buffer.from(await readBody({ request: request('0123456789') }, 10)).toString()).to.equal(
      '0123456789',
    )
    expect(await readBody({ request: request(null) }, 10)).to.have.length(0)
    expect(await readBody({ request: request('') }, 0)).to.have.length(0)
  })

  it('puts the parts together as they came', async () => {
    const incoming = Readable.from([Buffer.from('ab'), Buffer.from('c')]) as never
    expect(Buffer.from(await readBody({ incoming, request: request(null) }, 10)).toString()).to.equal('abc')
  })

  it('refuses a body that is too long by its own word, without reading it', async () => {
    let isRead = false
    const body = new ReadableStream(
      {
        pull() {
          isRead = true
        },
      },
      { highWaterMark: 0 },
    )
    const error = await refusalOf({ request: request(body, { 'content-length': '11' }) })
    expect(error).to.include({ reason: 'too-large', shortMessage: 'The body has more than 10 bytes.' })
    expect(error.headers).to.deep.equal({ connection: 'close' })
    expect(isRead).to.equal(false)
  })

  it('counts for itself where the length lies or is missing', async () => {
    const body = '01234567890'
    for (const headers of [{}, { 'content-length': '5' }, { 'content-length': 'x' }])
      expect(await refusalOf({ request: request(body, headers) })).to.include({ reason: 'too-large' })
  })

  it('stops reading a body without end at the limit', async () => {
    let sent = 0
    async function* flood() {
      for (;;) {
        sent += 4
        yield Buffer.from('xxxx')
      }
    }
    const incoming = Readable.from(flood(), { highWaterMark: 1 }) as never
    expect(await refusalOf({ incoming, request: request(null) })).to.include({ reason: 'too-large' })
    expect(sent).to.be.below(100)
  })

  it('says that a body was cut short, and keeps what broke it as the cause', async () => {
    const broken = new Error('reset')
    async function* cut() {
      yield Buffer.from('x')
      throw broken
    }
    const error = await refusalOf({ incoming: Readable.from(cut()) as never, request: request(null) })
    expect(error).to.include({ reason: 'cut-short', cause: broken })
  })
})
