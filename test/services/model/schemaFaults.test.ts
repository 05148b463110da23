import { expect } from 'chai'
import fc from 'fast-check'
import { z } from 'zod'
import { limits, schemaFaults } from '../../../services/model/schemaFaults.ts'
import { refusalOf } from './takenSchemas.ts'

type Schema = { readonly [keyword: string]: unknown }

const objectOf = (properties: Record<string, unknown>, changes: object = {}): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...changes,
})
const whatIn = (schema: unknown, dialect: 'openai' | 'anthropic') =>
  schemaFaults(schema, dialect).map(({ path, what }) => `${path} ${what}`)
const text = { type: 'string' }

describe('schemaFaults', () => {
  it('AUDIT B6: a choice at the root is refused under strict, as zod writes it and as any of', () => {
    const choice = z.toJSONSchema(
      z.discriminatedUnion('status', [
        z.strictObject({ status: z.literal('READY') }),
        z.strictObject({ status: z.literal('INVALID') }),
      ]),
    )
    expect(whatIn(choice, 'openai')).to.include('/ the root must be an object, without oneOf')
    expect(whatIn({ anyOf: [objectOf({})] }, 'openai')).to.deep.equal([
      '/ the root must be an object, without anyOf',
    ])
    expect(whatIn({ type: 'array', items: text }, 'anthropic')).to.deep.equal([
      '/ the root must have the type object',
    ])
    for (const schema of [null, [], 'x', 1])
      expect(whatIn(schema, 'openai')).to.deep.equal(['/ it is not a JSON Schema'])
  })

  it('AUDIT B6: every property is required and no other allowed, at whatever depth, and the fault says where', () => {
    const inner = objectOf({ a: text, b: text }, { required: ['a'] })
    expect(whatIn(objectOf({ list: { type: 'array', items: inner } }), 'openai')).to.deep.equal([
      '/properties/list/items the property b must be required (let it be null instead)',
    ])
    expect(whatIn(objectOf({ list: { type: 'array', items: inner } }), 'anthropic')).to.deep.equal([])
    for (const dialect of ['openai', 'anthropic'] as const) {
      const open = objectOf({ inner: { ...inner, required: ['a', 'b'], additionalProperties: true } })
      expect(whatIn(open, dialect)).to.deep.equal(['/properties/inner additionalProperties must be false'])
    }
  })

  it('AUDIT B6: names each keyword that the provider does not document', () => {
    const cases: [object, string, 'openai' | 'anthropic'][] = [
      [{ type: 'string', minLength: 1 }, 'minLength', 'openai'],
      [{ type: 'string', maxLength: 1 }, 'maxLength', 'anthropic'],
      [{ type: 'integer', minimum: 1 }, 'minimum', 'anthropic'],
      [{ type: 'array', items: text, maxItems: 1 }, 'maxItems', 'anthropic'],
      [{ type: 'array', items: text, uniqueItems: true }, 'uniqueItems', 'openai'],
      [{ type: 'string', not: { const: 'x' } }, 'not', 'openai'],
      [{ oneOf: [text] }, 'oneOf', 'anthropic'],
    ]
    for (const [schema, keyword, dialect] of cases) {
      expect(whatIn(objectOf({ x: schema }), dialect)).to.include(`/properties/x ${keyword} is not supported`)
      expect(refusalOf(objectOf({ x: schema }), dialect), keyword).to.be.a('string')
    }
    expect(whatIn(objectOf({ x: { type: 'array', items: text, minItems: 2 } }), 'anthropic')).to.deep.equal([
      '/properties/x minItems can only be 0 or 1',
    ])
  })

  it('a value without a type, a type that does not exist, an array of nothing', () => {
    expect(whatIn(objectOf({ x: {} }), 'openai')).to.deep.equal(['/properties/x it names no type'])
    expect(whatIn(objectOf({ x: { type: 'date' } }), 'openai')).to.deep.equal([
      '/properties/x the type date does not exist',
    ])
    expect(whatIn(objectOf({ x: { type: 'array' } }), 'openai')).to.deep.equal([
      '/properties/x an array must say what its items are',
    ])
  })

  it('AUDIT B6: levels, properties, values and their lengths are counted', () => {
    const nested = (levels: number): Schema =>
      levels === 1 ? objectOf({}) : objectOf({ x: nested(levels - 1) })
    expect(whatIn(nested(limits.openai.levels), 'openai')).to.deep.equal([])
    expect(whatIn(nested(limits.openai.levels + 1), 'openai')).to.deep.equal([
      '/ it has 11 levels, and at most 10 are taken',
    ])
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, text]))
    expect(whatIn(objectOf(many(5_001)), 'openai')).to.deep.equal([
      '/ it has 5001 properties, and at most 5000 are taken',
    ])
    const values = Array.from({ length: 1_001 }, (_, i) => `v${i}`)
    expect(whatIn(objectOf({ x: { type: 'string', enum: values } }), 'openai')).to.deep.equal([
      '/ it has 1001 values in enums, and at most 1000 are taken',
    ])
    expect(whatIn(objectOf({ ['x'.repeat(120_001)]: text }), 'openai')[0]).to.include('120001 characters')
  })

  it('AUDIT B6: unions and optional properties are counted, and nothing refers to itself', () => {
    const nullable = { type: ['string', 'null'] }
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, nullable]))
    expect(whatIn(objectOf(many(16)), 'anthropic')).to.deep.equal([])
    expect(whatIn(objectOf(many(17)), 'anthropic')).to.deep.equal([
      '/ it has 17 unions of types, and at most 16 are taken',
    ])
    expect(whatIn(objectOf(many(17)), 'openai')).to.deep.equal([])
    const optional = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`p${i}`, text]))
    expect(whatIn(objectOf(optional, { required: [] }), 'anthropic')[0]).to.include('25 optional properties')
    const list = { $defs: { node: objectOf({ next: { $ref: '#/$defs/node' } }) } }
    expect(whatIn(objectOf({ head: { $ref: '#/$defs/node' } }, list), 'anthropic')).to.deep.equal([
      '/ it refers to itself',
    ])
    const straight = { $defs: { node: objectOf({ name: text }) } }
    expect(whatIn(objectOf({ head: { $ref: '#/$defs/node' } }, straight), 'anthropic')).to.deep.equal([])
  })

  const leaf = fc.oneof(
    fc.constantFrom<Schema>(text, { type: 'null' }, { type: 'integer' }, { type: ['string', 'null'] }),
    fc.constantFrom<Schema>({ type: 'string', minLength: 2 }, { type: 'string', enum: ['a', 'b'] }, {}),
    fc.constantFrom<Schema>({ type: 'number', minimum: 1 }, { const: 'a', type: 'string' }, { type: 'text' }),
  )
  const { tree } = fc.letrec<{ tree: Schema }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('tree'), { maxKeys: 3 }), fc.nat(9))
        .map(([properties, how]) => {
          const names = Object.keys(properties)
          const required = how === 0 ? names.slice(1) : names
          return { type: 'object', properties, required, additionalProperties: how === 1 }
        }),
      tie('tree').map((items) => ({ type: 'array', items })),
      fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    ),
  }))

  for (const dialect of ['openai', 'anthropic'] as const) {
    it(`AUDIT B6: what it lets pass, the fake of ${dialect} takes, and the other way round`, () => {
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom('x', 'y'), tree), (properties) => {
          const schema = objectOf(properties)
          const faults = schemaFaults(schema, dialect)
          expect(faults.length === 0, JSON.stringify(faults)).to.equal(refusalOf(schema, dialect) === null)
        }),
      )
    })
  }
})
