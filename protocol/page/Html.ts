import * as Entities from './Entities.ts'
import { isFeed } from './Feed.ts'
import { scan, type Visitor } from './Markup.ts'
import { type Segment, Writer } from './Segment.ts'

/** The visible text of HTML and of feeds. */

/** Tags that part words. All others, known or not, stand within a line and join. */
export const blocks: ReadonlySet<string> = new Set(
  `address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
  frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav noscript ol optgroup option p plaintext
  pre search section select summary table tbody td textarea tfoot th thead tr ul xmp`.split(/\s+/),
)

/** The visible text, in order. */
export function segments(raw: string): readonly Segment[] {
  const writer = new Writer(raw)
  const ofFeed = isFeed(raw)
  const visitor: Visitor = {
    tag: ({ name, start, end }, isInText) => {
      // Elements of a feed are fields, and no two of them belong to one word.
      if (blocks.has(name) || (ofFeed && !isInText && name !== '')) writer.part(start, end)
    },
    text: (start, end, isDecoded) => {
      if (isDecoded) show(writer, raw, start, end)
      else writer.copy(start, end)
    },
  }
  scan(raw, visitor, { isFeed: ofFeed })
  return writer.segments
}

/** Text with its entities decoded. */
export function show(writer: Writer, raw: string, start: number, end: number): void {
  let from = start
  for (let i = start; i < end; i++) {
    if (raw.charCodeAt(i) !== ampersand) continue
    const entity = Entities.decode(raw, i)
    if (entity === null || entity.end > end) continue
    writer.copy(from, i)
    writer.put(entity.text, i, entity.end)
    from = entity.end
    i = entity.end - 1
  }
  writer.copy(from, end)
}

const ampersand = 0x26
