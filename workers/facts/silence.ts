import { toInstant } from '../../reading/rule/zones.ts'
import { hasAddressed } from './addressed.ts'
import type { Agreement } from './agree.ts'
import type { Entry, EntryList } from './Entries.ts'
import type { EventSpec } from './EventSpec.ts'
import type { PageView } from './PageView.ts'
import { sentencesOf } from './sentences.ts'
import { isBeside, isOpenEntry } from './unexplained.ts'
import { stems } from './Verbs.ts'

/** The page whose silence says No: of a source declared complete, with items from before and after the window, and nothing unexplained. */
export function silentPage(
  spec: EventSpec,
  pages: readonly PageView[],
  { agreed, alone }: Agreement,
): PageView | null {
  if (spec.window.to === null || spec.negative || spec.comparison !== null) return null
  const isOpen = [...agreed, ...alone].some(({ bears }) => bears !== null)
  if (isOpen) return null
  return pages.find((page) => isComplete(page) && hasCanary(spec, page) && isUnnamed(spec, page)) ?? null
}

const isComplete = ({ source, fault, isForeign, ...page }: PageView): boolean =>
  source.complete_for !== null && fault === null && !isForeign && isOfSource(source.complete_for, page)

/** A word of what the source is complete for stands on the page: another page of the host is no such list. */
function isOfSource(
  promise: string,
  { text, title, url }: Pick<PageView, 'text' | 'title' | 'url'>,
): boolean {
  const words = new Set(stems(`${title ?? ''} ${text} ${url.replace(/[^\p{L}]+/gu, ' ')}`))
  const promised = stems(promise).filter((word) => word.length > 3)
  return promised.length === 0 || promised.some((word) => words.has(word))
}

/** Every list of the page has entries from before the window opened and from after it closed, and there is one. */
const hasCanary = (spec: EventSpec, page: PageView): boolean =>
  page.lists.length > 0 &&
  page.lists.every((list) => spans(list, spec) && (page.isWhole || isStretch(list, page)))

/** A part of a list holds all of a time between two of its entries only where the list is in order of time, and says so. */
const isStretch = (list: EntryList, { isExcerpt, text, source }: PageView): boolean =>
  !isExcerpt && isInOrder(list) && statesOrder.test(`${text} ${source.complete_for}`)

const statesOrder =
  /\b(?:(?:newest|latest|most recent|oldest|earliest)(?: \p{L}+)? first|chronological(?:ly)?|(?:sorted|ordered) by [^.]{0,40}\b(?:date|time|day)|in (?:date|order of (?:date|time|issue|filing|publication)))\b/iu

function isInOrder(list: EntryList): boolean {
  const days = list.flatMap(({ day }) => (day === null ? [] : [day]))
  const steps = days.slice(1).map((day, i) => Math.sign(day - days[i]!))
  return !(steps.includes(1) && steps.includes(-1))
}

function spans(list: EntryList, { window, created }: EventSpec): boolean {
  const opens = window.from ?? created
  const days = list.flatMap(({ day }) => (day === null ? [] : [toInstant(day, 0, window.zone)]))
  return opens !== null && days.some((at) => at < opens) && days.some((at) => at > window.to!)
}

/** No part of the page names what is asked in a way that is not accounted for, no entry of the window is thin, and none speaks to the readers. */
function isUnnamed(spec: EventSpec, page: PageView): boolean {
  if (sentencesOf(page.text).some(hasAddressed)) return false
  const entries = page.lists.flatMap((list) => list.map((entry) => ({ entry, list })))
  const beside = page.blocks.filter(
    ({ start, end }) => !entries.some(({ entry }) => entry.start <= start && end <= entry.end),
  )
  const isQuiet = beside
    .flatMap(({ start, end }) => sentencesOf(page.text.slice(start, end)))
    .every((sentence) => isBeside(spec, sentence))
  return (
    isQuiet && entries.every(({ entry, list }) => isOutside(entry, spec) || !isOpenEntry(spec, entry, list))
  )
}

const isOutside = ({ day }: Entry, { window, created }: EventSpec): boolean => {
  if (day === null) return false
  const opens = window.from ?? created
  const isBefore = opens !== null && toInstant(day, 1_439, window.zone) + 59 < opens
  return isBefore || (window.to !== null && toInstant(day, 0, window.zone) > window.to)
}
