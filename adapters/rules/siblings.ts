import type { ParsedRule } from '../../reading/ParsedRule.ts'

/** Where markets of one group, of which exactly one can win, do not fit together. */
export type SiblingContradiction = {
  readonly code: 'sibling_deadline' | 'sibling_source' | 'sibling_item' | 'sibling_overlap'
  readonly group: string
  /** Conditions of the markets concerned, or their ids where they have none. */
  readonly markets: readonly string[]
}

type Known = { readonly rule: ParsedRule; readonly group: string; readonly name: string }

/**
 * Compares the markets of each negRisk group with the first of it: they must end together, by the same source, and neither
 * name the same item nor cover the same numbers twice.
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
  const ordered = members.filter(isBracket).toSorted((a, b) => lower(a) - lower(b))
  ordered.forEach((member, i) => {
    const before = ordered[i - 1]
    // Brackets that meet share their bound, and the rule says to whom it belongs.
    if (before !== undefined && upper(before) > lower(member)) note('sibling_overlap', before, member)
  })
  return found
}

const isBracket = ({ rule }: Known): boolean => rule.structured.predicate.comparator === 'between'
const lower = ({ rule }: Known): number => Number(rule.structured.predicate.threshold)
const upper = ({ rule }: Known): number => Number(rule.structured.predicate.upper)
