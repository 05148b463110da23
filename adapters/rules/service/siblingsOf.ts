import type { Queries } from '../../../services/store/Store.ts'
import { type ParsedRule, type SiblingContradiction, siblingContradictions } from '../index.ts'

export type Siblings = {
  readonly group: string
  /** Watched markets of the group, this one included. */
  readonly watched: number
  /** Where this market and another of its group do not fit together. */
  readonly contradictions: readonly Omit<SiblingContradiction, 'group'>[]
}

/** More than any group has; what is beyond is not compared. */
const most = 500

/** How a market of a negRisk group fits to the others of it; null for a market that stands alone. */
export async function siblingsOf(store: Queries, parsed: ParsedRule | null): Promise<Siblings | null> {
  const group = parsed?.structured.topology.neg_risk_market_id ?? null
  if (parsed === null || group === null) return null
  const rows = await store.query<{ parsed: string }>(
    `select parsed from markets where neg_risk_group = $1 and parsed is not null and not is_archived
     order by condition_id limit $2`,
    [group, most],
  )
  const found = siblingContradictions(rows.map((row) => JSON.parse(row.parsed)))
  return {
    group,
    watched: rows.length,
    contradictions: found
      .filter(({ markets }) => markets.includes(parsed.condition_id ?? ''))
      .map(({ code, markets }) => ({ code, markets })),
  }
}
