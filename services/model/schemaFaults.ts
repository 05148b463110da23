import type { JsonSchema } from './requestSchema.ts'

/** Whose rules: OpenAI's structured outputs under `strict`, or Anthropic's `output_config.format`. */
export type Dialect = 'openai' | 'anthropic'

/** Why a provider refuses a schema, and where in it. */
export type SchemaFault = { readonly path: string; readonly what: string }

/** As documented in November 2026: what one of them takes is not always what the other takes. */
const common = ['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf']
const keywords: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  openai: new Set([
    ...[...common, '$ref', '$defs', 'description', 'pattern', 'format', 'minItems', 'maxItems'],
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ]),
  anthropic: new Set([
    ...[...common, 'allOf', '$ref', '$defs', 'definitions', 'description', 'title', 'default'],
    ...['pattern', 'format', 'minItems'],
  ]),
}
const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const rootless = ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', '$ref']

/** OpenAI's; Anthropic publishes others. */
export const limits = {
  openai: { levels: 10, properties: 5_000, enumValues: 1_000, characters: 120_000 },
  anthropic: { optional: 24, unions: 16 },
} as const

type Node = { readonly path: string; readonly schema: JsonSchema; readonly level: number }

/**
 * What a provider's documents say against a schema of replies; none if they take it. They refuse the request otherwise, however
 * often it is sent.
 *
 * @example
 * schemaFaults({ oneOf: [] }, 'openai')[0] // { path: '/', what: 'the root must be an object, without oneOf' }
 */
export function schemaFaults(schema: unknown, dialect: Dialect): SchemaFault[] {
  if (!isSchema(schema)) return [{ path: '/', what: 'it is not a JSON Schema' }]
  const nodes = nodesOf({ path: '', schema, level: 0 })
  const faults = [
    ...rootFaults(schema),
    ...nodes.flatMap((node) => nodeFaults(node, dialect)),
    ...(dialect === 'openai' ? sizeFaults(nodes) : complexityFaults(nodes)),
  ]
  return faults.map(({ path, what }) => ({ path: path === '' ? '/' : path, what }))
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const entriesOf = (value: unknown): [string, unknown][] => (isSchema(value) ? Object.entries(value) : [])

const isObject = ({ type, properties }: JsonSchema): boolean =>
  properties !== undefined || [type].flat().includes('object')

/** The schema and all below it. A level is an object or an array that holds what stands below. */
function nodesOf({ path, schema, level: above }: Node): Node[] {
  const level = above + (isObject(schema) || [schema.type].flat().includes('array') ? 1 : 0)
  const below: [string, unknown, number][] = [
    ...entriesOf(schema.properties).map(([name, one]) => child(`/properties/${name}`, one, level)),
    ...entriesOf(schema.$defs).map(([name, one]) => child(`/$defs/${name}`, one, 0)),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) =>
      (Array.isArray(list) ? list : []).map((one, i) => child(`/anyOf/${i}`, one, above)),
    ),
    ...(schema.items === undefined ? [] : [child('/items', schema.items, level)]),
  ]
  const inner = below.flatMap(([step, one, from]) =>
    nodesOf({ path: `${path}${step}`, schema: isSchema(one) ? one : {}, level: from }),
  )
  return [{ path, schema, level }, ...inner]
}

const child = (step: string, schema: unknown, level: number): [string, unknown, number] => [
  step,
  schema,
  level,
]

function rootFaults(schema: JsonSchema): SchemaFault[] {
  const found = rootless.filter((keyword) => keyword in schema)
  if (found.length > 0)
    return [{ path: '', what: `the root must be an object, without ${found.join(' and ')}` }]
  return schema.type === 'object' ? [] : [{ path: '', what: 'the root must have the type object' }]
}

function nodeFaults({ path, schema }: Node, dialect: Dialect): SchemaFault[] {
  const what: string[] = Object.keys(schema)
    .filter((keyword) => !keywords[dialect].has(keyword))
    .map((keyword) => `${keyword} is not supported`)
  const hasForm = ['type', 'anyOf', 'enum', 'const', '$ref'].some((keyword) => keyword in schema)
  if (!hasForm && what.length === 0) what.push('it names no type')
  const unknown = [schema.type ?? []].flat().filter((one) => !types.has(String(one)))
  what.push(...unknown.map((type) => `the type ${type} does not exist`))
  if (isObject(schema)) what.push(...objectFaults(schema, dialect))
  if (schema.type === 'array' && !isSchema(schema.items)) what.push('an array must say what its items are')
  if (dialect === 'anthropic') what.push(...anthropicFaults(schema))
  return what.map((one) => ({ path, what: one }))
}

