import { expect } from 'chai'
import { z } from 'zod'
import { requestSchema } from '../../../services/model/requestSchema.ts'

describe('requestSchema', () => {
  it('AUDIT B6: keeps the shape, and turns bounds into hints for the model', () => {
    const schema = z.toJSONSchema(
      z.strictObject({
        id: z
          .string()
          .regex(/^[a-z]+$/)
          .describe('a name'),
        items: z.array(z.string().min(1).max(9)).max(12),
        count: z.int().min(0).max(5),
        share: z.number().gt(0).lt(1),
      }),
    )
    expect(requestSchema(schema)).to.deep.equal({
      type: 'object',
      properties: {
        id: { type: 'string', description: 'a name; matching ^[a-z]+$' },
        items: {
          type: 'array',
          items: { type: 'string', description: 'at least 1 characters, at most 9 characters' },
          description: 'at most 12 items',
        },
        count: { type: 'integer', description: 'at least 0, at most 5' },
        share: { type: 'number', description: 'more than 0, less than 1' },
      },
      required: ['id', 'items', 'count', 'share'],
      additionalProperties: false,
    })
  })

  it('asks for any of what was one of, and does not name the range of all integers', () => {
    expect(requestSchema({ oneOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] })).to.deep.equal({
      anyOf: [{ type: 'string', description: 'at least 2 characters' }, { type: 'null' }],
    })
    expect(requestSchema(z.toJSONSchema(z.int()))).to.deep.equal({ type: 'integer' })
  })

  it('takes a property for a property, whatever its name', () => {
    const schema = { type: 'object', properties: { title: { type: 'string' }, pattern: { type: 'null' } } }
    expect(requestSchema(schema)).to.deep.equal(schema)
  })

  it('leaves alone what a provider may refuse and it does not understand', () => {
    for (const schema of [{ not: { type: 'null' } }, { prefixItems: [] }, [], null, true])
      expect(requestSchema(schema)).to.deep.equal(schema)
  })
})
