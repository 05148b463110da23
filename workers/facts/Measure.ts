import { Calendar } from '../../protocol/index.ts'
import type { Comparator } from '../../reading/ParsedRule.ts'
import * as Amounts from './Amounts.ts'
import type { Code } from './Code.ts'
import { daysIn } from './Days.ts'
import type { Comparison, EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { rowAt, rowText } from './Grid.ts'
import type { PageView } from './PageView.ts'
import type { Place } from './Place.ts'
import * as Quantity from './Quantity.ts'
import { sentencesOf } from './sentences.ts'
import { stem } from './stem.ts'
import * as Unit from './Unit.ts'
import { stems } from './Verbs.ts'

/** The number of a fact: whether it stands there, of what it is, and how it compares with what the question asks. */

export function checkMeasure(spec: EventSpec, page: PageView, place: Place, fact: Fact): Code[] {
  const value = numberOf(fact)
  if (spec.comparison === null || value === null) return []
  const found: Code[] = []
  const amount = amountOf(page, fact, place, value)
  if (amount === null && !isRankIn(fact.quote, value) && !isTimeIn(fact, value)) found.push('VALUE_ABSENT')
  else if (amount !== null) {
    if (isFormer(amount.lead) || isFormerBehind(fact.quote, amount)) found.push('VALUE_FORMER')
    if (hasOtherUnit(amount, place, fact)) found.push('UNIT_OTHER')
  }
  if (isOtherMeasure(spec, spec.comparison, page, place, amount, fact)) found.push('MEASURE_OTHER')
  if (isOtherPeriod(spec, place, fact)) found.push('PERIOD_OTHER')
  return found
}

/** The number in the quote that the reader means: as given, or scaled as its unit says. */
function amountOf(page: PageView, fact: Fact, place: Place, value: Quantity.Quantity): Amounts.Amount | null {
  const scaled = Quantity.times(value, Unit.scaleIn(fact.unit))
  const row = /[0-9]/.test(fact.quote) ? null : rowAt(page.rows, place.start, place.end)
  // A cell of a name stands for its row.
  const text = place.leaf !== null ? place.leaf.text : row === null ? fact.quote : rowText(row)
  const all = [...Amounts.amountsIn(text), ...Amounts.amountsIn(continental(text))]
  // "fell by 0.4 per cent" is −0.4: a loss may be told by its words.
  const wanted = [value, scaled, ...(value.top < 0n ? [Quantity.size(value), Quantity.size(scaled)] : [])]
  const hits = all.filter((each) => wanted.some((one) => Quantity.equals(each.value, one)))
  // The same number may stand there twice, once as an earlier one.
  return hits.find(({ lead }) => !isFormer(lead)) ?? hits[0] ?? null
}

/** "2h 47m" is 167 minutes. */
function isTimeIn({ quote, unit }: Fact, value: Quantity.Quantity): boolean {
  const claimed = Unit.read(unit)
  const match = /\b([0-9]{1,3}) ?(?:h|hrs?|hours?)(?: and)? ?([0-9]{1,2}) ?(?:m|mins?|minutes?)\b/i.exec(
    quote,
  )
  if (match === null || claimed?.kind !== 'duration') return false
  const minutes = Quantity.of(60 * Number(match[1]) + Number(match[2]))
  return Quantity.equals(Unit.toBase(value, claimed), minutes)
}

const places = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
/** A place in an order, in words: "came home third", "at the very top". */
const isRankIn = (quote: string, value: Quantity.Quantity): boolean =>
  value.bottom === 1n &&
  (new RegExp(`\\b${places[Number(value.top) - 1] ?? '(?!)'}\\b`, 'i').test(quote) ||
    (value.top === 1n && /\b(?:top|atop|winner|champions?)\b/i.test(quote)))

/** "3,4" and "18.400", as continental pages write numbers; every place stays where it was. */
const continental = (text: string): string =>
  text
    .replace(/[0-9]{1,3}(?:\.[0-9]{3}){1,4}(?![0-9])/g, (all) => all.replaceAll('.', ','))
    .replace(/([0-9]),([0-9]{1,2})(?![0-9])/g, '$1.$2')

const former = new Set(
  'from versus vs against than previously earlier last prior before was compared compared-with january forecast record target mark old'.split(
    ' ',
  ),
)
/** "from 4.4%", "compared with 3.1%": what the words before a number call it. */
function isFormer(lead: readonly string[]): boolean {
  const [third, second, first] = lead.slice(-3)
  if (first === 'from' || first === 'versus' || first === 'vs' || first === 'against') return true
  if (second === 'compared' && first === 'with') return true
  if (third === 'compared' && second === 'with') return true
  const behind = lead.join(' ')
  if (/\b(?:compared (?:with|to)|down from|up from|year earlier|previously|before that)\b/.test(behind))
    return true
  return first === ':' && former.has(second ?? '') && second !== 'was'
}

/** "$0.45 in each of the prior six quarters": up to the next number or turn, what follows calls it an earlier one. */
function isFormerBehind(quote: string, { end }: Amounts.Amount): boolean {
  const tail = quote
    .slice(end, end + 60)
    .split(/[,;.]|\b(?:from|compared|versus|against|up|down|after|than)\b|[0-9]/)[0]!
  return /\b(?:prior|previous|preceding|earlier|a year ago|last year|formerly)\b/i.test(tail)
}

/** The page gives the number a unit of another kind than the reader does. */
function hasOtherUnit(amount: Amounts.Amount, place: Place, fact: Fact): boolean {
  const claimed = Unit.read(fact.unit)
  const written = Unit.read(amount.unit) ?? besideUnit(place)
  if (claimed === null || written === null || !isKnown(claimed) || claimed.kind === written.kind) return false
  if (!isKnown(written))
    return (
      place.leaf === null &&
      /^(?:people|persons|residents|votes|jobs|homes|customers|users|employees|points)$/.test(
        amount.unit ?? '',
      )
    )
  return true
}
const kinds = new Set(
  'area length mass speed duration ratio temperature energy power pressure volume usd eur gbp jpy'.split(' '),
)
const isKnown = ({ kind }: Unit.Unit): boolean => kinds.has(kind)

const besideUnit = ({ leaf }: Place): Unit.Unit | null => {
  const named = leaf?.beside.find((each) => /^units?: /i.test(each))
  return named === undefined ? null : Unit.read(named.replace(/^units?: /i, ''))
}

/** What stands before the number, and right behind it, names another measure; or the number's passage shares no word with it. */
function isOtherMeasure(
  spec: EventSpec,
  { of }: Comparison,
  page: PageView,
  place: Place,
  amount: Amounts.Amount | null,
  fact: Fact,
): boolean {
  const cut = amount === null ? fact.quote : fact.quote.slice(0, amount.end + 16)
  const here = stems(
    place.leaf === null ? cut : `${place.leaf.path.join(' ').replaceAll('_', ' ')} ${place.leaf.text}`,
  )
  const market = new Set(stems(`${spec.question} ${spec.predicate.accepts.join(' ')}`))
  const rejected = new Set(spec.predicate.rejects.flatMap((each) => stems(each)))
  if (here.some((word) => strong.has(word) && !(market.has(word) && !rejected.has(word)))) return true
  // Of a row, the heads of its columns say what is measured.
  if (place.leaf !== null || page.isForeign || rowAt(page.rows, place.start, place.end) !== null) return false
  if (stems(place.sentence).some((word) => of.includes(word))) return false
  return sentencesOf(page.text).some((each) => {
    if (each.includes(fact.quote)) return false
    const shared = stems(each).filter((word) => of.includes(word) && !times.has(word))
    return (
      shared.length > 1 &&
      Amounts.amountsIn(each).some(({ unit }) => Unit.read(unit)?.kind === Unit.read(fact.unit)?.kind)
    )
  })
}
/** Words of time measure nothing. */
const times = new Set(
  [...Calendar.monthNames, ...'day week month quarter year first second third fourth last'.split(' ')].map(
    stem,
  ),
)
/** Words that part one measure from another of the same name. */
const strong = new Set(
  'core excluding exclude ex harmonised harmonized underlying unadjusted trend forecast forecasts projected record preliminary flash target'
    .split(' ')
    .map(stem),
)

const quarters = ['first', 'second', 'third', 'fourth']

/** The passage or the reader's date names another month or quarter than the question. */
function isOtherPeriod({ period }: EventSpec, { sentence, leaf }: Place, fact: Fact): boolean {
  if (period === null) return false
  const year = /^([0-9]{4})-(?:Q([1-4])|([0-9]{2}))$/.exec(fact.date ?? '')
  if (year !== null) {
    if (Number(year[1]) !== period.year) return true
    if (period.quarter !== null && year[2] !== undefined && Number(year[2]) !== period.quarter) return true
    if (period.month !== null && year[3] !== undefined && Number(year[3]) !== period.month) return true
  }
  const text = leaf === null ? sentence : leaf.text
  if (period.quarter !== null) {
    const named = quarters.filter((each, i) =>
      new RegExp(`\\b(?:${each}[- ]quarter|Q${i + 1})\\b`, 'i').test(text),
    )
    return named.length > 0 && !named.includes(quarters[period.quarter - 1]!)
  }
  if (period.month === null || text.toLowerCase().includes(Calendar.monthNames[period.month - 1]!))
    return false
  return daysIn(text).some(({ day, year }) => day === null && year !== null)
}

export type Compared = 'holds' | 'fails' | null

/** How a fact's value compares with the threshold; null where the two cannot be compared. */
export function compareValue({ comparison }: EventSpec, fact: Fact): Compared {
  const value = numberOf(fact)
  if (comparison === null || value === null) return null
  const asked = inUnitOf(value, unitOf(fact, comparison), comparison.unit)
  if (asked === null) return null
  const { op, value: bound, upper } = comparison
  const end = openEndOf(fact, value)
  if (end !== null) return compareOpen(op, asked, bound, end)
  return holds(op, asked, bound, upper) ? 'holds' : 'fails'
}

/** The number that the reader gives, in figures or in words. */
export const numberOf = ({ value }: Fact): Quantity.Quantity | null => {
  if (value === null) return null
  const amounts = Amounts.amountsIn(value)
  return Quantity.read(value) ?? (amounts.length === 1 ? amounts[0]!.value : null)
}

/** What is counted may go by another noun: "people" of a population, "PPG" of points per game. */
function unitOf(fact: Fact, { unit }: Comparison): Unit.Unit | null {
  const from = Unit.read(fact.unit)
  if (from === null || isKnown(from) || from.kind === unit?.kind) return from
  if (unit === null) return null
  return !isKnown(unit) && stems(`${fact.predicate ?? ''} ${fact.unit}`).includes(unit.kind)
    ? { ...from, kind: unit.kind }
    : from
}

const lower =
  /\b(?:more than|over|above|at least|exceeding|exceeds|exceeded|past|north of|upwards of) (?:[$€£] ?)?$/i
const upper =
  /\b(?:less than|under|below|nearly|almost|just short of|up to|at most|fewer than) (?:[$€£] ?)?$/i

/** "more than ten million" says no more than that it is above: what stands right before the number. */
function openEndOf({ quote, value }: Fact, wanted: Quantity.Quantity): 'above' | 'below' | null {
  const said = [value ?? '', quote].flatMap((text) =>
    Amounts.amountsIn(text)
      .filter((each) => Quantity.equals(each.value, wanted))
      .map(({ start }) => text.slice(0, start)),
  )
  if (said.some((lead) => lower.test(lead))) return 'above'
  return said.some((lead) => upper.test(lead)) ? 'below' : null
}

/** A value known to lie beyond a number decides only where all beyond it lies on one side of the bound. */
function compareOpen(
  op: Comparator,
  value: Quantity.Quantity,
  bound: Quantity.Quantity,
  end: 'above' | 'below',
): Compared {
  const order = Quantity.compare(value, bound)
  if (end === 'above' && order >= 0) return op === 'gt' || op === 'gte' ? 'holds' : 'fails'
  if (end === 'below' && order <= 0) return op === 'lt' || op === 'lte' ? 'holds' : 'fails'
  return null
}

function inUnitOf(
  value: Quantity.Quantity,
  from: Unit.Unit | null,
  to: Unit.Unit | null,
): Quantity.Quantity | null {
  if (from === null && to === null) return value
  // What is counted may be left unsaid: "the top six", "position 5".
  if (to === null && from !== null && !kinds.has(from.kind)) return value
  if (to?.kind === 'rank' && (from === null || !kinds.has(from.kind))) return value
  if (from === null || to === null) return null
  if (from.kind === to.kind)
    return Unit.convert(value, from, { ...to, factor: isScaled(to) ? Quantity.of(1) : to.factor })
  return null
}
/** Thresholds are read with their scale in the number already. */
const isScaled = ({ kind }: Unit.Unit): boolean => !kinds.has(kind) || /^(?:usd|eur|gbp|jpy)$/.test(kind)

export function holds(
  op: Comparator,
  value: Quantity.Quantity,
  bound: Quantity.Quantity,
  upper: Quantity.Quantity | null,
): boolean {
  const order = Quantity.compare(value, bound)
  if (op === 'gt') return order > 0
  if (op === 'gte') return order >= 0
  if (op === 'lt') return order < 0
  if (op === 'lte') return order <= 0
  if (op === 'eq') return order === 0
  return upper !== null && order >= 0 && Quantity.compare(value, upper) <= 0
}
