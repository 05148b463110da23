/** What runs a vector, in Node and in the CRE guest alike; so it uses only what both have. */
export type Case = {
  readonly name: string
  readonly fn: string
  readonly input: unknown
  readonly output?: unknown
}
export type Run = Record<string, (input: never) => unknown>

/** The case's output as text, or `{"throws":"Noun.ThingError"}`. */
export function execute(run: Run, { fn, input }: Case): string {
  const verb = run[fn]
  if (verb === undefined) throw new Error(`The suite has no function ${fn}.`)
  let output: unknown
  try {
    output = verb(input as never)
  } catch (error) {
    output = { throws: error instanceof Error ? error.name : String(error) }
  }
  return stable(output)
}

/** JSON with sorted keys; bigints as decimal strings, bytes as hex. */
export function stable(value: unknown): string {
  if (value === undefined) return 'null'
  if (typeof value === 'bigint') return `"${value}"`
  if (value instanceof Uint8Array) return `"${hex(value)}"`
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const record = value as Record<string, unknown>
  const keys = Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${stable(record[key])}`).join(',')}}`
}

function hex(bytes: Uint8Array): string {
  let text = '0x'
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
