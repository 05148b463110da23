import type { Code } from './Code.ts'
import { isNamedInRow } from './checkGrid.ts'
import type { EventSpec, Named } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { rowAt } from './Grid.ts'
import { coreOfText, hasAdjective, hasName, isSame, isShortOf, type Name, namesIn, placeOf } from './Names.ts'
import type { PageView } from './PageView.ts'
import { type Place, partsOf } from './Place.ts'
import { familiesIn, stems } from './Verbs.ts'

/** Who a passage is about: whether the names that a reader gives to its parts are those that stand there. */

/** Whether a text names one of the spec's names, wholly or by a short form of it. */
export function refersTo(text: string | null, named: Named | null): boolean {
  if (text === null || named === null) return false
  return (
    named.cores.some((core) => hasName(text, core)) || namesOfPart(text).some((name) => isFormOf(name, named))
  )
}

const namesOfPart = (text: string): (readonly string[])[] => {
  const names = namesIn(text).map(({ core }) => core)
  return names.length > 0 ? names : [coreOfText(text)]
}

/** A name that the spec's name, or one of its aliases, is or shortens to. */
export const isFormOf = (core: readonly string[], { cores, isTitle }: Named): boolean =>
  cores.some(
    (one) =>
      isSame(core, one) ||
      (isTitle !== true && isShortOf(core, one) && core.every((word) => word.length > 2)),
  )

/** What the checks of names find, if anything. */
export function checkRoles(spec: EventSpec, page: PageView, place: Place, fact: Fact): Code[] {
  const claims = claimedNames(spec, fact)
  if (claims.length === 0) return []
  const names = partsOf(page, place, fact.quote)
    .flatMap(namesIn)
    .map((name) => withoutOpening(name, claims, page))
  const row = rowAt(page.rows, place.start, place.end)
  const isNamed = (named: Named) => isInQuote(fact.quote, names, named, spec)
  const found: Code[] = []
  for (const named of claims) {
    if (row !== null && named.cores.some((core) => isNamedInRow(row, core))) continue
    if (isNamed(named)) {
      if (isShared(fact.quote, names, named, page)) found.push('SUBJECT_OPEN')
      continue
    }
    if (!isOnPage(page, named) && !page.isForeign) found.push('SUBJECT_OTHER')
    else if (isLedByOther(names, spec, page, place, fact, named)) found.push('SUBJECT_OTHER')
    else if (hasOtherObject(names, spec, page, fact, named)) found.push('OBJECT_OTHER')
    else if (isInOtherOnly(names, named, spec)) found.push('SUBJECT_OTHER')
  }
  if (isReversed(spec, fact)) found.push('ROLES_REVERSED')
  return found
}

/** "Comedian Pavel Rusk": a first word that has its capital only because the sentence begins is no part of the name. */
function withoutOpening(name: Name, claims: readonly Named[], page: PageView): Name {
  const [, ...rest] = name.core
  const isKnown = claims.some(({ cores }) => cores.some((core) => isSame(rest, core)))
  return isKnown && isOnlyOpening(name, page) ? { ...name, core: rest } : name
}

/** The spec's names that the reader claims for this fact's parts. */
const claimedNames = (spec: EventSpec, { subject, object }: Fact): Named[] =>
  [spec.subject, spec.object, spec.agent].flatMap((named) =>
    named !== null && (refersTo(subject, named) || refersTo(object, named)) ? [named] : [],
  )

const isInQuote = (quote: string, names: readonly Name[], named: Named, spec: EventSpec): boolean =>
  named.cores.some((core) => hasName(quote, core) && !isExtended(names, core, spec)) ||
  named.cores.some((core) => hasAdjective(quote, core)) ||
  names.some(({ core }) => isFormOf(core, named))

/** Whether a name stands only inside longer ones: "Norvane" in "Norvane Marine Services". */
const isExtended = (names: readonly Name[], core: readonly string[], spec: EventSpec): boolean => {
  const holding = names.filter((name) => isShortOf(core, name.core))
  return (
    holding.length > 0 &&
    holding.every((name) =>
      name.core.some((word) => !core.includes(word) && !isNumber(word) && !isKnownWord(word, spec)),
    )
  )
}

/** Names in the quote that neither the question, its rules, the source nor the reader's own parts know. */
function foreignIn(names: readonly Name[], spec: EventSpec, page: PageView, fact: Fact): Name[] {
  const market = `${spec.question} ${spec.rules} ${page.source.name}`.toLowerCase()
  const parts = `${fact.subject ?? ''} ${fact.object ?? ''} ${fact.predicate ?? ''}`.toLowerCase()
  return names.filter(
    (name) =>
      (name.text.includes(' ') || !isOnlyOpening(name, page)) &&
      name.core.some((word) => !market.includes(word) && !parts.includes(word)),
  )
}

/** Whether the page writes the first word of a name with a capital only where a sentence begins. */
function isOnlyOpening({ text, core }: Name, page: PageView): boolean {
  const [first = ''] = text.split(' ')
  if (!/^\p{Lu}[\p{Ll}-]+$/u.test(first) || (text !== first && core.length < 2)) return false
  const inside = new RegExp(`[\\p{L}\\p{N},;:(“"] ${first}(?!\\p{L})`, 'u')
  return !page.blocks.some(({ start, end }) => inside.test(page.text.slice(start, end)))
}

