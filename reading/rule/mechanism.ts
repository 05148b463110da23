import type { Market } from '../Market.ts'
import type { Structured } from '../ParsedRule.ts'
import { find, lexicon } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { registrableDomain } from './domains.ts'

export const uma = 'UMA Optimistic Oracle'

/** Who settles, by the words that say so. */
const mechanisms: Readonly<Record<string, string>> = {
  'markets integrity committee': 'Markets Integrity Committee',
  'chainlink data stream': 'Chainlink Data Streams',
  'chainlink data streams': 'Chainlink Data Streams',
  'data streams': 'Chainlink Data Streams',
  'uma optimistic oracle': uma,
  'optimistic oracle': uma,
}
const phrases = lexicon(Object.keys(mechanisms))

export type Mechanism = {
  readonly name: string
  readonly span: {
    readonly in: 'rules' | 'resolution_source'
    readonly start: number
    readonly end: number
  } | null
}

/** A market's source may itself be the name of a mechanism; an address never is. */
export function readMechanism({ resolution_source }: Market, rules: readonly Word[]): Mechanism {
  if (resolution_source !== null && registrableDomain(resolution_source) === null) {
    return {
      name: resolution_source.trim(),
      span: { in: 'resolution_source', start: 0, end: resolution_source.length },
    }
  }
  const [hit] = find(rules, phrases)
  if (hit === undefined) return { name: uma, span: null }
  const [first, last] = [rules[hit.at]!, rules[hit.at + hit.count - 1]!]
  return { name: mechanisms[hit.phrase]!, span: { in: 'rules', start: first.start, end: last.end } }
}

const defaultBond = 750
const defaultLiveness = 7_200

/** The bond and the window of the oracle; the usual ones where the market does not give its own. */
export function oracleOf({ uma_bond, custom_liveness }: Market): Structured['oracle'] {
  return {
    bond_pusd: uma_bond === null ? defaultBond : Number(uma_bond),
    liveness_s: custom_liveness === null || custom_liveness === 0 ? defaultLiveness : custom_liveness,
    bond_source: uma_bond === null ? 'default' : 'market',
  }
}
