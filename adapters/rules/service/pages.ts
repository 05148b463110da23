import type { Queries } from '../../../services/store/Store.ts'
import type { Market, ParsedRule } from '../index.ts'
import type { Choice } from './chooseParameters.ts'
import type { Draft } from './ObservationReport.ts'
import { decisions, type ParameterSet, pendingSets } from './ParameterSets.ts'
import { hashOf } from './Parameters.ts'
import { explainMechanism, type Reason, reasons } from './Reason.ts'
import { emittedAfter, waitingForReview } from './Reports.ts'
import { siblingsOf } from './siblingsOf.ts'
import { readSource } from './sources/Sources.ts'
import { firstBroken, versionsOf } from './Versions.ts'

/** One page of the topic: reports exactly as they were emitted, with their positions. */
export async function listReports(store: Queries, after: bigint, limit: number): Promise<string> {
  const rows = await emittedAfter(store, after, limit)
  const items = rows.map(({ position, body }) => `{"position":"${position}","report":${body}}`)
  return `{"items":[${items.join(',')}],"next":"${rows.at(-1)?.position ?? after}"}`
}

/** What a person needs to say yes or no. */
export async function listReview(store: Queries): Promise<object> {
  const rows = await waitingForReview(store)
  return {
    items: rows.map(({ report_id, review, draft, created_at }) => {
      const { condition_id, resolution_source, confidence, structured, change, version, reason_codes } =
        JSON.parse(draft) as Draft
      return {
        report_id,
        why: JSON.parse(review),
        created_at: created_at.toISOString(),
        condition_id,
        resolution_source,
        source: structured.source ?? null,
        confidence,
        change,
        reason_codes,
        version: version.number,
      }
    }),
  }
}

/** The parameters in force, those of the config, and what waits for a person or was decided by one. */
export async function describeParameters(store: Queries, { inForce, configured }: Choice): Promise<object> {
  const toJson = ({ hash, parameters, status, breaches, proposedAt }: ParameterSet) => ({
    hash,
    status,
    parameters,
    breaches,
    proposed_at: proposedAt.toISOString(),
  })
  const said = await decisions(store)
  return {
    in_force: { hash: hashOf(inForce), parameters: inForce },
    configured: toJson(configured),
    pending: (await pendingSets(store)).map(toJson),
    decisions: said.map(({ hash, is_approved, decided_by, why, decided_at }) => ({
      hash,
      decision: is_approved ? 'approve' : 'reject',
      by: decided_by,
      why,
      at: decided_at.toISOString(),
    })),
  }
}

/** All that is known of one market: state, structured rule, the chain of its versions, and what to tell a person. */
export async function describeMarket(store: Queries, conditionId: string): Promise<object | null> {
  const [row] = await store.query<{
    is_archived: boolean
    last_rules_hash: string | null
    last_resolution_source: string | null
    last_parsed_at: Date | null
    fresh_at: Date | null
    stale_level: number
    reason: Reason | null
    market: string | null
    parsed: string | null
    source_url: string | null
  }>(
    `select is_archived, last_rules_hash, last_resolution_source, last_parsed_at, fresh_at, stale_level, reason, market, parsed, source_url
     from markets where condition_id = $1`,
    [conditionId],
  )
  if (row === undefined) return null
  const links = await versionsOf(store, conditionId)
  const broken = firstBroken(links)
  const parsed = row.parsed === null ? null : (JSON.parse(row.parsed) as ParsedRule)
  const source = row.source_url === null ? null : await readSource(store, row.source_url)
  const current = row.stale_level > 0 ? 'STALE_DATA' : row.reason
  return {
    condition_id: conditionId,
    question: row.market === null ? null : (JSON.parse(row.market) as Market).question,
    is_archived: row.is_archived,
    last_rules_hash: row.last_rules_hash,
    last_resolution_source: row.last_resolution_source,
    last_parsed_at_ms: row.last_parsed_at?.getTime() ?? null,
    fresh_at_ms: row.fresh_at?.getTime() ?? null,
    reason: current,
    messages: messagesOf(parsed, [
      current,
      links.at(-1)?.change === 'semantic' ? 'RESOLUTIONRULEPARSER_RULE_CHANGE' : null,
      source?.isLost ? 'RESOLUTIONRULEPARSER_SOURCE_UNREACHABLE' : null,
    ]),
    source_of_truth: source?.source ?? null,
    siblings: await siblingsOf(store, parsed),
    parsed,
    chain: { head: links.at(-1)?.hash ?? null, is_whole: broken === null, first_broken: broken },
    versions: links.map(({ condition_id, market, seen_at, ...link }) => ({
      ...link,
      rules: (JSON.parse(market) as Market).rules,
      seen_at_ms: seen_at.getTime(),
    })),
  }
}

function messagesOf(parsed: ParsedRule | null, codes: readonly (Reason | null)[]): readonly string[] {
  const said: string[] = codes.map((code) => (code === null ? '' : reasons[code].user_message))
  if (parsed !== null) {
    const { mechanism, oracle } = parsed.structured
    said.push(explainMechanism(mechanism, oracle.bond_pusd, oracle.liveness_s))
  }
  return said.filter((one) => one !== '')
}
