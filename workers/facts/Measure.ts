import { Calendar } from '../../protocol/index.ts'
import type { Comparator } from '../../reading/ParsedRule.ts'
import * as Amounts from './Amounts.ts'
import type { Code } from './Code.ts'
import { daysIn } from './Days.ts'
import type { Comparison, EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import type { PageView } from './PageView.ts'
import type { Place } from './Place.ts'
import * as Quantity from './Quantity.ts'
import { sentencesOf } from './sentences.ts'
import { stem } from './stem.ts'
import * as Unit from './Unit.ts'
import { stems } from './Verbs.ts'

/** The number of a fact: whether it stands there, of what it is, and how it compares with what the question asks. */

export function checkMeasure(spec: EventSpec, page: PageView, place: Place, fact: Fact): Code[] {
  const value = fact.value === null ? null : Quantity.read(fact.value)
  if (spec.comparison === null || value === null) return []
  const found: Code[] = []
  const amount = amountOf(fact, place, value)
  if (amount === null) found.push('VALUE_ABSENT')
  else {
    if (isFormer(amount.lead) || isFormerBehind(fact.quote, amount)) found.push('VALUE_FORMER')
    if (hasOtherUnit(amount, place, fact)) found.push('UNIT_OTHER')
  }
  if (isOtherMeasure(spec, spec.comparison, page, place, amount, fact)) found.push('MEASURE_OTHER')
  if (isOtherPeriod(spec, place, fact)) found.push('PERIOD_OTHER')
  return found
}

/** The number in the quote that the reader means: as given, or scaled as its unit says. */
function amountOf(fact: Fact, place: Place, value: Quantity.Quantity): Amounts.Amount | null {
  const scale = Unit.read(fact.unit)?.factor ?? Quantity.of(1)
  const scaled = Quantity.times(value, scale)
  const text = place.leaf === null ? fact.quote : place.leaf.text
  const all = [...Amounts.amountsIn(text), ...Amounts.amountsIn(continental(text))]
  const hits = all.filter((each) => Quantity.equals(each.value, value) || Quantity.equals(each.value, scaled))
  // The same number may stand there twice, once as an earlier one.
  return hits.find(({ lead }) => !isFormer(lead)) ?? hits[0] ?? null
}

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
  if (place.leaf !== null || page.isForeign || stems(place.sentence).some((word) => of.includes(word)))
    return false
  return sentencesOf(page.text).some((each) => {
    const shared = stems(each).filter((word) => of.includes(word))
    return (
      shared.length > 1 &&
      Amounts.amountsIn(each).some(({ unit }) => Unit.read(unit)?.kind === Unit.read(fact.unit)?.kind)
    )
  })
}
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
  const value = fact.value === null ? null : Quantity.read(fact.value)
  if (comparison === null || value === null) return null
  const from = Unit.read(fact.unit)
  const asked = inUnitOf(value, from, comparison.unit)
  return asked === null
    ? null
    : holds(comparison.op, asked, comparison.value, comparison.upper)
      ? 'holds'
      : 'fails'
}

function inUnitOf(
  value: Quantity.Quantity,
  from: Unit.Unit | null,
  to: Unit.Unit | null,
): Quantity.Quantity | null {
  if (from === null && to === null) return value
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
