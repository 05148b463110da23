/** A value of a JSON page, with the keys that lead to it and what stands beside it. */
export type Leaf = {
  readonly path: readonly string[]
  readonly text: string
  /** The other values of its object and of those around it, nearest first. */
  readonly beside: readonly string[]
}

const most = 20_000

/** All values of a JSON text, in order; none where it cannot be read. */
export function leavesOf(body: string): Leaf[] {
  let root: unknown
  try {
    root = JSON.parse(body)
  } catch {
    return []
  }
  const found: Leaf[] = []
  walk(root, [], [], found)
  return found
}

function walk(value: unknown, path: readonly string[], beside: readonly string[], found: Leaf[]): void {
  if (found.length >= most || path.length > 32) return
  if (typeof value !== 'object' || value === null) {
    found.push({ path, text: String(value), beside })
    return
  }
  const entries = Object.entries(value)
  const own = entries.flatMap(([key, each]) => (isPlain(each) ? [`${key}: ${String(each)}`] : []))
  for (const [key, each] of entries)
    walk(each, [...path, key], Array.isArray(value) ? beside : [...own, ...beside], found)
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
