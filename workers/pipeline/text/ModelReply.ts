import { z } from 'zod'
import { Json, Schema } from '../../../protocol/index.ts'

/** What a model may say, and nothing else: strict, bounded, and without a place for a verdict. */
const phrase = z.string().min(1).max(1_000)

export const missingFields = ['event', 'entity', 'timeframe', 'threshold', 'criteria', 'source'] as const

const threshold = z.string().max(128).nullable()
const missing = z.array(z.enum(missingFields))

/** As a model is asked for it: one object, because no provider takes a choice at the root. What does not apply is null. */
const structureAsked = z.strictObject({
  status: z.enum(['READY', 'INVALID']),
  event_definition: phrase.nullable(),
  target_entity: phrase.nullable(),
  predicate: phrase.nullable(),
  threshold,
  missing_fields: missing.max(6).nullable(),
})

const oneOfTwo = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('READY'),
    event_definition: phrase,
    target_entity: phrase,
    predicate: phrase,
    threshold,
  }),
  z.strictObject({ status: z.literal('INVALID'), missing_fields: missing.min(1).max(6) }),
])

/** As it is read: what belongs to the other status must be empty, or left out. */
export const structure = z.preprocess(withoutOther, oneOfTwo)
export type Structure = z.infer<typeof structure>

function withoutOther(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('status' in value)) return value
  const others = value.status === 'READY' ? ['missing_fields'] : Object.keys(structureAsked.shape).slice(1, 5)
  const isEmpty = (one: unknown) => one === null || (Array.isArray(one) && one.length === 0)
  return Object.fromEntries(
    Object.entries(value).filter(([name, one]) => !(others.includes(name) && isEmpty(one))),
  )
}

const claim = z.strictObject({
  evidence_id: Schema.identifier,
  /** Words of that item, exactly as they stand there. */
  quote: z.string().min(12).max(600),
  stance: z.enum(['affirms', 'denies']),
  /** Words of that item that begin with the date of what is quoted. */
  date_quote: z.string().min(8).max(64).nullable(),
})
export type QuoteReply = z.infer<typeof claim>

export const claims = z.strictObject({
  claims: z.array(claim).max(12),
  assumptions: z.array(z.string().min(1).max(300)).max(6),
})
export type Claims = z.infer<typeof claims>

export const schemas = { 'Structure/v1': structure, 'Claims/v1': claims } as const
export type SchemaName = keyof typeof schemas

const asked = { 'Structure/v1': structureAsked, 'Claims/v1': claims } as const

/** The JSON Schema that a model is asked to keep. `schemas` checks what it says, whether or not a provider enforced it. */
export const requestSchema = (name: SchemaName): unknown => z.toJSONSchema(asked[name])

/** Reads a reply as it came: it is JSON of its schema from the first byte to the last, or nothing. Nothing is repaired. */
export function read<schema extends z.ZodType>(schema: schema, text: string): z.output<schema> | null {
  if (text.length > 65_536) return null
  try {
    const result = schema.safeParse(Json.parse(text, { depth: 8 }))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
