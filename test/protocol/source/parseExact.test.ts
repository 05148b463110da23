import { expect } from 'chai'
import fc from 'fast-check'
import { BaseError } from '../../../protocol/index.ts'
import * as ExactJson from '../../../protocol/source/parseExact.ts'
import { budget } from '../../helpers/budget.ts'

/** What an engine's own parser would have given. */
function rounded(value: ExactJson.ExactJson): unknown {
  if (value instanceof ExactJson.NumberText) return Number(value.source)
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]))
}

const outcome = (work: () => unknown): { value: unknown } | string => {
  try {
    return { value: work() }
  } catch (error) {
    return (error as Error).name
  }
}

/** Whether both parsers take a text, and read the same in it. */
function agrees(text: string): void {
  const ours = outcome(() => rounded(ExactJson.parse(text)))
  if (ours === 'Json.DuplicateKeyError' || ours === 'Json.TooDeepError') return
  const theirs = outcome(() => JSON.parse(text))
  expect(ours, text).to.deep.equal(theirs === 'SyntaxError' ? 'Json.NotJsonError' : theirs)
}

describe('ExactJson.parse', () => {
  it("takes exactly what the engine's own parser takes, and reads the same in it", () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), agrees), {
      numRuns: budget(500, 10_000),
    })
  })

  it('does so at every wrong turn', () => {
    const words = fc.constantFrom(
      ...'{ } [ ] , : " \\ \\" \\u \\u00e9 \\x \\/ 0 1 -1 . e E + - 1e5 01 1.0 tru true null NaN'.split(' '),
      ...[
        '"a"',
        '"a":',
        '"__proto__":1',
        ' ',
        '\n',
        '\t',
        '\u00a0',
        '\ufeff',
        '\u0000',
        '\u001f',
        '\ud800',
        '"\u2028"',
      ],
    )
    const junk = fc.array(words, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(fc.property(junk, agrees), { numRuns: budget(2_000, 50_000) })
  })

  it('does so for a text of which one character is lost or changed', () => {
    const spot = fc.nat(60)
    const text = fc.json({ maxDepth: 3 })
    fc.assert(
      fc.property(text, spot, fc.constantFrom('', '"', '0', ',', '}', '\\', '\n'), (json, at, put) => {
        agrees(`${json.slice(0, at)}${put}${json.slice(at + 1)}`)
      }),
      { numRuns: budget(1_000, 30_000) },
    )
  })

  it('refuses a key that stands twice, however it is spelt', () => {
    for (const text of ['{"a":1,"a":1}', '[{"a":1,"b":{},"\\u0061":2}]', '{"__proto__":1,"__proto__":1}'])
      expect(outcome(() => ExactJson.parse(text))).to.equal('Json.DuplicateKeyError')
    expect(rounded(ExactJson.parse('{"a":{"a":1},"b":{"a":2}}'))).to.deep.equal({ a: { a: 1 }, b: { a: 2 } })
  })

  it('takes no key for more than a name', () => {
    const value = ExactJson.parse('{"__proto__":{"prices":1},"constructor":2,"toString":3}') as object
    expect(Object.getPrototypeOf(value)).to.equal(Object.prototype)
    expect(Object.keys(value)).to.deep.equal(['__proto__', 'constructor', 'toString'])
    expect('prices' in value).to.equal(false)
  })

  it('fails with errors of its own only, and says where', () => {
    for (const text of ['', '{', '[1,]', '"', '"\\u12"', '{"a"}', '1 2']) {
      try {
        ExactJson.parse(text)
        expect.fail(text)
      } catch (error) {
        expect(error).to.be.instanceOf(BaseError)
        expect(String((error as Error).cause)).to.match(/at character \d+/)
      }
    }
  })

  it('refuses deep nesting before it recurses', () => {
    for (const unit of ['[', '{"a":', '[{"a":', ' ['])
      expect(() => ExactJson.parse(unit.repeat(300_000 / unit.length)), unit).to.throw('nests deeper')
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(() => ExactJson.parse(nested(64))).not.to.throw()
    expect(() => ExactJson.parse(nested(65))).to.throw('nests deeper')
  })

  it('refuses a text longer than evidence may be before it looks at it', () => {
    expect(() => ExactJson.parse(' '.repeat(ExactJson.maxLength + 1))).to.throw(ExactJson.TooLongError)
    expect(ExactJson.parse(`${' '.repeat(ExactJson.maxLength - 4)}null`)).to.equal(null)
  })

  it('C32: keeps the digits of a number as they were written', () => {
    const read = ExactJson.parse('{"a":[48607.87452248450000001,1.0,-0.5e+2],"b":"1.0"}')
    const { a, b } = read as { a: ExactJson.NumberText[]; b: string }
    expect(a.map(({ source }) => source)).to.deep.equal(['48607.87452248450000001', '1.0', '-0.5e+2'])
    expect(b).to.equal('1.0')
  })
})
