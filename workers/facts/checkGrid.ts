import { Calendar } from '../../protocol/index.ts'
import * as Amounts from './Amounts.ts'
import type { Code } from './Code.ts'
import { daysIn } from './Days.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { besides, type Cell, labelledText, type Row, rowAt, rowText } from './Grid.ts'
import type { Leaf } from './Leaves.ts'
import { coreOfText, hasName } from './Names.ts'
import type { PageView } from './PageView.ts'
import type { Place } from './Place.ts'
import * as Quantity from './Quantity.ts'
import * as Span from './Span.ts'
import { stems } from './Verbs.ts'

/** What the layout says against a fact: the row of another name, of another day, or the column of another measure or period. */
export function checkGrid(spec: EventSpec, page: PageView, place: Place, fact: Fact): Code[] {
  if (place.leaf !== null) return checkLeaf(spec, page.leaves, place.leaf, fact)
  const row = rowAt(page.rows, place.start, place.end)
  if (row === null) return []
  const others = besides(page.rows, row)
  const found: Code[] = []
  if (isOfOtherRow(page, row, others, fact)) found.push('SUBJECT_OTHER')
  if (isOfOtherDay(row, others, fact)) found.push('DATE_OTHER')
  const cell = valueCell(row, place, fact)
  if (cell !== null) found.push(...checkColumn(spec, row, cell, fact))
  return found
}

/** A part that the reader names stands in another row of the table, and not in this one. */
function isOfOtherRow(page: PageView, row: Row, others: readonly Row[], fact: Fact): boolean {
  const above = [
    page.title ?? '',
    ...page.headings.map(({ start, end }) => page.text.slice(start, end)),
  ].join(' | ')
  return [fact.subject, fact.object].some((part) => {
    const core = part === null ? [] : coreOfText(part)
    return (
      core.length > 0 &&
      core.some((word) => /\p{L}/u.test(word)) &&
      !isNamedInRow(row, core) &&
      !hasName(above, core) &&
      others.some(({ cells }) => cells.some(({ text }) => isLabel(text, core)))
    )
  })
}

/** A name stands in a row: in a cell, in any order of its words, or as the head of a column with its cell. */
export const isNamedInRow = (row: Row, core: readonly string[]): boolean =>
  hasName(rowText(row), core) ||
  hasName(labelledText(row), core) ||
  row.cells.some(({ text, head }) => isWithin(text, core) || hasName(head, core))

/** The cell names it, and does not speak of it: half of its words at least are the name's. */
const isLabel = (text: string, core: readonly string[]): boolean =>
  isWithin(text, core) && coreOfText(text).length <= 2 * core.length

/** "BELL, Andrew" holds the words of "Andrew Bell". */
const isWithin = (text: string, core: readonly string[]): boolean => {
  const words = new Set(coreOfText(text))
  return core.every((word) => words.has(word))
}

/** The row has a day of its own, another row has the one that the reader gives. */
function isOfOtherDay(row: Row, others: readonly Row[], fact: Fact): boolean {
  const span = Span.read(fact.date)
  if (span === null || span.first !== span.last) return false
  const { month, day } = Calendar.dayAt(span.first)
  const isOn = (each: Row) => {
    const days = daysIn(rowText(each)).filter((mention) => mention.day !== null)
    return days.length === 0 ? null : days.some((mention) => mention.month === month && mention.day === day)
  }
  return isOn(row) === false && others.some((each) => isOn(each) === true)
}

/** The cell that holds the number of the fact: the quoted one, or the only one of the row with that number. */
function valueCell(row: Row, place: Place, fact: Fact): Cell | null {
  const value =
    fact.value === null ? null : (Quantity.read(fact.value) ?? Amounts.amountsIn(fact.value)[0]?.value)
  if (value == null) return null
  const holding = row.cells.filter(
    ({ start, end, text }) =>
      start < place.end &&
      end > place.start &&
      Amounts.amountsIn(text).some((amount) => Quantity.equals(amount.value, value)),
  )
  return holding.length === 1 ? holding[0]! : null
}

