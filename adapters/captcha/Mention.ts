import type { Token } from './decode.ts'
import { type Dimension, nameOf, physical } from './dimension.ts'
import { type Quantity, readQuantities } from './Quantity.ts'
import { isThing, isUnit, readUnit, roleAt, type Unit, wordAt } from './units.ts'

/** A number with what it counts or measures, as far as its neighbours tell. */
export type Mention = Quantity & {
  /** `force`, `count`, `share`, `other`, or empty where nothing tells. */
  readonly kind: string
  readonly dimension: Dimension | null
  readonly sizes: Unit['sizes']
  /** The token after its unit. */
  readonly end: number
}

export const readMentions = (tokens: readonly Token[]): Mention[] =>
  readQuantities(tokens).map((quantity) => toMention(tokens, quantity))

/** What follows a number in its clause: units and things; else what its clause speaks of before it. */
function toMention(tokens: readonly Token[], quantity: Quantity): Mention {
  const { type, from, to } = quantity
  const none = { ...quantity, dimension: null, sizes: {}, end: to }
  if (type !== 'plain') return { ...none, kind: type }
  const at = skipped(tokens, to)
  const unit = isHere(tokens, at) ? readUnit(tokens, at) : null
  if (unit === null) {
    const spoken = spokenOf(tokens, from)
    return { ...none, kind: spoken ?? '', dimension: spoken === null ? null : physical[spoken] }
  }
  const { dimension, sizes, isCount, to: end } = unit
  return { ...quantity, kind: isCount ? 'count' : (nameOf(dimension) ?? 'other'), dimension, sizes, end }
}

const isHere = (tokens: readonly Token[], at: number): boolean =>
  at < tokens.length && tokens[at]!.gap !== 'clause'

const between: ReadonlySet<string> = new Set(['filler', 'asSpeed', 'adjective'])

/** Past what may stand between a number and its unit: `such`, `equal`, `more`. */
function skipped(tokens: readonly Token[], from: number): number {
  let at = from
  while (isHere(tokens, at) && between.has(roleAt(tokens, at) ?? '')) at++
  const isMore = ['more', 'extra', 'additional', 'of'].includes(wordAt(tokens, at))
  const next = roleAt(tokens, at + 1)
  return isMore && isHere(tokens, at + 1) && (isUnit(next) || isThing(next)) ? at + 1 : at
}

/** `a velocity of`, `its claw force is`. */
function spokenOf(tokens: readonly Token[], from: number): 'force' | 'speed' | null {
  for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
    const role = roleAt(tokens, at)
    if (role === 'asForce') return 'force'
    if (role === 'asSpeed') return 'speed'
  }
  return null
}
