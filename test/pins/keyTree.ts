export type KeyTree = string | { readonly [key: string]: KeyTree }

/**
 * The keys of a JSON value, all the way down, with the kind of each leaf. The items of an array are merged under `[]`, so that
 * the tree does not depend on how many there are.
 *
 * @example
 * keyTree({ a: [{ b: 1 }, { c: 'x' }] }) // { a: { '[]': { b: 'number', c: 'string' } } }
 */
export function keyTree(value: unknown): KeyTree {
  if (Array.isArray(value)) return value.length === 0 ? {} : { '[]': value.map(keyTree).reduce(merge) }
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keyTree(inner)]))
}

function merge(a: KeyTree, b: KeyTree): KeyTree {
  if (typeof a === 'string' && typeof b === 'string')
    return [...new Set([...a.split(' | '), ...b.split(' | ')])].sort().join(' | ')
  // Text beside an object would hide a difference: keep the object.
  if (typeof a === 'string') return b
  if (typeof b === 'string') return a
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return Object.fromEntries(
    keys.map((key) => [
      key,
      a[key] !== undefined && b[key] !== undefined ? merge(a[key], b[key]) : (a[key] ?? b[key])!,
    ]),
  )
}
