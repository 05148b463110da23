import * as z from 'zod'
import { reasons } from './Failure.ts'

const failure = z.strictObject({
  error: z.strictObject({ reason: z.enum(reasons), message: z.string(), request_id: z.string() }),
})

/** A schema for programs outside, made from the very one that requests are checked with. */
function schemaOf(schema: z.ZodType): object {
  const options = { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' } as const
  const { $schema, ...rest } = z.toJSONSchema(schema, options)
  return rest
}

export type DocumentOptions = {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly publicUrl: string
  readonly paths: object
  readonly schemas: Readonly<Record<string, z.ZodType>>
}

/** The OpenAPI 3.1 document of a service. Every schema that a path names is there, or it throws. */
export function openapiDocument(options: DocumentOptions): object {
  const { title, version, description, publicUrl, paths } = options
  const named = Object.entries({ ...options.schemas, Failure: failure })
  const schemas = Object.fromEntries(named.map(([name, schema]) => [name, schemaOf(schema)]))
  for (const [, name] of JSON.stringify(paths).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    if (!(name! in schemas)) throw new Error(`${title} has no schema ${name}.`)
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}
