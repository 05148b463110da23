import { z } from 'zod'
import { Json, Schema } from '../../../protocol/index.ts'

/** What a model may say, and nothing else: strict, bounded, and without a place for a verdict. */
const phrase = z.string().min(1).max(1_000)

export const missingFields = ['event', 'entity', 'timeframe', 'threshold', 'criteria', 'source'] as const

export const structure = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('READY'),
    event_definition: phrase,
    target_entity: phrase,
    predicate: phrase,
    threshold: z.string().max(128).nullable(),
  }),
  z.strictObject({
    status: z.literal('INVALID'),
    missing_fields: z.array(z.enum(missingFields)).min(1).max(6),
  }),
])
export type Structure = z.infer<typeof structure>

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