/** Another column's head names the measure or the period that is asked, and this one's does not. */
function checkColumn(spec: EventSpec, row: Row, cell: Cell, fact: Fact): Code[] {
  const others = row.cells.filter((each) => each.head !== cell.head && isNumber(each.text))
  const found: Code[] = []
  const names = (text: string) => {
    const words = wordsOf(text)
    const own = overlap(cell.head, words)
    return others.some(({ head }) => overlap(head, words) > own)
  }
  const asked = `${spec.question} ${spec.predicate.accepts.join(' ')}`
  if (names(asked) || names(`${fact.predicate ?? ''} ${fact.unit ?? ''}`)) found.push('MEASURE_OTHER')
  const market = yearsIn(`${spec.question} ${spec.rules}`)
  const isOwn = yearsIn(cell.head)
  if (
    isOwn.length > 0 &&
    !isOwn.some((year) => market.includes(year)) &&
    others.some(({ head }) => yearsIn(head).some((year) => market.includes(year)))
  )
    found.push('PERIOD_OTHER')
  return found
}

const yearsIn = (text: string): string[] => text.match(/(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])/g) ?? []
/** A number, and no day or rank of its row. */
const isNumber = (text: string): boolean => /[0-9]/.test(text) && daysIn(text).length === 0

const wordsOf = (text: string): string[] => stems(text).filter((word) => word.length > 2)

/** How well a head is what is asked for; a word counts half for a longer one that it begins: "Rain", "rainfall". */
const overlap = (head: string, asked: readonly string[]): number =>
  wordsOf(head).reduce(
    (sum, word) => sum + (asked.includes(word) ? 2 : asked.some((each) => isAlike(word, each)) ? 1 : 0),
    0,
  )

const isAlike = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a)))

/** Whether two values stand in different items of one list. */
function isParallel({ path: a }: Leaf, { path: b }: Leaf): boolean {
  const at = a.findIndex((key, i) => key !== b[i])
  return at !== -1 && at < b.length && /^[0-9]+$/.test(a[at]!) && /^[0-9]+$/.test(b[at]!)
}

/** A part that the reader names is a value of another record, and of none that this value belongs to. */
function checkLeaf(spec: EventSpec, leaves: readonly Leaf[], leaf: Leaf, fact: Fact): Code[] {
  const own = [leaf.path.join(' '), leaf.text, ...leaf.beside].join(' ; ')
  const isOther = [fact.subject].some((part) => {
    const core = part === null ? [] : coreOfText(part)
    return (
      core.length > 0 &&
      !hasName(own, core) &&
      leaves.some((each) => isParallel(each, leaf) && hasName(each.text, core))
    )
  })
  const found: Code[] = isOther ? ['SUBJECT_OTHER'] : []
  if (fact.value !== null && /[0-9]/.test(leaf.text) && isOtherKey(spec, leaves, leaf, fact))
    found.push('MEASURE_OTHER')
  return found
}

/** Another number of the same record has a key that names better what the reader says it is. */
function isOtherKey(spec: EventSpec, leaves: readonly Leaf[], leaf: Leaf, fact: Fact): boolean {
  const keyOf = ({ path }: Leaf): string =>
    (path.at(-1) ?? '').replaceAll(/[_-]/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const parent = leaf.path.slice(0, -1).join('/')
  const others = leaves.filter(
    (each) => each !== leaf && each.path.slice(0, -1).join('/') === parent && /^-?[0-9.,]+$/.test(each.text),
  )
  const words = wordsOf(`${spec.question} ${fact.predicate ?? ''} ${fact.unit ?? ''}`)
  const own = overlap(keyOf(leaf), words)
  return others.some((each) => overlap(keyOf(each), words) > own)
}
