import { type Evidence, Json } from '../../../protocol/index.ts'
import type { Fact } from '../../facts/index.ts'
import { modelProvider, replyId } from '../Recorded.ts'
import * as ModelReply from './ModelReply.ts'
import type { Pages } from './pagesIn.ts'
import { type Reader, readers } from './readers.ts'

/** A fact that a reader gave, and the reply that holds it. */
export type Given = { readonly fact: Fact.Fact; readonly page: string; readonly reply: string }

/** What both readers found. Null for one whose replies are not all there and of the schema: then it read nothing. */
export type Readings = Readonly<Record<Reader, readonly Given[] | null>>

/** Reads the facts out of the kept replies: one reply for each call that the pages make, and no fact twice. */
export function readingsIn(evidence: Evidence.EvidenceBundle, { pages, parts }: Pages): Readings {
  const urls = new Map(pages.map(({ id, view }) => [id, view.url]))
  const found = readers.map((reader) => [reader, readingOf(reader, evidence, parts.length, urls)] as const)
  return Object.fromEntries(found) as Readings
}

function readingOf(
  reader: Reader,
  { items }: Evidence.EvidenceBundle,
  calls: number,
  urls: ReadonlyMap<string, string>,
): Given[] | null {
  const given = new Map<string, Given>()
  for (let call = 1; call <= calls; call++) {
    const reply = callId(reader, call)
    const item = items.find((one) => one.evidence_id === reply && one.source.provider === modelProvider)
    const read = item === undefined ? null : ModelReply.read(ModelReply.facts, item.content)
    if (read === null) return null
    for (const { page, ...parts } of read.facts) {
      const fact = { ...parts, url: urls.get(page) ?? page }
      const key = Json.canonical(fact)
      // Pieces overlap, so one passage may be found in two of them.
      if (!given.has(key)) given.set(key, { fact, page, reply })
    }
  }
  return [...given.values()]
}

/** The evidence id of what a reader said in one of its calls. */
export const callId = (reader: Reader, call: number): string => replyId(`${reader}-${call}`)
