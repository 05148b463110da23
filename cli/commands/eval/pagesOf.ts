import { type Transport, TransportError } from '../../../services/fetch/Transport.ts'
import type { Case } from './Case.ts'

/** When a case is asked: its pages were fetched then. */
export const askedAt = ({ asked_at, deadline, created }: Case): number =>
  asked_at ?? (deadline ?? created ?? 0) + 86_400

/** Serves the pages of a case at their own addresses, as they were; anything else is not there. */
export function pagesOf(played: Case): Transport {
  const retrievedAt = askedAt(played)
  return async ({ url }) => {
    const page = played.pages.find((one) => one.url === url)
    if (page === undefined) throw new TransportError('not-recorded', `The case has no page ${url}.`)
    const headers: Record<string, string> =
      page.content_type === null ? {} : { 'content-type': page.content_type }
    return { status: page.status, headers, body: page.body, retrievedAt, method: 'REPLAY' }
  }
}
