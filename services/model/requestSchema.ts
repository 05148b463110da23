/** A JSON Schema, as far as it is looked into. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Says something about a schema and nothing about what it admits. */
const notes = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'default',
  'examples',
  'deprecated',
  'readOnly',
])

/** What a provider may refuse, and our own code checks in the reply: it goes into the description, as a hint for the model. */
const bounds: Readonly<Record<string, (bound: unknown) => string>> = {
  minLength: (bound) => `at least ${bound} characters`,
  maxLength: (bound) => `at most ${bound} characters`,
  minItems: (bound) => `at least ${bound} items`,
  maxItems: (bound) => `at most ${bound} items`,
  minimum: (bound) => `at least ${bound}`,
  maximum: (bound) => `at most ${bound}`,
  exclusiveMinimum: (bound) => `more than ${bound}`,
  exclusiveMaximum: (bound) => `less than ${bound}`,
  multipleOf: (bound) => `a multiple of ${bound}`,
  pattern: (bound) => `matching ${bound}`,
  format: (bound) => `a ${bound}`,
  uniqueItems: () => 'no item twice',
}

/** The largest integers that JavaScript tells apart: a schema writer's way to say "an integer". */
const isUnbounded = (bound: unknown): boolean =>
  typeof bound === 'number' && Math.abs(bound) >= Number.MAX_SAFE_INTEGER

/**
 * A schema in the words that all providers take: the shape of the reply is enforced, bounds of length, number and pattern become
 * hints. Whatever else a provider may refuse is left as it is, for `schemaFaults` to name.
 *
 * @example
 * requestSchema({ type: 'string', minLength: 12 }) // { type: 'string', description: 'at least 12 characters' }
 */
export function requestSchema(schema: unknown): JsonSchema {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return schema as unknown as JsonSchema
  const kept: Record<string, unknown> = {}
  const hints: string[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const hint = bounds[keyword]
    if (notes.has(keyword)) continue
    if (hint !== undefined) {
      if (!isUnbounded(value)) hints.push(hint(value))
      // Of variants that exclude each other at most one can hold, so "any of" admits the same.
    } else if (keyword === 'oneOf') kept.anyOf = within('anyOf', value)
    else kept[keyword] = within(keyword, value)
  }
  if (hints.length === 0) return kept
  const description = [kept.description, hints.join(', ')].filter((one) => one !== undefined).join('; ')
  return { ...kept, description }
}

/** The schemas that stand under a keyword, rewritten; anything else as it is. */
function within(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return requestSchema(value)
  if (keyword === 'anyOf' && Array.isArray(value)) return value.map(requestSchema)
  if ((keyword === 'properties' || keyword === '$defs') && typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, requestSchema(one)]))
  return value
}
