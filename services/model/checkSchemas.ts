import type { LiveConfig } from './Config.ts'
import { UnsupportedSchemaError } from './Model.ts'
import { requestSchema } from './requestSchema.ts'
import { schemaFaults } from './schemaFaults.ts'

/** Refuses, by name, the schemas of replies that a provider's documents rule out, before any of them is sent. */
export function checkSchemas(
  { kind, model, enforceSchema }: Pick<LiveConfig, 'kind' | 'model' | 'enforceSchema'>,
  schemas: Readonly<Record<string, unknown>>,
): void {
  if (!enforceSchema) return
  for (const [name, schema] of Object.entries(schemas)) {
    const faults = schemaFaults(requestSchema(schema), kind)
    if (faults.length > 0) throw new UnsupportedSchemaError(`${kind}:${model}`, name, faults)
  }
}
