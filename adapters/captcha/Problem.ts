import type { Token } from './decode.ts'
import { type Dimension, nameOf, type Physical, physical } from './dimension.ts'
import * as Fraction from './Fraction.ts'
import type { Quantity } from './Quantity.ts'
import { isThing, isUnit, readUnit, roleAt, type Unit, wordAt } from './units.ts'

/** A number with what it counts, as far as its neighbours tell. */
export type Operand = Quantity & {
  readonly kind: Kind | null
  readonly dimension: Dimension | null
  readonly sizes: Unit['sizes']
  /** A count of things: `three claws`. */
  readonly isCount: boolean
  /** The token after its unit. */
  readonly end: number
}

export type Kind = Physical | 'percent' | 'other'

/** What follows a number in its clause: units and things; else what its clause speaks of before it. */
export function toOperand(tokens: readonly Token[], quantity: Quantity): Operand {
  const at = skipped(tokens, quantity.to)
  const unit = isHere(tokens, at) ? readUnit(tokens, at) : null
  if (unit === null) {
    const spoken = spokenOf(tokens, quantity.from)
    const dimension = spoken === null ? null : physical[spoken]
    return { ...quantity, kind: spoken, dimension, sizes: {}, isCount: false, end: quantity.to }
  }
  const { dimension, sizes, isCount, to: end } = unit
  if (isCount) return { ...quantity, kind: null, dimension, sizes, isCount, end }
  const isPercent = roleAt(tokens, at) === 'percent'
  const kind = isPercent ? 'percent' : (nameOf(dimension) ?? 'other')
  return { ...quantity, kind, dimension: isPercent ? null : dimension, sizes, isCount, end }
}

const isHere = (tokens: readonly Token[], at: number): boolean =>
  at < tokens.length && tokens[at]!.gap !== 'clause'

const between: ReadonlySet<string> = new Set(['filler', 'asSpeed', 'adjective'])

/** Past what may stand between a number and its unit: `such`, `equal`, `more`. */
function skipped(tokens: readonly Token[], from: number): number {
  let at = from
  while (isHere(tokens, at) && between.has(roleAt(tokens, at) ?? '')) at++
  const isMore = ['more', 'extra', 'additional'].includes(wordAt(tokens, at))
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

export const isSame = (a: Quantity, b: Quantity): boolean => Fraction.isEqual(a.value, b.value)
