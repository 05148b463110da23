import { type Code, codes } from '../../facts/index.ts'
import type { Stated } from './judge.ts'

/** A passage that does not count, in words of ours. */
export type Refused = { readonly page: string; readonly why: string }

/** Passages that were given and do not decide, each page and reason once. */
export function refused(facts: readonly Stated[], deciding: readonly Stated[]): Refused[] {
  const decides = new Set(deciding.map(({ fact }) => placeOf(fact)))
  const found = facts
    .filter(({ fact }) => fact.page !== 'none' && fact.quote !== null && !decides.has(placeOf(fact)))
    .map(({ fact }) => ({ page: fact.page, why: whyOf(fact) }))
  return [...new Map(found.map((one) => [`${one.page} ${one.why}`, one])).values()]
}

const placeOf = ({ page, quote }: Stated['fact']): string => `${page} ${quote}`

function whyOf({ codes: found, bears }: Stated['fact']): string {
  const [first] = found
  if (first !== undefined) return codes[first as Code]?.[1] ?? first
  return bears === null ? 'it answers neither way' : 'only one of two readers found it so'
}
