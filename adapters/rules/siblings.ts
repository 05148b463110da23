import type { ParsedRule } from '../../reading/ParsedRule.ts'

/** Where markets of one group, of which exactly one can win, do not fit together. */
export type SiblingContradiction = {
  readonly code: 'sibling_deadline' | 'sibling_source' | 'sibling_item' | 'sibling_overlap' | 'sibling_gap'
  readonly group: string
  /** Conditions of the markets concerned, or their ids where they have none. */
  readonly markets: readonly string[]
}

type Known = { readonly rule: ParsedRule; readonly group: string; readonly name: string }

/**
 * Compares the markets of each negRisk group with the first of it: they must end together, by the same source, and neither
 * name the same item nor cover the same numbers twice, nor leave a bound to nobody.
 */
export function siblingContradictions(rules: readonly ParsedRule[]): SiblingContradiction[] {
  const groups = new Map<string, Known[]>()
  for (const rule of rules) {
    const group = rule.structured.topology.neg_risk_market_id
    if (group === null) continue
    const known = { rule, group, name: rule.condition_id ?? rule.id ?? '' }
    groups.set(group, [...(groups.get(group) ?? []), known])
  }
  return [...groups.values()].flatMap(contradictionsIn)
}

function contradictionsIn(members: readonly Known[]): SiblingContradiction[] {
  const found: SiblingContradiction[] = []
  const note = (code: SiblingContradiction['code'], a: Known, b: Known) => {
    found.push({ code, group: a.group, markets: [a.name, b.name] })
  }
  const [first, ...others] = members
  for (const other of others) {
    if (first!.rule.structured.deadline !== other.rule.structured.deadline)
      note('sibling_deadline', first!, other)
    if (first!.rule.structured.source !== other.rule.structured.source) note('sibling_source', first!, other)
  }
  const items = new Map<string, Known>()
  for (const member of members) {
    const item = member.rule.structured.topology.item?.trim().toLowerCase()
    if (item === undefined) continue
    const known = items.get(item)
    if (known === undefined) items.set(item, member)
    else note('sibling_item', known, member)
  }
  const ordered = members
    .flatMap((member) => {
      const reach = reachOf(member)
      return reach === null ? [] : [{ member, reach }]
    })
    .toSorted((a, b) => a.reach.from - b.reach.from)
  ordered.forEach(({ member, reach }, i) => {
    const before = ordered[i - 1]
    if (before === undefined) return
    const code = clash(before.reach, reach)
    if (code !== null) note(code, before.member, member)
  })
  return found
}

/** The numbers for which a market says yes; whether it has the bound itself is null where brackets of a group share it. */
type Reach = {
  readonly from: number
  readonly hasFrom: boolean | null
  readonly to: number
  readonly hasTo: boolean | null
}

function reachOf({ rule }: Known): Reach | null {
  const { comparator, threshold, upper, change, unit } = rule.structured.predicate
  // A ladder of ranks or changes covers by design what its lower rungs cover.
  if (comparator === null || threshold === null || change !== null || unit === 'rank') return null
  const value = Number(threshold)
  const none = { from: Number.NEGATIVE_INFINITY, hasFrom: null, to: Number.POSITIVE_INFINITY, hasTo: null }
  if (comparator === 'between') return upper === null ? null : { ...none, from: value, to: Number(upper) }
  if (comparator === 'eq') return { from: value, hasFrom: true, to: value, hasTo: true }
  return comparator === 'gt' || comparator === 'gte'
    ? { ...none, from: value, hasFrom: comparator === 'gte' }
    : { ...none, to: value, hasTo: comparator === 'lte' }
}

/** Two markets of which one begins where the other ends. Brackets that meet share their bound, and the rule says to whom it belongs. */
function clash(lower: Reach, higher: Reach): 'sibling_overlap' | 'sibling_gap' | null {
  // Ladders such as "above 10", "above 20" are open at the same end.
  const isLadder = higher.from === Number.NEGATIVE_INFINITY || lower.to === Number.POSITIVE_INFINITY
  if (isLadder) return null
  if (lower.to > higher.from) return 'sibling_overlap'
  if (lower.to < higher.from || lower.hasTo === null || higher.hasFrom === null) return null
  if (lower.hasTo && higher.hasFrom) return 'sibling_overlap'
  return lower.hasTo || higher.hasFrom ? null : 'sibling_gap'
}
