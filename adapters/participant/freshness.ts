import type { Retrieval } from './Ports.ts'

/** Clocks may differ by so much. */
export const maxSkew = 60

export type Staleness = 'STALE_DATA' | 'FUTURE_TIMESTAMP' | null

/** Whether something of `timestamp` is too old, or from the future. */
export function staleness(timestamp: number, now: number, maxAge: number): Staleness {
  if (timestamp > now + maxSkew) return 'FUTURE_TIMESTAMP'
  return now - timestamp > maxAge ? 'STALE_DATA' : null
}

/** Of when a reply is: of when its server says that it was made, which a cache leaves as it was, but never later than it came. */
export function timeOfReply({ headers, receipt }: Retrieval): number {
  const { retrievedAt } = receipt
  const said = Date.parse(headers.date ?? '')
  const age = /^[0-9]{1,9}$/.test(headers.age ?? '') ? Number(headers.age) : 0
  const made = Number.isNaN(said) ? retrievedAt : Math.floor(said / 1_000)
  // A server whose clock runs ahead can't make its reply fresher than it is; one that is far ahead is not believed at all.
  if (made > retrievedAt + maxSkew) return made
  return Math.max(0, Math.min(made, retrievedAt - age))
}
