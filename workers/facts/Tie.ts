import * as Amounts from './Amounts.ts'
import type { EventSpec, Named } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { headsOf, rowAt } from './Grid.ts'
import { hasAdjective, hasName, namesIn } from './Names.ts'
import type { PageView } from './PageView.ts'
import type { Place } from './Place.ts'
import * as Quantity from './Quantity.ts'
import { refersTo } from './Roles.ts'
import { measureWords } from './readEvent.ts'
import { stems } from './Verbs.ts'

/** What ties a passage to the question: words of it in the passage, in its block, or in the heading above. */

/** The block of a passage with the heading that it stands under. */
export function contextOf(page: PageView, { start, end, leaf, sentence }: Place): string {
  if (leaf !== null)
    return [...leaf.path, leaf.text, ...leaf.beside, ...headLeaves(page).map(({ text }) => text)].join(' ')
  const blocks = page.blocks.filter((each) => each.start < end && each.end > start)
  const heading = page.headings.filter((each) => each.end <= start).at(-1)
  const text = blocks.map((each) => page.text.slice(each.start, each.end)).join(' ')
  return `${heading === undefined ? '' : page.text.slice(heading.start, heading.end)} ${text === '' ? sentence : text}`
}

/** What a whole page is about: its title, and whose it is. */
const aboutOf = ({ title, source }: PageView): string => `${title ?? ''} ${source.name}`

/** What a JSON page says of all its records: the values that stand in no list. */
const headLeaves = ({ leaves }: PageView): PageView['leaves'] =>
  leaves.filter(({ path }) => !path.some((key) => /^[0-9]+$/.test(key))).slice(0, 40)

const isNamedIn = (text: string, { cores }: Named): boolean =>
  cores.some(
    (core) =>
      hasName(text, core) ||
      hasAdjective(text, core) ||
      (core.at(-1)!.length > 2 && hasName(text, [core.at(-1)!])) ||
      hasName(text, [core[0]!]),
  )

/** No name and no rare word of the question stands in the passage, in its block or in the heading above. */
export function isUntied(spec: EventSpec, page: PageView, place: Place, fact: Fact): boolean {
  if (spec.mention !== null || page.isForeign || fact.bears === null) return false
  const context = `${contextOf(page, place)} ${aboutOf(page)}`
  if (spec.names.some((named) => isNamedIn(context, named))) return false
  const asked = new Set(measureWords(`${spec.question} ${spec.predicate.accepts.join(' ')}`))
  return !stems(context).some((word) => asked.has(word))
}

/** What stands over a passage: the heads of its row, and all headings above it. */
function headsAt(page: PageView, { start, end, leaf }: Place): string {
  if (leaf !== null) return ''
  const row = rowAt(page.rows, start, end)
  return row === null ? '' : headsOf(row)
}

/** Whether the number that the reader gives stands in a sentence, and not in a row of numbers. */
const hasNumber = (sentence: string, { value }: Fact): boolean => {
  const wanted = value === null ? null : Quantity.read(value)
  return (
    wanted !== null &&
    Amounts.amountsIn(sentence).some((each) =>
      Quantity.equals(Quantity.size(each.value), Quantity.size(wanted)),
    )
  )
}

const helping = new Set(
  stems(
    'the and for has have had was were been being not are with from this that these its his her their will would did does do',
  ),
)

/** No word of the subject, the object or the wording that the reader gives stands in the passage or in its block. */
export function isMadeUp(page: PageView, place: Place, fact: Fact): boolean {
  const words = stems(`${fact.subject ?? ''} ${fact.object ?? ''} ${fact.predicate ?? ''}`).filter(
    (word) => word.length > 2 && !helping.has(word),
  )
  if (page.isForeign || words.length === 0 || fact.bears === null) return false
  const blocks = page.blocks.filter((each) => each.start < place.end && each.end > place.start)
  const text =
    place.leaf === null
      ? blocks.map(({ start, end }) => page.text.slice(start, end)).join(' ')
      : contextOf(page, place)
  const context = `${place.sentence} ${text} ${headsAt(page, place)}`.replaceAll('_', ' ')
  const said = new Set(stems(context))
  // A name is written as it is: "os.system" does not name "Alder Systems".
  const names = namesIn(`${fact.subject ?? ''} ; ${fact.object ?? ''}`).flatMap(({ core }) => core)
  const named = new Set(names.flatMap(stems).filter((word) => !isWrittenIn(names, word, context)))
  return !words.some((word) => said.has(word) && !named.has(word)) && !hasNumber(place.sentence, fact)
}

const isWrittenIn = (names: readonly string[], stem: string, text: string): boolean =>
  names.some((word) => stems(word).includes(stem) && hasName(text, [word]))

/** The object that the reader gives has a heading of its own on the page, and the passage stands under another. */
export function isPlaceOther(spec: EventSpec, page: PageView, place: Place, fact: Fact): boolean {
  const { object } = spec
  if (object === null || place.leaf !== null || page.isForeign || !refersTo(fact.object, object)) return false
  const titled = page.headings.some(({ start, end }) => isNamedWhole(page.text.slice(start, end), object))
  return titled && !isNamedWhole(contextOf(page, place), object)
}

const isNamedWhole = (text: string, { cores }: Named): boolean => cores.some((core) => hasName(text, core))

/** "solar orbit" where the reader says "lunar orbit": the same noun, set off by another word. */
export function isModifierOther(spec: EventSpec, { object, quote }: Fact): boolean {
  const claimed = stems(object ?? '')
  const asked = stems(spec.question)
  const said = stems(quote)
  const names = new Set(spec.names.flatMap(({ cores }) => cores.flat()).flatMap(stems))
  return claimed.some((modifier, i) => {
    const head = claimed[i + 1]
    if (names.has(modifier)) return false
    if (head === undefined || head.length < 4 || said.includes(modifier) || !asked.includes(modifier))
      return false
    const at = said.indexOf(head)
    const other = at > 0 ? said[at - 1]! : ''
    return at > 0 && other.length > 3 && !asked.includes(other) && !small.has(other)
  })
}
const small = new Set(
  'with from this that their into over under between second third first final full entire whole'.split(' '),
)
