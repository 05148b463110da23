import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { BaseError, Bytes, Hash, Json } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'

const text = fc.string({ unit: 'binary' })
const { value } = fc.letrec<{ value: Json.Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
}))

function nameOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    expect(error).to.be.instanceOf(BaseError)
    return (error as Error).name
  }
  return 'none'
}

const isWellFormed = (each: string) => Bytes.toText(Bytes.fromText(each)) === each

/** The same value with the keys of every object in reverse. */
function reversed(from: Json.Json): Json.Json {
  if (Array.isArray(from)) return from.map(reversed)
  if (typeof from !== 'object' || from === null) return from
  const entries = Object.entries(from).reverse()
  return Object.fromEntries(entries.map(([key, inner]) => [key, reversed(inner)]))
}

describe('Json.canonical', () => {
  it('C30: is read back to a value with the same spelling', () => {
    fc.assert(
      fc.property(value, (each) => {
        const spelt = Json.canonical(each)
        expect(Json.canonical(Json.parse(spelt))).to.equal(spelt)
        expect(JSON.parse(spelt)).to.deep.equal(JSON.parse(JSON.stringify(each)))
      }),
    )
  })

  it('C30: does not depend on the order of keys or on spacing', () => {
    fc.assert(
      fc.property(value, (each) => {
        const spelt = Json.canonical(each)
        expect(Json.canonical(reversed(each))).to.equal(spelt)
        expect(Json.canonical(Json.parse(JSON.stringify(reversed(each), null, 3)))).to.equal(spelt)
      }),
    )
  })

  it('C30: gives two values one spelling only if they are equal', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const same = JSON.stringify(reversed(reversed(a))) === JSON.stringify(reversed(reversed(b)))
        if (same) expect(Json.canonical(a)).to.equal(Json.canonical(b))
        if (Json.canonical(a) === Json.canonical(b))
          expect(JSON.parse(Json.canonical(a))).to.deep.equal(JSON.parse(JSON.stringify(b)))
      }),
    )
  })

  it('C30: refuses every number that is not a safe integer', () => {
    fc.assert(
      fc.property(fc.double(), (number) => {
        const name = nameOf(() => Json.canonical({ a: [number] }))
        expect(name).to.equal(Number.isSafeInteger(number) ? 'none' : 'Json.UnsafeNumberError')
      }),
    )
  })

  it('C30: refuses what JSON cannot hold, and says where', () => {
    class Point {
      x = 1
    }
    const unfit: unknown[] = [
      undefined,
      () => 1,
      Symbol('s'),
      1n,
      new Point(),
      new Date(0),
      new Map(),
      /x/,
      new Uint8Array(1),
    ]
    for (const each of unfit) {
      expect(nameOf(() => Json.canonical({ a: { b: each } }))).to.equal('Json.NotCanonicalError')
      expect(() => Json.canonical({ a: { b: each } })).to.throw('/a/b')
    }
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    expect(nameOf(() => Json.canonical([1, , 2]))).to.equal('Json.NotCanonicalError')
    expect(nameOf(() => Json.canonical(Object.assign(Object.create({ inherited: 1 }), { own: 1 })))).to.equal(
      'Json.NotCanonicalError',
    )
  })

  it('takes an object without a prototype', () => {
    expect(Json.canonical(Object.assign(Object.create(null), { b: 1, a: 2 }))).to.equal('{"a":2,"b":1}')
  })

  it('C30: refuses a string that has no UTF-8, as key or value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }), (each) => {
        const expected = isWellFormed(each) ? 'none' : 'Json.LoneSurrogateError'
        expect(nameOf(() => Json.canonical(each))).to.equal(expected)
        expect(nameOf(() => Json.canonical({ [each]: 1 }))).to.equal(expected)
      }),
    )
  })

  it('refuses a value that nests deeper than the guest can follow', () => {
    const nested = (depth: number) => {
      let inner: Json.Json = 1
      for (let i = 0; i < depth; i++) inner = i % 2 === 0 ? [inner] : { a: inner }
      return inner
    }
    expect(nameOf(() => Json.canonical(nested(Json.maxDepth)))).to.equal('none')
    expect(nameOf(() => Json.canonical(nested(Json.maxDepth + 1)))).to.equal('Json.TooDeepError')
    const circular: unknown[] = []
    circular.push(circular)
    expect(nameOf(() => Json.canonical(circular))).to.equal('Json.TooDeepError')
  })
})

