import { scan } from '../../reading/text/Words.ts'
import * as Quantity from './Quantity.ts'
import { stem } from './stem.ts'

/** Units, and how those of one kind convert, exactly. What is counted ("employees") is a unit of its own kind. */
export type Unit = {
  readonly kind: string
  readonly factor: Quantity.Quantity
  readonly shift: Quantity.Quantity
}

/** kind: name and aliases = factor to the kind's first unit. */
const table = `
  area: ha hectare hectares | acre acres 0.40468564224 | km2 sqkm 100 | m2 0.0001
  length: m metre metres meter meters | km kilometre kilometres kilometer kilometers 1000 | cm centimetre centimetres centimeter
    centimeters 0.01 | mm millimetre millimetres millimeter millimeters 0.001 | ft foot feet 0.3048 | in inch inches 0.0254 |
    mi mile miles 1609.344 | yd yard yards 0.9144
  mass: kg kilo kilos kilogram kilograms kilogramme kilogrammes | g gram grams 0.001 | t tonne tonnes 1000 |
    lb lbs pound pounds 0.45359237 | oz ounce ounces 0.028349523125 | ton tons 907.18474
  speed: kmh kph | mph 1.609344 | knot knots kn kt 1.852 | ms 3.6
  duration: minute minutes min mins | hour hours h hr hrs 60 | second seconds sec s 0.016666666666666666 | day days 1440 |
    week weeks 10080
  ratio: percent percentage pct pc | bp bps 0.01
  energy: mwh | gwh 1000 | kwh 0.001
  power: mw | gw 1000 | kw 0.001
  pressure: hpa mbar millibar millibars
  volume: litre litres liter liters l | gallon gallons 3.785411784`

const known = new Map<string, Unit>()
for (const line of table.split(/\n {2}(?=\S)/)) {
  const [kind, rest] = line.trim().split(': ')
  if (rest === undefined) continue
  for (const group of rest.split('|')) {
    const words = group.trim().split(/\s+/)
    const last = Quantity.read(words.at(-1)!)
    const factor = last ?? Quantity.of(1)
    for (const name of last === null ? words : words.slice(0, -1))
      known.set(name, { kind: kind!, factor, shift: Quantity.of(0) })
  }
}
const celsius: Unit = { kind: 'temperature', factor: Quantity.of(1), shift: Quantity.of(0) }
const fahrenheit: Unit = {
  kind: 'temperature',
  factor: Quantity.of(5, 9),
  shift: Quantity.of(-160, 9),
}
for (const name of ['c', 'celsius', 'degc', 'degreescelsius', 'degreecelsius', 'centigrade'])
  known.set(name, celsius)
for (const name of ['f', 'fahrenheit', 'degf', 'degreesfahrenheit', 'degreefahrenheit'])
  known.set(name, fahrenheit)

const currencies = new Map(
  `$ usd us$ dollar dollars | € eur euro euros | £ gbp sterling | ¥ jpy yen | chf franc francs | cad c$ | aud a$ | inr rupee rupees ₹ |
  cny yuan renminbi | krw won | sek nok dkk krona krone`
    .split('|')
    .flatMap((group) => {
      const names = group.trim().split(/\s+/)
      return names.map((name) => [name, names[1] ?? names[0]!] as const)
    }),
)

export const isCurrency = (text: string): boolean => currencies.has(text.toLowerCase())

/** The scale that a word adds: "million". */
const scales = new Map<string, bigint>([
  ['thousand', 1_000n],
  ['k', 1_000n],
  ['million', 1_000_000n],
  ['m', 1_000_000n],
  ['mn', 1_000_000n],
  ['billion', 1_000_000_000n],
  ['bn', 1_000_000_000n],
  ['trillion', 1_000_000_000_000n],
  ['dozen', 12n],
])
export const scaleOf = (word: string): bigint | null => scales.get(word) ?? null

const small = new Set('per a an the of each in annum year annual annually rate points point'.split(' '))

/** The unit that words name; null where they name none. "million USD" is of the kind usd with a factor of a million. */
export function read(text: string | null): Unit | null {
  if (text === null) return null
  const trimmed = text.trim().toLowerCase()
  if (trimmed === '') return null
  if (trimmed.includes('%')) return known.get('percent')!
  const compact = trimmed.replace(/[°\s.]/g, '').replace('/', '')
  const whole = known.get(compact)
  if (whole !== undefined) return whole
  let factor = 1n
  let kind: string | null = null
  for (const { text: word } of scan(trimmed)) {
    const scale = word.length > 2 ? scaleOf(word) : null
    if (scale !== null) factor *= scale
    else if (small.has(word)) continue
    else kind ??= kindOf(word)
  }
  if (kind === null && factor === 1n) return null
  const base = kind === null ? undefined : known.get(kind)
  if (base !== undefined) return { ...base, factor: Quantity.times(base.factor, Quantity.of(factor)) }
  return { kind: kind ?? 'number', factor: Quantity.of(factor), shift: Quantity.of(0) }
}

/** The scale alone that the words of a unit add: a thousand of "thousand tonnes". */
export const scaleIn = (text: string | null): Quantity.Quantity =>
  scan((text ?? '').toLowerCase()).reduce((product, { text: word }) => {
    const scale = word.length > 2 ? scaleOf(word) : null
    return scale === null ? product : Quantity.times(product, Quantity.of(scale))
  }, Quantity.of(1))

const kindOf = (word: string): string | null => {
  if (known.has(word)) return word
  const currency = currencies.get(word)
  if (currency !== undefined) return currency
  return /^[\p{L}]/u.test(word) ? stem(word) : null
}

/** A value in the first unit of its kind. */
export const toBase = (value: Quantity.Quantity, { factor, shift }: Unit): Quantity.Quantity =>
  Quantity.plus(Quantity.times(value, factor), shift)

/** A value of one unit told in another of its kind. */
export const convert = (value: Quantity.Quantity, from: Unit, to: Unit): Quantity.Quantity =>
  Quantity.over(Quantity.plus(toBase(value, from), Quantity.times(to.shift, Quantity.of(-1))), to.factor)
