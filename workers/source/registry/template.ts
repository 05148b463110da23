import { longestAddress, whyNotPublic } from './publicAddress.ts'
import * as Slot from './Slot.ts'

/** The slots of a URL template, each once, in order. */
export const slotsIn = (template: string): string[] => [
  ...new Set([...template.matchAll(slot)].map(([, name]) => name!)),
]

const slot = /\{([a-z][a-z0-9_]{0,31})\}/g

/** Why a template can't be used; null where it can: a public https host without slots, and slots only in path and query. */
export function faultOf(template: string): string | null {
  const plain = template.replace(slot, 'x')
  if (/[{}]/.test(plain)) return 'a slot is written {name}, in lower case'
  const why = whyNotPublic(plain)
  if (why !== null) return why
  if (template.indexOf('{') !== -1 && template.indexOf('{') < hostEnd(template)) return 'its host has a slot'
  if (plain.includes('#')) return 'it has a fragment, which no server sees'
  // Dots that walk up, or a name that a parser spells in another way, would make the place of a slot uncertain.
  return new URL(plain).href === plain ? null : `a parser reads it as ${new URL(plain).href}`
}

function hostEnd(template: string): number {
  const end = template.slice('https://'.length).search(/[/?#]/)
  return end === -1 ? template.length : 'https://'.length + end
}

export type Filled =
  | { readonly url: string }
  /** The slot that could not be filled, and why. */
  | { readonly slot: string; readonly why: string }

/**
 * Fills a template. Every value is checked and spelled by its kind, and then the whole is parsed again: it must have the very
 * same scheme, host, number of path segments and names of parameters as the template has.
 */
export function fill(
  template: string,
  kinds: Readonly<Record<string, Slot.Kind>>,
  values: Readonly<Record<string, string | undefined>>,
): Filled {
  let url = template
  for (const name of slotsIn(template)) {
    const kind = kinds[name]
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (kind === undefined || value === undefined)
      return { slot: name, why: 'nothing in the question fills it' }
    const spelled = Slot.encode(kind, value)
    if (spelled === null) return { slot: name, why: `its value is not a ${kind}` }
    url = url.replaceAll(`{${name}}`, () => spelled)
  }
  const why = whyMoved(template, kinds, url)
  return why === null ? { url } : { slot: slotsIn(template)[0] ?? '', why }
}

/** A repo has a slash of its own, so its place is two segments. */
function whyMoved(template: string, kinds: Readonly<Record<string, Slot.Kind>>, text: string): string | null {
  if (text.length > longestAddress) return 'the address would be too long'
  if (whyNotPublic(text) !== null || new URL(text).href !== text)
    return 'the address would be read in another way'
  const expected = new URL(
    template.replace(slot, (_, name: string) => (kinds[name] === 'repo' ? 'x/x' : 'x')),
  )
  const url = new URL(text)
  const segments = (one: URL) => one.pathname.split('/')
  const names = (one: URL) => [...one.searchParams.keys()].join('\n')
  const isSame =
    url.origin === expected.origin &&
    url.hash === '' &&
    segments(url).length === segments(expected).length &&
    names(url) === names(expected)
  if (!isSame) return 'the value would leave its place in the address'
  // Some servers take an escaped slash for a slash.
  return /%2f|%5c/i.test(url.pathname) ? 'the value has a slash, which has no place in a path' : null
}
