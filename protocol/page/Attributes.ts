import { show } from './Html.ts'
import { endOfAttribute, isBlank, type Tag } from './Markup.ts'
import { textOf, Writer } from './Segment.ts'

/** The attributes of a tag by their lower-case names; of equal names the first counts, as in browsers. */
export type Attributes = ReadonlyMap<string, string>

const none: Attributes = new Map()

/** More attributes than any page has; the others are not read. */
const most = 100

/** Values with character references decoded and white space collapsed. */
export function attributesOf(raw: string, tag: Tag): Attributes {
  if (tag.end - tag.nameEnd < 2) return none
  const found = new Map<string, string>()
  const end = raw.charCodeAt(tag.end - 1) === greater ? tag.end - 1 : tag.end
  let i = tag.nameEnd
  while (i < end && found.size < most) {
    if (isBlank(raw.charCodeAt(i)) || raw.charCodeAt(i) === slash) {
      i++
      continue
    }
    const attribute = endOfAttribute(raw, i)
    const name = raw.slice(i, Math.min(attribute.nameEnd, i + longestName)).toLowerCase()
    if (!found.has(name))
      found.set(
        name,
        attribute.value === -1 ? '' : valueAt(raw, attribute.value, Math.min(attribute.end, end)),
      )
    i = attribute.end
  }
  return found
}

const longestName = 40

function valueAt(raw: string, start: number, end: number): string {
  const mark = raw.charCodeAt(start)
  const isQuoted = mark === quote || mark === apostrophe
  const from = isQuoted ? start + 1 : start
  const to = isQuoted && end > from && raw.charCodeAt(end - 1) === mark ? end - 1 : end
  return decoded(raw, from, to)
}

/** A part of a page as text: references decoded, white space collapsed. */
export function decoded(raw: string, start: number, end: number): string {
  const writer = new Writer(raw)
  show(writer, raw, start, end)
  return textOf(writer.segments)
}

const quote = 0x22
const apostrophe = 0x27
const slash = 0x2f
const greater = 0x3e
