import { z } from 'zod'

/**
 * The JSON Schemas that each provider's documents take (structured outputs, as of November 2026), written down as a grammar and apart
 * from our own checks, so that neither proves itself. Gives the first thing that is wrong, in the provider's way; null if it is taken.
 */
const type = z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
const description = z.string().optional()

const anyJson = z.lazy(() => z.looseObject({}))

const openAiNode: z.ZodType = z.lazy(() => z.union([openAiObject, openAiArray, openAiLeaf, openAiUnion]))
const openAiObject = z
  .strictObject({
    type: z.union([z.literal('object'), z.tuple([z.literal('object'), z.literal('null')])]),
    description,
    properties: z.record(z.string(), openAiNode),
    required: z.array(z.string()),
    additionalProperties: z.literal(false),
    $defs: z.record(z.string(), openAiNode).optional(),
  })
  .refine(
    ({ properties, required }) => Object.keys(properties).every((name) => required.includes(name)),
    "'required' is required to be supplied and to be an array including every key in properties",
  )
const openAiArray = z.strictObject({
  type: z.literal('array'),
  description,
  items: openAiNode,
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
})
const openAiLeaf = z.strictObject({
  type: z.union([type.exclude(['object', 'array']), z.array(type.exclude(['object', 'array'])).min(1)]),
  description,
  enum: z.array(scalar).min(1).max(1_000).optional(),
  const: scalar.optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  multipleOf: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
})
const openAiUnion = z.union([
  z.strictObject({ anyOf: z.array(openAiNode).min(1), description }),
  z.strictObject({ $ref: z.string() }),
])

const anthropicNode: z.ZodType = z.lazy(() =>
  z.union([anthropicObject, anthropicArray, anthropicLeaf, anthropicUnion]),
)
const anthropicObject = z.strictObject({
  type: z.literal('object'),
  title: z.string().optional(),
  description,
  properties: z.record(z.string(), anthropicNode),
  required: z.array(z.string()).optional(),
  additionalProperties: z.literal(false),
})
const anthropicArray = z.strictObject({
  type: z.literal('array'),
  description,
  items: anthropicNode,
  minItems: z.union([z.literal(0), z.literal(1)]).optional(),
})
const anthropicLeaf = z.strictObject({
  type: z.union([type.exclude(['object', 'array']), z.array(type.exclude(['object', 'array'])).min(1)]),
  description,
  enum: z.array(scalar).min(1).optional(),
  const: scalar.optional(),
  default: scalar.optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
})
const anthropicUnion = z.strictObject({ anyOf: z.array(anthropicNode).min(1), description })

const roots = { openai: openAiObject, anthropic: anthropicObject }

export function refusalOf(schema: unknown, dialect: 'openai' | 'anthropic'): string | null {
  const root = anyJson.safeParse(schema)
  if (!root.success) return 'schema must be a JSON Schema'
  const unrooted = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].filter((keyword) => keyword in root.data)
  if (dialect === 'openai' && unrooted.length > 0)
    return `schema must have type 'object' and not have '${unrooted[0]}' at the top level`
  const depth = depthOf(schema)
  if (dialect === 'openai' && depth > 10) return `${depth} levels of nesting exceeds limit of 10`
  const unions = unionsIn(schema)
  if (dialect === 'anthropic' && unions > 16)
    return `Schemas contains too many parameters with union types (${unions}, limit: 16)`
  const { error } = roots[dialect].safeParse(schema)
  return error === undefined ? null : JSON.stringify(error.issues).slice(0, 500)
}

const childrenOf = (node: unknown): unknown[] =>
  typeof node !== 'object' || node === null ? [] : Array.isArray(node) ? node : Object.values(node)

function depthOf(node: unknown): number {
  const own = typeof node === 'object' && node !== null && ('properties' in node || 'items' in node) ? 1 : 0
  return own + Math.max(0, ...childrenOf(node).map(depthOf))
}

function unionsIn(node: unknown): number {
  const isUnion =
    typeof node === 'object' &&
    node !== null &&
    ('anyOf' in node || ('type' in node && Array.isArray(node.type)))
  return (isUnion ? 1 : 0) + childrenOf(node).reduce<number>((sum, one) => sum + unionsIn(one), 0)
}
