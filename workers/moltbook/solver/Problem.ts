import type { Token } from './decode.ts'
import * as Fraction from './Fraction.ts'
import type { Role } from './lexicon.ts'
import type { Quantity } from './Quantity.ts'

/** A number with what it counts, as far as its neighbours tell. */
export type Operand = Quantity & {
  readonly kind: Kind | null
  /** For a rate, what it is per. */
  readonly per: Role | null
  /** A count of things: `three claws`. */
  readonly isCount: boolean
}

export type Kind = 'force' | 'speed' | 'length' | 'time' | 'mass' | 'percent' | 'rate' | 'other'

const units: ReadonlySet<Role> = new Set(['force', 'length', 'time', 'mass', 'percent', 'otherUnit'])

export const roleAt = (tokens: readonly Token[], at: number): Role | null => tokens[at]?.entry?.role ?? null
export const isUnit = (role: Role | null): boolean => role !== null && units.has(role)

/** What follows a number in its clause: units and things; else what its clause speaks of before it. */
export function toOperand(tokens: readonly Token[], quantity: Quantity): Operand {
  const isHere = (at: number) => at < tokens.length && tokens[at]!.gap !== 'clause'
  let at = quantity.to
  while (isHere(at) && ['filler', 'square', 'asSpeed'].includes(roleAt(tokens, at) ?? '')) at++
  const unit = isHere(at) ? roleAt(tokens, at) : null
  if (!isUnit(unit)) {
    // `three antenna touches`, but not `seven, lobsters …`.
    const isCount = unit === 'things' || unit === 'thing'
    return { ...quantity, kind: isCount ? null : spokenOf(tokens, quantity.from), per: null, isCount }
  }
  while (isUnit(roleAt(tokens, at))) at++
  let per: Role | null = null
  if (roleAt(tokens, at) === 'per') {
    at++
    while (roleAt(tokens, at) === 'square') at++
    per = roleAt(tokens, at)
  }
  return { ...quantity, kind: kindOf(unit!, per), per, isCount: false }
}

function kindOf(unit: Role, per: Role | null): Kind {
  if (per !== null) return unit === 'length' && per === 'time' ? 'speed' : 'rate'
  return unit === 'otherUnit' ? 'other' : (unit as Kind)
}

/** `a velocity of`, `its claw force is`. */
function spokenOf(tokens: readonly Token[], from: number): Kind | null {
  for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
    const role = roleAt(tokens, at)
    if (role === 'asForce') return 'force'
    if (role === 'asSpeed') return 'speed'
  }
  return null
}

export const isSame = (a: Quantity, b: Quantity): boolean => Fraction.isEqual(a.value, b.value)
