import * as z from 'zod'
import type * as Brand from './Brand.ts'
import * as Bytes from './Bytes.ts'
import { BaseError } from './Errors.ts'
import * as Instant from './Instant.ts'
import * as Json from './Json.ts'
import * as Vote from './Vote.ts'

/** What the models share. Field names are snake_case on the wire; objects are strict, so nothing unread is signed. */

/** The version that every document names. */
export const version = z.literal('v1')

// The brands are the compiler's alone; what a schema does, and what its JSON Schema says, is the text's.
const word = z.string().regex(/^0x[0-9a-f]{64}$/, 'expected 32 bytes as lower-case hex')
/** A hash of 32 bytes as lower-case hex. */
export const hash = word as unknown as z.ZodType<Brand.Hash, string>
/** The root of a Merkle tree, spelled as a hash is. */
export const root = word as unknown as z.ZodType<Brand.Root, string>
/** The hash of a request, spelled as a hash is. */
export const requestHash = word as unknown as z.ZodType<Brand.RequestHash, string>
/** An address as lower-case hex: what is hashed has one spelling, and a checksum would be a second one. */
export const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/, 'expected an address as lower-case hex') as unknown as z.ZodType<
  Brand.Address,
  string
>
/** A signature of 65 bytes as lower-case hex. */
export const signature = z
  .string()
  .regex(/^0x[0-9a-f]{130}$/, 'expected a 65-byte signature as lower-case hex')
/** A second of UTC such as 2026-02-20T23:59:00Z. */
export const instant = z
  .string()
  .max(20)
  .refine(Instant.isInstant, 'expected an instant such as 2026-02-20T23:59:00Z')
/** A decimal number as text. */
export const decimal = z
  .string()
  .max(78)
  .regex(/^-?\d+(\.\d+)?$/, 'expected a decimal such as -12.5')

/** A share in basis points: confidences are integers, because a float has more than one spelling. */
export const basisPoints = z.int().min(0).max(10_000)
/** A provenance tier: 0 is the best, 3 is plain HTTP. */
export const tier = z.int().min(0).max(3)
/** How a question can end. */
export const outcome = z.enum(Vote.outcomes)
/** How a question can end when it is decided. */
export const yesOrNo = outcome.exclude(['INVALID'])

/** Names that are cited by other parts: short, and free of anything that could be mistaken for markup. */
export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'expected a short identifier')
/** A text of at most 4,096 characters that is not empty. */
export const line = z.string().min(1).max(4_096)

// `Json` itself is checked by `canonical`; this keeps foreign structures opaque and bounded.
/** Any JSON value, passed on as it is. */
export const json: z.ZodType<Json.Json> = z.json()

/**
 * The one spelling of a model. What does not match its schema has none.
 *
 * @example
 * Schema.toCanonicalJson(Trace.logicReport, {
 *   trace_id: 'trace-7',
 *   summary: 'It rained.',
 *   schema_version: 'v1',
 *   assumptions: [],
 * }) // '{"assumptions":[],"schema_version":"v1","summary":"It rained.","trace_id":"trace-7"}'
 */
export function toCanonicalJson<schema extends z.ZodType>(schema: schema, value: z.input<schema>): string {
  return Json.canonical(read(schema, value))
}

/**
 * Parses foreign data with a schema; the error names the first fault and where it is.
 *
 * @example
 * Schema.read(Schema.outcome, 'YES') // 'YES'
 * Schema.read(Schema.outcome, 'MAYBE') // throws Schema.MismatchError
 */
export function read<schema extends z.ZodType>(schema: schema, value: unknown): z.output<schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new MismatchError(result.error)
  return result.data
}

/**
 * The bytes of a model's one spelling, as hashed into leaves.
 *
 * @example
 * Bytes.toText(Schema.toBytes({ b: 1, a: 2 })) // '{"a":2,"b":1}'
 */
export const toBytes = (value: unknown): Uint8Array => Bytes.fromText(Json.canonical(value))

/** Thrown for data that does not match its schema. */
export class MismatchError extends BaseError {
  override readonly name = 'Schema.MismatchError'
  /** Where the first fault is, such as `/items/3/tier`. */
  readonly path: string
  constructor(error: z.ZodError) {
    const [first] = error.issues
    const path = first === undefined ? '' : `/${first.path.map(String).join('/')}`
    super(`${first?.message ?? 'The value does not match its schema.'} (at ${path})`)
    this.path = path
  }
}
