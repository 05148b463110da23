import { type Transport, TransportError } from '../../../services/fetch/Transport.ts'
import { classes, type TextConfig, type TextSource } from '../../../workers/pipeline/text/TextSource.ts'
import type { Case } from './Case.ts'
import { askedAt } from './taskOf.ts'

/** The sources of a case as a worker's config would have them. */
export const sourcesOf = ({ sources }: Pick<Case, 'sources'>): TextSource[] =>
  sources.map(({ url, name, role, complete_for }, i) => ({
    id: `source-${i + 1}`,
    provider: 'web',
    url,
    class: role,
    description: name === '' ? url.slice(0, 512) : name,
    maxTier: 3,
    topics: [],
    ...(complete_for === null ? {} : { completeFor: complete_for }),
  }))

/** What the config reads, on the sources of a case; one without `text` reads all. */
export const textFor = (
  config: TextConfig | undefined,
  played: Case,
): Pick<TextConfig, 'admit' | 'sources'> => ({
  admit: config?.admit ?? [...classes],
  sources: sourcesOf(played),
})

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
