import type { z } from 'zod'
import { Json, Wire } from '../../protocol/index.ts'
import { RefusedError } from './Failure.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** `application/json`, whatever its parameters and letter case; nothing else is JSON by its own word. */
export function checkContentType(header: string | null | undefined): void {
  const type = (header ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'application/json') return
  throw new RefusedError('wrong-content-type', 'Send the body as content-type application/json.', {
    headers: { accept: 'application/json' },
  })
}

/** Bytes from anyone to a request of the wire, or the reason why they are none. Unknown keys are dropped, unless all is kept. */
export function readRequest<schema extends z.ZodType>(
  schema: schema,
  bytes: Uint8Array,
  options: { readonly keepUnknown?: boolean } = {},
): z.output<schema> {
  return readValue(schema, readJson(bytes), options)
}

/** Bytes from anyone to a value that may be looked at, or the reason why they hold none. */
export const readJson = (bytes: Uint8Array): unknown => parse(decode(bytes))

/** What was read to a request, as `readRequest` has it. */
export function readValue<schema extends z.ZodType>(
  schema: schema,
  value: unknown,
  { keepUnknown = false }: { readonly keepUnknown?: boolean } = {},
): z.output<schema> {
  const result = schema.safeParse(value)
  if (!result.success) {
    const [issue] = result.error.issues
    const path = issue?.path.map(String).join('.') || 'the body'
    throw new RefusedError(
      'schema-mismatch',
      `${path}: ${issue?.message ?? 'is not as agreed'}`.slice(0, 300),
    )
  }
  checkSpelling(result.data)
  return keepUnknown && hasSpelling(value) ? (value as z.output<schema>) : result.data
}

function hasSpelling(value: unknown): boolean {
  try {
    return Json.canonical(value) !== ''
  } catch {
    return false
  }
}

/** Half a surrogate pair has no spelling in UTF-8, so what holds one has no hash. */
function checkSpelling(value: unknown): void {
  try {
    Json.canonical(value)
  } catch (cause) {
    throw new RefusedError('schema-mismatch', (cause as Error).message.slice(0, 300), { cause })
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new RefusedError('not-utf8', 'The body is not UTF-8.', { cause })
  }
}

function parse(text: string): unknown {
  try {
    return Json.parse(text, { depth: Wire.limits.nesting })
  } catch (cause) {
    if (cause instanceof Json.TooDeepError) throw new RefusedError('too-deep', cause.shortMessage, { cause })
    if (cause instanceof Json.DuplicateKeyError)
      throw new RefusedError('not-json', 'A key stands twice in one object.', { cause })
    throw new RefusedError('not-json', 'The body is not JSON.', { cause })
  }
}
