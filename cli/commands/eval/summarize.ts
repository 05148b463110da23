import { table } from '../../terminal/table.ts'
import type { Case } from './Case.ts'
import { intervalOf } from './Interval.ts'
import type { Line, Verdict } from './judge.ts'

export type Judged = { readonly played: Case; readonly line: Line }

const heading = ['group', 'cases', 'right', 'undecided', 'wrong', 'right, 95 %', 'wrong, 95 %']

/** The results as a table: all cases, those that can be decided, and each truth, trap and category. */
export function summarize(judged: readonly Judged[]): string {
  const groups: [string, readonly Judged[]][] = [
    ['all', judged],
    ['decidable', judged.filter(({ line }) => line.truth !== 'INVALID')],
    ...groupsBy('truth', judged, ({ line }) => line.truth),
    ...groupsBy('trap', judged, ({ played }) => played.trap),
    ...groupsBy('category', judged, ({ played }) => played.category),
  ]
  return table(
    heading,
    groups.filter(([, members]) => members.length > 0).map(([name, members]) => rowOf(name, members)),
  )
}

function groupsBy(
  kind: string,
  judged: readonly Judged[],
  keyOf: (one: Judged) => string,
): [string, readonly Judged[]][] {
  const keys = [...new Set(judged.map(keyOf))].sort()
  return keys.map((key) => [`${kind} ${key}`, judged.filter((one) => keyOf(one) === key)])
}

function rowOf(name: string, members: readonly Judged[]): string[] {
  const count = (verdict: Verdict) => members.filter(({ line }) => line.verdict === verdict).length
  const all = members.length
  const cells = (['right', 'undecided', 'wrong'] as const).map((verdict) => share(count(verdict), all))
  return [name, String(all), ...cells, range(count('right'), all), range(count('wrong'), all)]
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
const share = (hits: number, all: number): string => `${hits} (${percent(hits / all)})`
const range = (hits: number, all: number): string => {
  const { low, high } = intervalOf(hits, all)
  return `${percent(low)} – ${percent(high)}`
}
