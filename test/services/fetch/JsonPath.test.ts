import { expect } from 'chai'
import type { ExactJson } from '../../../protocol/source/index.ts'
import * as JsonPath from '../../../services/fetch/JsonPath.ts'

const document = JsonPath.parse(
  '{"a":[{"p":1.10,"n":"x"},{"p":12345678901234567890.5}],"k\'":{"\\u00e9\\n":true},"__proto__":{"q":2}}',
)
const texts = (path: string) =>
  JsonPath.find(document, path).map((found) => (found as ExactJson.NumberText).source)

describe('JsonPath', () => {
  it('finds values in the order of the document, with numbers as they were written', () => {
    expect(texts('$.a[*].p')).to.deep.equal(['1.10', '12345678901234567890.5'])
    expect(texts('$..p')).to.deep.equal(['1.10', '12345678901234567890.5'])
    expect(JsonPath.find(document, '$.a[?@.n == "x"].n')).to.deep.equal(['x'])
  })

  it('finds nothing where nothing is', () => {
    for (const path of ['$.b', '$.a[9]', '$.a[0].p.q', '$.length', '$.toString'])
      expect(JsonPath.find(document, path), path).to.deep.equal([])
  })

  it('follows keys that need escapes, and keys that objects have of themselves', () => {
    expect(JsonPath.find(document, '$["k\'"]["\u00e9\\n"]')).to.deep.equal([true])
    expect(texts('$["__proto__"].q')).to.deep.equal(['2'])
  })

  it('throws for a text that is not JSON', () => {
    for (const text of ['', '{', '{"a":1,}', 'NaN']) expect(() => JsonPath.parse(text), text).to.throw()
  })

  it('knows paths from other texts, and refuses functions that run regular expressions', () => {
    for (const path of ['$', '$.a', '$..a[0]', '$[?@.a > 1]', '$[?length(@) == 1]'])
      expect(JsonPath.isPath(path), path).to.equal(true)
    for (const path of ['', 'a', '$.', '$[', '$[?match(@, "(a+)+$")]', '$[?search (@.b, "x")]'])
      expect(JsonPath.isPath(path), path).to.equal(false)
  })

  it('takes only paths from strangers that visit each value a few times at most', () => {
    for (const path of ['$.a[0].p', '$..p', '$.a[*].p', '$.a[?@.n == "x"].p', "$['a,b']", '$["a..b..c"]'])
      expect(JsonPath.isCheapPath(path), path).to.equal(true)
    for (const path of ['$..a..b', '$[0,0,0]', '$[*][*][*]', '$[?@.a][?@.b][?@.c]', '$[?$.a == 1]', 'a'])
      expect(JsonPath.isCheapPath(path), path).to.equal(false)
    expect(JsonPath.isCheapPath('$[?length(@.a) > 1]'), 'functions').to.equal(false)
  })
})
