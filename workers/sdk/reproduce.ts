import { type Citation, Page, Reproduction } from '../../protocol/index.ts'
import type { Network } from '../../services/fetch/Network.ts'
import { type Visit, visit } from '../../services/fetch/visit.ts'
import { makeQueue } from './WorkQueue.ts'
import { wallOf } from './wallOf.ts'

/** Looks for what others cite. One character for each item, in their order: `p` found, `f` not there, `u` could not tell. */
export type Reproduce = (
  items: readonly Citation.Citation[],
  context: { readonly signal: AbortSignal },
) => Promise<string>

/** How a reproducer shows itself, how many pages it fetches at once, and by what network. */
export type ReproducerOptions = {
  /** What the pages are told; some hosts want a contact in it. */
  readonly userAgent?: string | undefined
  /** Pages that are fetched at a time, for all lists together. */
  readonly running?: number | undefined
  /** For tests and worlds on one machine; no config names one. */
  readonly network?: Network | undefined
}

/** For a whole list: a challenge is answered within 15 seconds, and the reply has to be signed and sent too. */
const listMs = 10_000
/** Pages that wait for their turn; what comes after them could not be told. */
const waiting = 64

/**
 * The usual way to look for what others cite: fetches each page once, takes its visible text, and searches. No model is asked.
 *
 * @example
 * import { reproducer } from '@cresolver/worker'
 *
 * const reproduce = reproducer()
 * const items = [{ url: 'https://127.0.0.1/', quote: 'nothing that is inside' }]
 * await reproduce(items, { signal: new AbortController().signal }) // 'u'
 */
export function reproducer({ userAgent, running = 16, network }: ReproducerOptions = {}): Reproduce {
  const queue = makeQueue({ running, waiting })
  return async (items, { signal }) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(listMs)])
    const pages = new Map<string, Promise<Seen>>()
    const look = (url: string) => {
      const place = url.split('#', 1)[0]!
      const begun = pages.get(place)
      if (begun !== undefined) return begun
      const work = queue.run(async () => see(await visit(place, { signal: ends, userAgent, network })))
      const seen = until(ends, work).catch(() => untold)
      pages.set(place, seen)
      return seen
    }
    const found = items
      .slice(0, Reproduction.limits.items)
      .map(async ({ url, quote }) => findingOf(await look(url), quote))
    return (await Promise.all(found)).join('')
  }
}

/** A page as the search needs it; every item that cites the page is looked for in it. */
type Seen = { readonly visible: string; readonly otherwise: Exclude<Reproduction.Finding, 'p'> }

const absent: Seen = { visible: '', otherwise: 'f' }
const untold: Seen = { visible: '', otherwise: 'u' }

/** What can be said of quotes that a page does not hold: that they are not there only if all of the page was seen. */
function see(visited: Visit): Seen {
  if (visited.kind === 'nowhere') return absent
  if (visited.kind === 'unseen') return untold
  if (visited.status === 404 || visited.status === 410) return absent
  if (visited.status !== 200) return untold
  const { text, contentType, isWhole } = visited
  if (Page.kindOf(text, contentType) === 'none') return untold
  const visible = Page.visibleText(text, contentType)
  const isSeen = isWhole && wallOf(visited, visible) === null
  return { visible, otherwise: isSeen ? 'f' : 'u' }
}

const findingOf = ({ visible, otherwise }: Seen, quote: string): Reproduction.Finding =>
  Page.contains(visible, quote) ? 'p' : otherwise

/** What waits for its turn need not be waited for. */
function until<result>(signal: AbortSignal, work: Promise<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
