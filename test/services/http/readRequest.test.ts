import { expect } from 'chai'
import { z } from 'zod'
import { Wire } from '../../../protocol/index.ts'
import { RefusedError } from '../../../services/http/Failure.ts'
import { checkContentType, readRequest } from '../../../services/http/readRequest.ts'

const schema = z.object({ id: z.int(), text: z.string().optional(), more: z.unknown().optional() })
const read = (text: string | Uint8Array) =>
  readRequest(schema, typeof text === 'string' ? Buffer.from(text) : text)

function refusalOf(call: () => unknown): RefusedError {
  try {
    call()
  } catch (error) {
    expect(error).to.be.instanceOf(RefusedError)
    return error as RefusedError
  }
  throw new Error('It was not refused.')
}

describe('readRequest', () => {
  it('gives what the schema has, and drops unknown keys', () => {
    expect(read('{"id":1,"text":"é","other":2}')).to.deep.equal({ id: 1, text: 'é' })
  })

  it('has a reason for everything that cannot be a request', () => {
    const deep = Wire.limits.nesting + 1
    const bad: [string | Uint8Array, string][] = [
      ['', 'not-json'],
      ['{', 'not-json'],
      ['{"id":1}{}', 'not-json'],
      ['{"id":1,"id":2}', 'not-json'],
      [Uint8Array.of(0x22, 0xff, 0x22), 'not-utf8'],
      [`{"id":1,"more":${'['.repeat(deep)}${']'.repeat(deep)}}`, 'too-deep'],
      ['[]', 'schema-mismatch'],
      ['{"id":"1"}', 'schema-mismatch'],
      ['{"id":1,"text":"\\ud800"}', 'schema-mismatch'],
    ]
    for (const [bytes, reason] of bad)
      expect(
        refusalOf(() => read(bytes)),
        String(bytes).slice(0, 40),
      ).to.include({ reason })
  })

  it('says which field is wrong, or that it is the body', () => {
    const nested = z.object({ a: z.array(z.object({ b: z.int() })) })
    const failure = refusalOf(() => readRequest(nested, Buffer.from('{"a":[{"b":1},{"b":"x"}]}')))
    expect(failure.shortMessage).to.match(/^a\.1\.b: /)
    expect(refusalOf(() => read('1')).shortMessage).to.match(/^the body: /)
  })

  it('repeats at most 300 characters', () => {
    const long = z.object({ id: z.int({ error: 'x'.repeat(1_000) }) })
    expect(refusalOf(() => readRequest(long, Buffer.from('{}'))).shortMessage).to.have.length(300)
  })
})

describe('checkContentType', () => {
  it('takes application/json with any parameters, in any case', () => {
    for (const type of ['application/json', 'APPLICATION/JSON', 'application/json; charset=utf-8'])
      expect(() => checkContentType(type)).not.to.throw()
  })

  it('refuses everything else, and says what it takes', () => {
    for (const type of [undefined, null, '', 'text/plain', 'application/jsonp', 'application/problem+json']) {
      const failure = refusalOf(() => checkContentType(type))
      expect(failure).to.include({ reason: 'wrong-content-type' })
      expect(failure.headers).to.deep.equal({ accept: 'application/json' })
    }
  })
})