describe('Json.parse', () => {
  it('fails on any text with a named error of its own only', () => {
    const junk = fc.array(
      fc.constantFrom(...'{}[]",:\\u0041 \n1e-+.ax\ud800§'.split(''), 'null', '"a":', '"a"', '\\"'),
    )
    const names = new Set<string>()
    fc.assert(
      fc.property(
        fc.oneof(
          junk.map((parts) => parts.join('')),
          text,
        ),
        (each) => {
          names.add(nameOf(() => Json.parse(each)))
        },
      ),
      { numRuns: budget(1_000, 20_000) },
    )
    const allowed = ['none', 'Json.NotJsonError', 'Json.DuplicateKeyError', 'Json.TooDeepError']
    expect(allowed).to.include.members([...names])
  })

  it('agrees with JSON.parse on what JSON is, but for doubled keys', () => {
    fc.assert(
      fc.property(fc.json(), (each) => {
        const name = nameOf(() => Json.parse(each))
        if (name === 'none') expect(Json.parse(each)).to.deep.equal(JSON.parse(each))
        else expect(name).to.equal('Json.DuplicateKeyError')
      }),
    )
  })

  it('C30: finds a doubled key however it is spelt and wherever it stands', () => {
    const spell = (key: string) =>
      [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const key = fc.stringMatching(/^[a-z"\\:{}[\]]{1,6}$/)
    fc.assert(
      fc.property(key, value, fc.boolean(), fc.nat(5), (name, inner, escaped, depth) => {
        const again = escaped ? `"${spell(name)}"` : JSON.stringify(name)
        const object = `{${JSON.stringify(name)}:${JSON.stringify(inner)} , "other one":0,${again} :1}`
        const whole = `${'[{"deep":'.repeat(depth)}${object}${'}]'.repeat(depth)}`
        expect(nameOf(() => Json.parse(whole))).to.equal('Json.DuplicateKeyError')
        expect(() => Json.parse(whole)).to.throw(JSON.stringify(name))
      }),
    )
  })

  it('bounds nesting before anything recurses, at the depth asked for', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(nameOf(() => Json.parse(nested(16), { depth: 16 }))).to.equal('none')
    expect(nameOf(() => Json.parse(nested(17), { depth: 16 }))).to.equal('Json.TooDeepError')
    expect(nameOf(() => Json.parse(nested(1_000_000)))).to.equal('Json.TooDeepError')
  })

  it("keeps the engine's own words out of the message, as they differ in the guest", () => {
    expect(() => Json.parse('{')).to.throw(/^The text is not JSON\.$/)
  })

  it('counts nesting as the parsed value nests', () => {
    const depthOf = (each: Json.Json): number => {
      if (typeof each !== 'object' || each === null) return 0
      return 1 + Math.max(0, ...Object.values(each).map(depthOf))
    }
    fc.assert(fc.property(value, (each) => Json.nesting(JSON.stringify(each)) === depthOf(each)))
  })
})

describe('Hash', () => {
  it('hashes the UTF-8 of the one spelling', () => {
    fc.assert(
      fc.property(value, (each) => Hash.ofJson(each) === Hash.ofBytes(Bytes.fromText(Json.canonical(each)))),
    )
    expect(Hash.ofBytes(new Uint8Array(0))).to.equal(
      '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    )
  })
})

describe("Json.canonical on RFC 8785's published vectors", () => {
  type Row = { id: string; canonical: string; input?: string; ieee754_hex?: string }
  const folder = process.env.CRESOLVER_DATA
  let rows: Row[] = []

  before(function () {
    if (folder === undefined) {
      console.log('skipped: CRESOLVER_DATA names no folder with the published vectors')
      this.skip()
    }
    const lines = readFileSync(join(folder!, 'jcs_vectors_dev.jsonl'), 'utf8').trim().split('\n')
    rows = lines.map((line) => JSON.parse(line))
  })

  const isObject = (row: Row): row is Row & { input: string } => row.input !== undefined
  const numberOf = (row: Row) => Buffer.from(row.ieee754_hex!.padStart(16, '0'), 'hex').readDoubleBE()
  const inSubset = (each: unknown): boolean => {
    if (typeof each === 'number') return Number.isSafeInteger(each)
    return typeof each !== 'object' || each === null || Object.values(each).every(inSubset)
  }
  const isWithin = (row: Row) => inSubset(isObject(row) ? JSON.parse(row.input) : numberOf(row))

  it('SPEC §9: spells those within our subset as published', () => {
    const within = rows.filter(isWithin)
    for (const row of within) {
      const input = isObject(row) ? Json.parse(row.input) : numberOf(row)
      expect(Json.canonical(input), row.id).to.equal(row.canonical)
      expect(Json.canonical(Json.parse(row.canonical)), row.id).to.equal(row.canonical)
    }
    const objects = within.filter(isObject).length
    console.log(`RFC 8785: ${objects} objects and ${within.length - objects} numbers within the subset pass`)
    expect(objects).to.be.greaterThan(0)
    expect(within.length - objects).to.be.greaterThan(0)
  })

  it('SPEC §9: refuses the numbers outside our subset by name', () => {
    const outside = rows.filter((row) => !isWithin(row))
    for (const row of outside) {
      const input = isObject(row) ? Json.parse(row.input) : numberOf(row)
      expect(
        nameOf(() => Json.canonical(input)),
        row.id,
      ).to.equal('Json.UnsafeNumberError')
    }
    const objects = outside.filter(isObject).length
    console.log(
      `RFC 8785: ${objects} objects and ${outside.length - objects} numbers outside the subset are refused`,
    )
    expect(outside.length).to.be.greaterThan(0)
  })
})
