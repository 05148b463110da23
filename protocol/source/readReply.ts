import type * as z from 'zod'
import * as ExactJson from './ExactJson.ts'
import { UnreadableReplyError } from './Source.ts'

/**
 * Reads a reply's body with its schema; every fault becomes an `UnreadableReplyError`.
 *
 * @example
 * readReply('example', ExactJson.decimal, '1.25e-7') // '0.000000125'
 * readReply('example', ExactJson.decimal, '"1"') // throws Source.UnreadableReplyError
 */
export function readReply<schema extends z.ZodType>(
  provider: string,
  schema: schema,
  body: string,
): z.output<schema> {
  let value: unknown
  try {
    value = ExactJson.parse(body)
  } catch (cause) {
    throw new UnreadableReplyError(provider, 'it is not plain JSON.', { cause })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue === undefined ? '' : `/${issue.path.map(String).join('/')}`
  throw new UnreadableReplyError(provider, `${issue?.message ?? 'it has another shape'} (at ${path}).`)
}

/** Reads a number of a reply as a decimal, where its schema keeps it as it was written. */
export function readDecimal(provider: string, source: string): string {
  try {
    return ExactJson.toDecimal(source)
  } catch (cause) {
    throw new UnreadableReplyError(provider, (cause as Error).message, { cause })
  }
}