function objectFaults(
  { properties, required, additionalProperties }: JsonSchema,
  dialect: Dialect,
): string[] {
  const names = Object.keys(isSchema(properties) ? properties : {})
  const listed = new Set(Array.isArray(required) ? required : [])
  const optional = dialect === 'openai' ? names.filter((name) => !listed.has(name)) : []
  return [
    ...(additionalProperties === false ? [] : ['additionalProperties must be false']),
    ...optional.map((name) => `the property ${name} must be required (let it be null instead)`),
  ]
}

function anthropicFaults({ minItems, enum: values, $ref }: JsonSchema): string[] {
  const isScalar = (value: unknown) => typeof value !== 'object' || value === null
  return [
    ...(minItems === undefined || minItems === 0 || minItems === 1 ? [] : ['minItems can only be 0 or 1']),
    ...(Array.isArray(values) && !values.every(isScalar) ? ['enum can hold only plain values'] : []),
    ...($ref === undefined || /^#\/(\$defs|definitions)\//.test(String($ref))
      ? []
      : ['$ref must stay inside']),
  ]
}

function sizeFaults(nodes: readonly Node[]): SchemaFault[] {
  const { levels, properties, enumValues, characters } = limits.openai
  const schemas = nodes.map(({ schema }) => schema)
  const names = schemas.flatMap((one) => [
    ...Object.keys(isSchema(one.properties) ? one.properties : {}),
    ...Object.keys(isSchema(one.$defs) ? one.$defs : {}),
  ])
  const values = schemas.flatMap((one) => (Array.isArray(one.enum) ? one.enum : []))
  const constants = schemas.flatMap((one) => ('const' in one ? [one.const] : []))
  const length = [...names, ...values, ...constants].reduce<number>((sum, one) => sum + String(one).length, 0)
  const counts = schemas.reduce((sum, one) => sum + entriesOf(one.properties).length, 0)
  const deepest = Math.max(...nodes.map(({ level }) => level))
  const over = (count: number, most: number, things: string) =>
    count > most ? [{ path: '', what: `it has ${count} ${things}, and at most ${most} are taken` }] : []
  return [
    ...over(deepest, levels, 'levels'),
    ...over(counts, properties, 'properties'),
    ...over(values.length, enumValues, 'values in enums'),
    ...over(length, characters, 'characters in names and values'),
  ]
}

function complexityFaults(nodes: readonly Node[]): SchemaFault[] {
  const { optional, unions } = limits.anthropic
  const optionals = nodes.flatMap(({ schema }) =>
    Object.keys(isSchema(schema.properties) ? schema.properties : {}).filter(
      (name) => !(Array.isArray(schema.required) && schema.required.includes(name)),
    ),
  ).length
  const united = nodes.filter(
    ({ schema }) => Array.isArray(schema.anyOf) || Array.isArray(schema.type),
  ).length
  return [
    ...(optionals > optional
      ? [{ path: '', what: `it has ${optionals} optional properties, and at most ${optional} are taken` }]
      : []),
    ...(united > unions
      ? [{ path: '', what: `it has ${united} unions of types, and at most ${unions} are taken` }]
      : []),
    ...(isRecursive(nodes) ? [{ path: '', what: 'it refers to itself' }] : []),
  ]
}

/** Whether a definition leads back to itself; a reference to the root always does. */
function isRecursive(nodes: readonly Node[]): boolean {
  const leads = new Map<string, string[]>()
  for (const { path, schema } of nodes) {
    if (typeof schema.$ref !== 'string') continue
    const from = /^\/\$defs\/[^/]*/.exec(path)?.[0] ?? ''
    leads.set(from, [...(leads.get(from) ?? []), schema.$ref.slice(1)])
  }
  const returns = (from: string, at: string, seen: ReadonlySet<string>): boolean =>
    (leads.get(at) ?? []).some(
      (to) => to === from || to === '' || (!seen.has(to) && returns(from, to, new Set([...seen, to]))),
    )
  return [...leads.keys()].some((from) => returns(from, from, new Set([from])))
}
