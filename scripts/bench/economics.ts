import { factRows } from './economics/facts.ts'
import { first } from './economics/first.ts'
import { second } from './economics/second.ts'
import { type Line, lineOf, markdown, rowsOf, sizes } from './economics/table.ts'
import type { Row } from './measure.ts'

export const summary = 'what corrupting a market takes and brings, by the rules of both editions'

/** Plays markets of 1 ether for every coalition and strategy, and says which are the smallest and the most profitable. */
export function rows(note: (text: string) => void): Row[] {
  const lines: Line[] = []
  for (const edition of [first, second]) {
    const own = sizes.flatMap((n) => [lineOf(edition, n, 'turn'), lineOf(edition, n, 'block')])
    note(`\n${edition.name}, in ETH\n`)
    for (const text of markdown(own)) note(text)
    lines.push(...own)
  }
  note('')
  return [...lines.flatMap(rowsOf), ...factRows(lines)]
}
