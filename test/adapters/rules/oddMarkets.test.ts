import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse } from 'yaml'
import { parseRule } from '../../../adapters/rules/index.ts'

type Expected = Readonly<Record<string, string | null | readonly (string | null)[]>>
type Case = { readonly question: string; readonly expect: Expected }
type Score = { right: number; of: number; readonly wrong: string[] }

const cases = (name: string): Case[] =>
  parse(readFileSync(new URL(`../../fixtures/oddMarkets/${name}.yaml`, import.meta.url), 'utf8'))

/** What is read of a market, by the names of the fixtures. */
function readOf({ expect: _, ...market }: Case): Readonly<Record<string, string>> {
  const { structured } = parseRule(market)
  const { comparator, threshold, upper, change, subject } = structured.predicate
  const { timezone: zone, source, deadline, condition, language } = structured
  const contradictions = structured.contradictions.map(({ code }) => code)
  const bounds = [comparator, threshold, upper, change]
  const fields = { zone, source, deadline, condition, language, subject, bounds, contradictions }
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, written(field, value)]))
}

const written = (field: string, value: Expected[string]): string =>
  field === 'bounds'
    ? [0, 1, 2, 3].map((i) => String(value?.[i] ?? null)).join(' ')
    : Array.isArray(value)
      ? value.toSorted().join(' ')
      : String(value).toLowerCase()

/** How many fields are read as a careful person does, by field; alternatives are joined by a bar. */
function scores(name: string): Readonly<Record<string, Score>> {
  const out: Record<string, Score> = {}
  for (const market of cases(name)) {
    const read = readOf(market)
    for (const [field, value] of Object.entries(market.expect)) {
      out[field] ??= { right: 0, of: 0, wrong: [] }
      const isRight = written(field, value).split('|').includes(read[field]!)
      out[field].of++
      if (isRight) out[field].right++
      else out[field].wrong.push(`${market.question} ${read[field]}`)
    }
  }
  return out
}

const sum = (all: readonly Score[], of: (score: Score) => number): number =>
  all.reduce((total, score) => total + of(score), 0)

describe('odd markets', () => {
  for (const [name, each] of [
    ['first', 0.95],
    ['second', 0.85],
    ['third', 0.85],
  ] as const) {
    it(`B10: the ${name} set is read as a careful person does, in nine fields of ten`, () => {
      const all = scores(name)
      for (const [field, { right, of, wrong }] of Object.entries(all))
        expect(right / of, `${field}: ${wrong.join('; ')}`).to.be.at.least(each)
      expect(
        sum(Object.values(all), ({ right }) => right) / sum(Object.values(all), ({ of }) => of),
      ).to.be.at.least(0.9)
    })
  }
})
