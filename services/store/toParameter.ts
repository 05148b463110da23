import type { Parameter } from './Driver.ts'
import { UnstorableValueError, type Value } from './Store.ts'

// With the `u` flag a surrogate in the class matches only where it has no partner.
const unstorable = /[\u0000\uD800-\uDFFF]/u

/** The text of a value as PostgreSQL reads it; bytes stay bytes. Whatever would be changed on the way is refused. */
export function toParameter(value: Value): Parameter {
  if (value === null || value instanceof Uint8Array) return value
  return Array.isArray(value) ? arrayText(value) : scalarText(value as Exclude<Value, readonly Value[]>)
}

function scalarText(value: Exclude<Value, Uint8Array | null | readonly Value[]> | unknown): string {
  switch (typeof value) {
    case 'string':
      if (unstorable.test(value)) throw new UnstorableValueError('a text with NUL or half a surrogate pair')
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
      throw new UnstorableValueError('an object that is neither a valid Date nor bytes')
    default:
      throw new UnstorableValueError(`a value of type ${typeof value}`)
  }
}

/** `{"a",NULL,{"b"}}`: every element quoted, since the word null and white space mean something unquoted. */
function arrayText(values: readonly Value[]): string {
  const elements = values.map((value) => {
    if (value === null) return 'NULL'
    if (Array.isArray(value)) return arrayText(value)
    const text = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : scalarText(value)
    return `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${elements.join(',')}}`
}
