import { expect } from 'chai'
import * as z from 'zod'
import { openapiDocument } from '../../../services/http/openapiDocument.ts'
import { pathsOf } from '../../../services/http/Routes.ts'

const paths = pathsOf({ 'GET /thing': { id: 'thing', summary: 'A thing.', gives: 'Thing' } })
const about = { title: 'Things', version: '1.0.0', description: 'Of things.', publicUrl: 'https://a.example' }

describe('openapiDocument', () => {
  it('holds the schemas it is given, and the one of refusals', () => {
    const Thing = z.strictObject({ size: z.int().min(1).default(1) })
    const document = openapiDocument({ ...about, paths, schemas: { Thing } }) as {
      components: { schemas: Record<string, { required?: string[] }> }
    }
    expect(document.components.schemas).to.have.all.keys('Thing', 'Failure')
    // What a caller sends: what has a default may be left out.
    expect(document.components.schemas.Thing).to.deep.equal({
      type: 'object',
      properties: { size: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 } },
      additionalProperties: false,
    })
  })

  it('refuses a path that names a schema it does not have', () => {
    expect(() => openapiDocument({ ...about, paths, schemas: {} })).to.throw('Things has no schema Thing.')
  })
})
