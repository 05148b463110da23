import { expect } from 'chai'
import * as z from 'zod'
import { Json } from '../../../protocol/index.ts'
import * as ExactJson from '../../../protocol/source/ExactJson.ts'
import { readDecimal, readReply } from '../../../protocol/source/readReply.ts'
import { UnreadableReplyError } from '../../../protocol/source/Source.ts'

const schema = z.object({ data: z.object({ prices: z.array(ExactJson.decimal) }) })
const read = (body: string) => readReply('example', schema, body)
const causeOf = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return (error as Error).cause
  }
  return expect.fail('It should have thrown.')
}

describe('readReply', () => {
  it('C32: reads a body with its schema, and keeps the digits of its numbers', () => {
    expect(read('{"data":{"prices":[1.10,1.25e-7]}}')).to.deep.equal({
      data: { prices: ['1.10', '0.000000125'] },
    })
  })

  it('error: says that a body is not plain JSON, and why', () => {
    for (const body of ['', '<html>', '{"data":', 'NaN'])
      expect(() => read(body), body).to.throw(
        UnreadableReplyError,
        'The reply of example cannot be read: it is not plain JSON.',
      )
    expect(causeOf(() => read('{'))).to.be.instanceOf(Json.NotJsonError)
    expect(causeOf(() => read('{"a":1,"a":2}'))).to.be.instanceOf(Json.DuplicateKeyError)
  })

  it('error: names the place of the first fault', () => {
    expect(() => read('{"data":{"prices":[1,"2"]}}')).to.throw(UnreadableReplyError, '(at /data/prices/1).')
    expect(() => read('{"data":{"prices":[1e400]}}')).to.throw(
      'is no number that a contract can hold. (at /data/prices/0)',
    )
    expect(() => read('[]')).to.throw(UnreadableReplyError, '(at /).')
  })
})

describe('readDecimal', () => {
  it('reads digits as a decimal that a contract can hold', () => {
    expect(readDecimal('example', '2.5e10')).to.equal('25000000000')
  })

  it('error: what is none is the reply’s fault', () => {
    for (const source of ['1e30', 'x', ''])
      expect(() => readDecimal('example', source), source).to.throw(
        UnreadableReplyError,
        'The reply of example',
      )
    expect(causeOf(() => readDecimal('example', 'x'))).to.be.instanceOf(ExactJson.NotANumberError)
  })
})
