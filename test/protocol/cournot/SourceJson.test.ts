import { expect } from 'chai'
import fc from 'fast-check'
import * as Source from '../../../protocol/cournot/SourceJson.ts'
import { Json } from '../../../protocol/index.ts'
import { budget } from '../../helpers/budget.ts'

const again = (text: string) => Source.canonical(Source.parse(text))

describe('SourceJson', () => {
  it('keeps numbers as they were written', () => {
    expect(again('[1.0, 1e+16, 1e-07, -0.0, 12345678901234567890]')).to.equal(
      '[1.0,1e+16,1e-07,-0.0,12345678901234567890]',
    )
  })

  it('orders keys by code point, drops nulls of objects and keeps those of lists', () => {
    expect(again('{"🌊":1,"\ue000":2,"b":null,"a":{"x":null},"l":[null]}')).to.equal(
      '{"a":{},"l":[null],"\ue000":2,"🌊":1}',
    )
  })

  it('has one spelling for strings', () => {
    expect(again(String.raw`{"a":"\u00a7\/\u0007\"\\n"}`)).to.equal(String.raw`{"a":"§/\u0007\"\\n"}`)
  })

  it('reads whatever JSON writes', () => {
    const same = fc.property(fc.jsonValue({ noUnicodeString: false }), fc.nat(3), (value, space) => {
      const text = JSON.stringify(value, null, space)
      let isJson = true
      try {
        Json.parse(text)
      } catch {
        isJson = false
      }
      fc.pre(isJson)
      const flat = JSON.stringify(JSON.parse(text), (_, inner) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).filter(([, one]) => one !== null))
          : inner,
      )
      expect(JSON.parse(again(text))).to.deep.equal(JSON.parse(flat))
    })
    fc.assert(same, { numRuns: budget(300, 10_000) })
  })

  it('gives texts, lists and fields by their kind alone', () => {
    const value = Source.parse('{"a":"x","n":1,"l":["x",2,"y"],"e":{}}')
    expect(Source.text(value, 'a')).to.equal('x')
    expect(Source.text(value, 'n')).to.equal(null)
    expect(Source.texts(value, 'l')).to.deep.equal(['x', 'y'])
    expect(Source.list(value, 'a')).to.equal(null)
    expect(Source.field('"a"', 'a')).to.equal(undefined)
    expect([Source.field(value, 'e'), undefined, 'null', '1'].map(Source.isEmpty)).to.deep.equal([
      true,
      true,
      true,
      false,
    ])
  })

  it('error: what is no JSON, has a key twice or is too deep is refused', () => {
    expect(() => Source.parse('{"a":1,}')).to.throw(Json.NotJsonError)
    expect(() => Source.parse('{"a":1,"\\u0061":2}')).to.throw(Json.DuplicateKeyError)
    expect(() => Source.parse('['.repeat(100))).to.throw(Json.TooDeepError)
  })
})
