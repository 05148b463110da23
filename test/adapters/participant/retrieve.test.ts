import { expect } from 'chai'
import { retrieve } from '../../../adapters/participant/retrieve.ts'
import type { SourceSpec } from '../../../adapters/participant/Subject.ts'
import { Bytes, Hash } from '../../../protocol/index.ts'
import {
  type Reply,
  type Request,
  type TransportCode,
  TransportError,
} from '../../../services/fetch/Transport.ts'

const spec: SourceSpec = {
  sourceSpecId: 'price',
  sourceRef: 'https://example.org/price',
  extractor: { type: 'jsonpath', recipe: '$.price' },
  freshnessSeconds: 60,
}
const reply = (changes: Partial<Reply> = {}): Reply => ({
  status: 200,
  headers: {},
  body: '{"price": 7.10}',
  retrievedAt: 1_000,
  method: 'GET',
  ...changes,
})
const reasonOf = (fetch: () => Promise<Reply>): Promise<string | null> =>
  retrieve(spec, { fetch }).then(
    () => null,
    ({ reason }) => reason,
  )

describe('retrieve', () => {
  it('S3-22 S3-23 gives the value, the bytes with their hash, and a receipt', async () => {
    const asked: Request[] = []
    const fetch = async (request: Request) => {
      asked.push(request)
      return reply({ headers: { 'content-encoding': 'gzip', date: 'today' } })
    }
    const { extracted, retrieval } = await retrieve(spec, { fetch })
    expect(asked).to.deep.equal([{ method: 'GET', url: spec.sourceRef }])
    expect(extracted).to.deep.equal({ value: '7.10', time: null })
    expect(retrieval.bytes).to.deep.equal(Bytes.fromText('{"price": 7.10}'))
    expect(retrieval.responseHash).to.equal(Hash.ofText('{"price": 7.10}'))
    expect(retrieval.receipt).to.deep.include({
      url: spec.sourceRef,
      method: 'GET',
      status: 200,
      retrievedAt: 1_000,
      contentEncoding: 'gzip',
    })
  })

  it('has one hash for the same request, and another for another', async () => {
    const hashOf = async (sourceRef: string) =>
      (await retrieve({ ...spec, sourceRef }, { fetch: async () => reply() })).retrieval.receipt.requestHash
    expect(await hashOf('https://example.org/a')).to.equal(await hashOf('https://example.org/a'))
    expect(await hashOf('https://example.org/a')).to.not.equal(await hashOf('https://example.org/b'))
  })

  it('S3-7 takes a status of success alone', async () => {
    for (const status of [199, 300, 301, 404, 500])
      expect(await reasonOf(async () => reply({ status })), String(status)).to.equal('SOURCE_STATUS')
    expect(await reasonOf(async () => reply({ status: 299 }))).to.equal(null)
  })

  it('S3-7 names each failure of the transport as a reason of the task', async () => {
    const reasons: Record<TransportCode, string> = {
      aborted: 'SOURCE_UNREACHABLE',
      connection: 'SOURCE_UNREACHABLE',
      forbidden: 'FORBIDDEN_SOURCE',
      'not-recorded': 'SOURCE_UNREACHABLE',
      'not-text': 'SOURCE_NOT_TEXT',
      secret: 'FORBIDDEN_SOURCE',
      timeout: 'SOURCE_TIMEOUT',
      'too-large': 'SOURCE_TOO_LARGE',
    }
    for (const [code, reason] of Object.entries(reasons))
      expect(
        await reasonOf(async () => {
          throw new TransportError(code as TransportCode, 'x')
        }),
        code,
      ).to.equal(reason)
  })

  it('passes an error of the program on', async () => {
    const error = await retrieve(spec, {
      fetch: async () => {
        throw new TypeError('x')
      },
    }).catch((caught) => caught)
    expect(error).to.be.instanceOf(TypeError)
  })

  it('fails where the reply does not hold the value', async () => {
    expect(await reasonOf(async () => reply({ body: '{"cost":1}' }))).to.equal('NOTHING_FOUND')
    expect(await reasonOf(async () => reply({ body: 'a page' }))).to.equal('UNREADABLE_REPLY')
  })
})
