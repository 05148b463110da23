import { expect } from 'chai'
import { z } from 'zod'
import { checkSchemas } from '../../../services/model/checkSchemas.ts'
import { openModel } from '../../../services/model/openModel.ts'
import { requestSchema } from '../../../services/model/requestSchema.ts'
import { load, requestSchemasOf } from '../../../workers/pipeline/text/Prompts.ts'
import { refusalOf } from './takenSchemas.ts'

const choice = z.toJSONSchema(z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]))
const env = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }

describe('checkSchemas', () => {
  it('AUDIT B6: a schema with a choice at its root fails when the config is opened, with its name and the reason', () => {
    for (const kind of ['openai', 'anthropic'] as const) {
      const open = () => openModel({ kind, model: 'm' }, { env, schemas: { 'Choice/v1': choice } })
      expect(open)
        .to.throw(`${kind}:m does not take the schema Choice/v1.`)
        .with.property('message')
        .that.includes('/: the root must be an object, without anyOf')
        .and.includes('enforceSchema: false')
    }
  })

  it('says nothing of schemas that are not sent', () => {
    checkSchemas({ kind: 'openai', model: 'm', enforceSchema: false }, { choice })
  })

  it('AUDIT B6: every schema that our prompts ask for is taken by both providers', () => {
    const schemas = requestSchemasOf(load())
    expect(Object.keys(schemas)).to.have.length.above(0)
    for (const kind of ['openai', 'anthropic'] as const) {
      checkSchemas({ kind, model: 'm', enforceSchema: true }, schemas)
      for (const [name, schema] of Object.entries(schemas))
        expect(refusalOf(requestSchema(schema), kind), `${kind} ${name}`).to.equal(null)
    }
  })
})
