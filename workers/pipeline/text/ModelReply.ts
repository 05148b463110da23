import { z } from 'zod'
import { Json } from '../../../protocol/index.ts'
import { Fact } from '../../facts/index.ts'

/** What a model may say, and nothing else: strict, bounded, and without a place for a verdict. */

export const missingFields = ['event', 'entity', 'timeframe', 'threshold', 'criteria', 'source'] as const

const part = z.string().max(600).nullable()

/** What a model reads in the question itself. Code reads the same, and where they differ nothing is decided. */
export const proposal = z.strictObject({
  /** Empty where the words leave nothing open. */
  missing_fields: z.array(z.enum(missingFields)).max(6),
  /** Who or what it is about, as the question writes it; null where it has no name. */
  subject: part,
  /** The number that decides, as the question or its rules write it; null where none does. */
  threshold: z.string().max(64).nullable(),
  /** The last day on which it may happen; null where the words name none. */
  last_day: z.string().max(10).nullable(),
  /** Other wordings of what is asked that mean the same. */
  synonyms: z.array(z.string().min(3).max(80)).max(8),
})
export type Proposal = z.infer<typeof proposal>

/** A fact as a reader says it: the page by its id. */
const fact = z.strictObject({
  page: z.string().min(1).max(128),
  ...Fact.schema.omit({ url: true }).shape,
  bears: z.enum(['YES', 'NO', 'NONE']).nullable(),
})
export type FactReply = z.infer<typeof fact>

/** So many facts of one part of the pages are worth listing. */
export const mostFacts = 24

export const facts = z.strictObject({ facts: z.array(fact).max(mostFacts) })
export type Facts = z.infer<typeof facts>

export const schemas = { 'Event/v1': proposal, 'Facts/v1': facts } as const
export type SchemaName = keyof typeof schemas

/** The JSON Schema that a model is asked to keep. `schemas` checks what it says, whether or not a provider enforced it. */
export const requestSchema = (name: SchemaName): unknown => z.toJSONSchema(schemas[name])

/** Reads a reply as it came: it is JSON of its schema from the first byte to the last, or nothing. Nothing is repaired. */
export function read<schema extends z.ZodType>(schema: schema, text: string): z.output<schema> | null {
  if (text.length > 131_072) return null
  try {
    const result = schema.safeParse(Json.parse(text, { depth: 8 }))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
