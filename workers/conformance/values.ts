/** What a value of a stranger is, in words. */
export type Kind = 'null' | 'a boolean' | 'a number' | 'a string' | 'an array' | 'an object' | 'nothing'

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  switch (typeof value) {
    case 'boolean':
      return 'a boolean'
    case 'number':
      return 'a number'
    case 'string':
      return 'a string'
    case 'object':
      return 'an object'
    default:
      return 'nothing'
  }
}

/** Bytes of a text as JSON spells it, without its quotes. */
export const textSize = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

/** Whether two replies are the same bytes. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
