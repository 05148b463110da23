import * as z from 'zod'
import * as Bytes from './Bytes.ts'
import { BaseError } from './Errors.ts'
import * as Instant from './Instant.ts'
import * as Json from './Json.ts'

/** What the models share. Field names are snake_case on the wire; objects are strict, so nothing unread is signed. */
export const version = z.literal('v1')

export const hash = z.string().regex(/^0x[0-9a-f]{64}$/, 'expected 32 bytes as lower-case hex')
/** Lower case: what is hashed has one spelling, and a checksum would be a second one. */
export const address = z.string().regex(/^0x[0-9a-f]{40}$/, 'expected an address as lower-case hex')
export const signature = z
  .string()
  .regex(/^0x[0-9a-f]{130}$/, 'expected a 65-byte signature as lower-case hex')
export const instant = z
  .string()
  .max(20)
  .refine(Instant.isInstant, 'expected an instant such as 2026-02-20T23:59:00Z')
export const decimal = z
  .string()
  .max(78)
  .regex(/^-?\d+(\.\d+)?$/, 'expected a decimal such as -12.5')

/** A share in basis points: confidences are integers, because a float has more than one spelling. */
export const basisPoints = z.int().min(0).max(10_000)
export const tier = z.int().min(0).max(3)
export const outcome = z.enum(['YES', 'NO', 'INVALID'])

/** Names that are cited by other parts: short, and free of anything that could be mistaken for markup. */
export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'expected a short identifier')
export const line = z.string().min(1).max(4_096)

// `Json` itself is checked by `canonical`; this keeps foreign structures opaque and bounded.
export const json: z.ZodType<Json.Json> = z.json()

/**
 * The one spelling of a model. What does not match its schema has none.
 *
 * @example
 * Schema.toCanonicalJson(Verdict.schema, verdict)
 */
export function toCanonicalJson<schema extends z.ZodType>(schema: schema, value: z.input<schema>): string {
  return Json.canonical(read(schema, value))
}

/** Parses foreign data with a schema; the error names the first fault and where it is. */
export function read<schema extends z.ZodType>(schema: schema, value: unknown): z.output<schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new MismatchError(result.error)
  return result.data
}

/** The bytes of a model's one spelling, as hashed into leaves. */
export const toBytes = (value: unknown): Uint8Array => Bytes.fromText(Json.canonical(value))

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