/** The passage begins with another name than the one that the reader gives as its subject, which it does not hold. */
function isLedByOther(
  names: readonly Name[],
  spec: EventSpec,
  page: PageView,
  place: Place,
  fact: Fact,
  named: Named,
): boolean {
  if (page.isForeign || !refersTo(fact.subject, named) || refersTo(page.source.name, named)) return false
  const block = page.blocks.find(({ start, end }) => start <= place.start && end >= place.end)
  if (
    block !== undefined &&
    named.cores.some((core) => hasName(page.text.slice(block.start, place.start), core))
  )
    return false
  const [first] = foreignIn(names, spec, page, fact)
  return first !== undefined && fact.quote.indexOf(first.text) < 5
}

/** "Alder acquired Zander Sails" for a reader whose object is Tolland: right behind the verb stands another name. */
function hasOtherObject(
  names: readonly Name[],
  spec: EventSpec,
  page: PageView,
  fact: Fact,
  named: Named,
): boolean {
  if (page.isForeign || !refersTo(fact.object, named)) return false
  const asked = new Set(familiesIn(stems(spec.predicate.quote)).map(({ name }) => name))
  return foreignIn(names, spec, page, fact).some(({ text }) => {
    const before = fact.quote.slice(0, fact.quote.indexOf(text))
    const last = stems(before)
      .filter((word) => !articles.has(word))
      .at(-1)
    return last !== undefined && familiesIn([last]).some(({ name }) => asked.has(name))
  })
}
const articles = new Set(['the', 'a', 'an', 'of', 'with', 'for', 'to', 'all', 'it', 'its'])

/** The name stands in the passage only as a part of longer names: of a subsidiary, a namesake. */
const isInOtherOnly = (names: readonly Name[], named: Named, spec: EventSpec): boolean =>
  names.some(({ core }) =>
    named.cores.some(
      (one) =>
        isShortOf(one, core) &&
        core.some((word) => !one.includes(word) && !isNumber(word) && !isKnownWord(word, spec)),
    ),
  )

const isNumber = (word: string): boolean => /^[0-9]+$/.test(word)

const isKnownWord = (word: string, { question, rules }: EventSpec): boolean =>
  new RegExp(`\\b${word.replace(/[^\p{L}\p{N}]/gu, '')}`, 'i').test(`${question} ${rules}`)

const isOnPage = (page: PageView, named: Named): boolean => {
  const all = `${page.text} ${page.source.name} ${page.url.replace(/[-_./]/g, ' ')}`
  return named.cores.some(
    (core) => hasName(all, core) || core.some((word) => word.length > 3 && placeOf(all, [word]) !== -1),
  )
}

/** A single short word stands for several longer names of the page. */
function isShared(quote: string, names: readonly Name[], named: Named, page: PageView): boolean {
  const full = coreLength(named.quote)
  const here = names.find(({ core }) => isFormOf(core, named))
  if (here === undefined || here.core.length > 1 || coreLength(here.text) >= full) return false
  if (named.cores.some((core) => core.length > 1 && hasName(quote, core))) return false
  const [word] = here.core
  const others = page.blocks
    .flatMap(({ start, end }) => namesIn(page.text.slice(start, end)))
    .filter(
      ({ core, text }) =>
        !named.cores.some((one) => isShortOf(one, core)) &&
        core[0] === word &&
        core.length > 1 &&
        !isFormOf(core, named) &&
        coreLength(text) > 1,
    )
  return others.length > 0
}
const coreLength = (text: string): number => text.split(/\s+/).length

/** Events that one does to another who could do them as well. */
export const transitive: ReadonlySet<string> = new Set([
  'win',
  'acquire',
  'recognise',
  'sue',
  'pardon',
  'lose',
  'replace',
  'arrest',
  'endorse',
  'attack',
  'fine',
])

/** Both names stand in the quote around a verb that says who does what to whom, and the reader has them the other way round. */
function isReversed(spec: EventSpec, fact: Fact): boolean {
  if (spec.subject === null || spec.object === null) return false
  const [first, second] = [spec.subject, spec.object]
  const claimed = refersTo(fact.subject, first)
    ? [first, second]
    : refersTo(fact.subject, second)
      ? [second, first]
      : null
  if (claimed === null || !refersTo(fact.object, claimed[1]!)) return false
  const doer = placeIn(fact.quote, claimed[0]!)
  const target = placeIn(fact.quote, claimed[1]!)
  const verb = transitiveAt(fact.quote)
  if (verb === null) return false
  const said = transitiveAt(fact.predicate ?? '')
  if (said !== null && said.isPassive !== verb.isPassive && said.family === verb.family)
    return isBehind(doer, verb, target) !== true
  if (said !== null && said.family !== verb.family) return false
  return verb.isPassive
    ? doer !== -1 && doer < verb.at && target > verb.at && !(said?.isPassive ?? false)
    : isBehind(doer, verb, target)
}

const isBehind = (doer: number, { at }: { at: number }, target: number): boolean =>
  doer > at && (target === -1 || target < at)

const placeIn = (text: string, named: Named): number => {
  const places = named.cores.flatMap((core) => [placeOf(text, core), placeOf(text, [core.at(-1)!])])
  const found = places.filter((at) => at !== -1)
  return found.length === 0 ? -1 : Math.min(...found)
}

type Verb = { readonly at: number; readonly family: string; readonly isPassive: boolean }

function transitiveAt(text: string): Verb | null {
  for (const match of text.matchAll(/[\p{L}]{3,24}/gu)) {
    const family = familiesIn(stems(match[0])).find(({ name }) => transitive.has(name))
    if (family === undefined || match[0] === match[0].replace(/^[a-z]/, '')) continue
    const before = text.slice(0, match.index)
    const after = text.slice(match.index + match[0].length, match.index + 80)
    const isPassive =
      /\b(?:was|were|been|is|are|being)(?: [a-z]{2,12}ly)? $/.test(before) && /\bby\b/.test(after)
    return { at: match.index, family: family.name, isPassive }
  }
  return null
}
