import { printable } from './printable.ts'

/** Rows under a heading, columns as wide as their widest cell; the last column is not padded. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(printable))
  const all = [heading, ...shown]
  const widths = heading.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  return [line(heading), widths.map((width) => '-'.repeat(width)).join('  '), ...shown.map(line)].join('\n')
}
