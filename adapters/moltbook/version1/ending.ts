import type { Vote } from '../../../protocol/index.ts'
import * as Market from '../Market.ts'
import { keptId } from './commitments.ts'
import { plainDecimal } from './exactNumbers.ts'
import { RefusalError } from './RefusalError.ts'
import type { Old } from './schema.ts'
import { readTime, type Zone } from './times.ts'

/** Where a market of version 1 stood. Version 1 called one closed whose deadline had passed; for version 2 it is open until it is resolved. */
const statuses = ['open', 'closed', 'resolved', 'settled', 'finalized', 'invalid'] as const

/** What only a market with an outcome can have. */
const ofTheEnd = ['outcome_value', 'resolved_price', 'resolved_at', 'resolution_comment_id'] as const

/** How a market of version 1 ended, if it did. Its outcome is kept, or it is not taken over. */
export function ending(
  old: Old,
  {
    deadline,
    zone,
    losses,
  }: { readonly deadline: string; readonly zone: Zone | null; readonly losses: string[] },
): Partial<Market.Market> {
  const status = statuses.find((one) => one === (old.status ?? 'open').toLowerCase())
  if (status === undefined)
    throw new RefusalError(`its status ${JSON.stringify(old.status)} is none of version 1`)
  const outcome = outcomeOf(old.outcome)
  const isAbsent = old.outcome === null || old.outcome === undefined || old.outcome === ''
  if (isAbsent && (status === 'open' || status === 'closed')) {
    if (status === 'closed') losses.push('its status was "closed": open')
    for (const field of ofTheEnd) {
      if (old[field] !== null && old[field] !== undefined)
        losses.push(`${field} = ${JSON.stringify(old[field])}, though it has no outcome`)
    }
    return {}
  }
  checkOutcome(status, outcome, old.outcome)
  const comment = keptId(old.resolution_comment_id, losses)
  return {
    status: nextStatus(status, { outcome, comment, losses }),
    outcome: outcome === 'INVALID' ? null : outcome,
    outcome_value: finalValue(old, losses),
    resolved_at: resolvedAt(old, { deadline, zone, losses }),
    resolution_comment_id: comment,
    outcome_evidence: {
      kind: 'v1',
      note: 'Taken over from version 1, which kept no evidence.',
      uri: null,
      response_hash: null,
      observed_at: null,
      retrieved_at: null,
      por_root: null,
    },
  }
}

/** Null: there is none, or it cannot be read. */
function outcomeOf(value: unknown): Vote.Outcome | null {
  if (value === true) return 'YES'
  if (value === false) return 'NO'
  const word = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return word === 'YES' || word === 'NO' || word === 'INVALID' ? word : null
}

type Status = (typeof statuses)[number]

function checkOutcome(status: Status, outcome: Vote.Outcome | null, written: unknown): void {
  const said = JSON.stringify(written ?? null)
  if (status === 'open') throw new RefusalError(`it is open, and has the outcome ${said}`)
  if (status === 'invalid') {
    if (outcome === 'YES' || outcome === 'NO')
      throw new RefusalError(`it is invalid, and has the outcome ${said}`)
  } else if (outcome === null)
    throw new RefusalError(`it is ${status}, and its outcome ${said} is none of YES, NO and INVALID`)
}

function nextStatus(
  status: Status,
  {
    outcome,
    comment,
    losses,
  }: { readonly outcome: Vote.Outcome | null; readonly comment: string | null; readonly losses: string[] },
): Market.Market['status'] {
  if (status === 'invalid' || outcome === 'INVALID') return 'invalid'
  if (status !== 'settled' && status !== 'finalized') return 'resolved'
  if (comment !== null) return status
  losses.push(
    `it was ${status}, with no comment that says so: resolved, and the next cycle posts its resolution`,
  )
  return 'resolved'
}

function finalValue({ outcome_value, resolved_price }: Old, losses: string[]): number | string | null {
  const written = outcome_value ?? resolved_price
  if (written === null || written === undefined) return null
  if (resolved_price != null && resolved_price !== written)
    losses.push(
      `resolved_price = ${JSON.stringify(resolved_price)}, beside outcome_value = ${JSON.stringify(written)}`,
    )
  const value = plainDecimal(String(written))
  if (value === null) throw new RefusalError(`its value ${JSON.stringify(written)} is not a number`)
  return Market.toExact(value)
}

function resolvedAt(
  { resolved_at: written }: Old,
  { deadline, zone, losses }: { deadline: string; zone: Zone | null; losses: string[] },
): string {
  if (written === null || written === undefined) {
    losses.push('when it was resolved was not known: its deadline')
    return deadline
  }
  const read = readTime(written, zone)
  if ('fault' in read) throw new RefusalError(`its resolved_at ${JSON.stringify(written)} ${read.fault}`)
  return read.at
}
