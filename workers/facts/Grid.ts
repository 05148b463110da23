import type { PageText } from '../../protocol/index.ts'

/** Tables as deciding code sees them: rows of cells, each with the heads of its column. */
export type Cell = PageText.Span & { readonly column: number; readonly text: string; readonly head: string }
export type Row = PageText.Span & { readonly table: number; readonly cells: readonly Cell[] }

/** The rows of all tables of a page, those of the heads left out. */
export function rowsOf({ blocks, text }: Pick<PageText.PageText, 'blocks' | 'text'>): Row[] {
  const cells = new Map<number, Cell[]>()
  for (const block of blocks) {
    if (block.kind !== 'cell' || block.parent === null) continue
    const list = cells.get(block.parent) ?? []
    list.push({
      ...spanOf(block),
      column: block.column,
      text: textOf(text, block),
      head: headOf(text, block.heads),
    })
    cells.set(block.parent, list)
  }
  return blocks.flatMap((block, i) =>
    block.kind === 'row' && block.parent !== null && !block.isHeader && cells.has(i)
      ? [{ ...spanOf(block), table: block.parent, cells: cells.get(i)! }]
      : [],
  )
}

const spanOf = ({ start, end }: PageText.Span) => ({ start, end })
const textOf = (text: string, { start, end }: PageText.Span): string => text.slice(start, end)
const headOf = (text: string, heads: readonly PageText.Head[]): string =>
  heads.flatMap((head) => (head.axis === 'row' ? [] : [textOf(text, head)])).join(' ')

/** The row that a passage stands in; null where it stands in none, or reaches over several. */
export const rowAt = (rows: readonly Row[], start: number, end: number): Row | null =>
  rows.find((row) => row.start <= start && end <= row.end) ?? null

/** The other rows of its table. */
export const besides = (rows: readonly Row[], row: Row): Row[] =>
  rows.filter((each) => each !== row && each.table === row.table)

export const rowText = ({ cells }: Row): string => cells.map(({ text }) => text).join(' | ')
/** Each cell behind the head of its column: "Lot 118 | Hammer 215,000". */
export const labelledText = ({ cells }: Row): string =>
  cells.map(({ head, text }) => `${head} ${text}`).join(' | ')
export const headsOf = ({ cells }: Row): string => cells.map(({ head }) => head).join(' ')
