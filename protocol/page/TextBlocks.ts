import { type Block, type Draft, Drafts } from './Blocks.ts'
import { cellsOf, isCandidate } from './Columns.ts'
import { dateOf, type PageDate, roleOf } from './Dates.ts'
import type { Offsets, Span } from './Offsets.ts'
import { Table } from './Table.ts'

/** A line of a text, or a field of one, by its place in the raw page. */
type Part = { readonly start: number; readonly end: number }

/** A longer line is a paragraph, whatever it looks like. */
const longestRow = 2_000

/**
 * Reads the blocks of plain text: paragraphs parted by blank lines, headings in capitals, list items, and the rows of tables that
 * are laid out by columns, as filings and bulletins do.
 */
export class TextBlocks {
  private readonly drafts = new Drafts()
  private readonly dates: PageDate[] = []
  private readonly raw: string
  private readonly text: string
  private readonly offsets: Offsets
  private paragraph: Draft | null = null
  /** Lines that look like rows and stand together. */
  private rows: { readonly line: Part; readonly cells: readonly Part[] }[] = []
  private isAfterText = false

  constructor(raw: string, text: string, offsets: Offsets) {
    this.raw = raw
    this.text = text
    this.offsets = offsets
  }

  read(to = this.raw.length): { readonly blocks: readonly Block[]; readonly dates: readonly PageDate[] } {
    let start = 0
    while (start < to) {
      let end = start
      while (end < to && !isLineEnd(this.raw.charCodeAt(end))) end++
      this.addLine({ start, end })
      start = end + 1
    }
    this.endRows()
    return { blocks: this.drafts.blocks, dates: this.dates }
  }

  private addLine(line: Part): void {
    const short = this.raw.slice(line.start, Math.min(line.end, line.start + longestRow))
    const trimmed = short.trim()
    if (trimmed === '') {
      this.endAll()
      return
    }
    if (/^[-=_*+|.~ \t]+$/.test(trimmed)) {
      this.endParagraph()
      return
    }
    const isShort = line.end - line.start < longestRow
    const cells = isShort ? cellsOf(short) : []
    if (isCandidate(short, cells)) {
      const { start } = line
      const parts = cells.map((cell) => ({ start: start + cell.start, end: start + cell.end }))
      this.rows.push({ line, cells: parts })
      return
    }
    this.addText(line, trimmed)
  }

  private addText(line: Part, trimmed: string): void {
    this.endRows(true)
    const isTag = /^<\/?[A-Z][A-Z-]*>/.test(trimmed)
    const isItem = /^([-*\u2022]|\(?([0-9]{1,3}|[a-zA-Z])[.)]) +[^ ]/.test(trimmed)
    const isHeading = !isTag && this.paragraph === null && isCapital(trimmed)
    if (isTag || isItem || isHeading) this.endParagraph()
    if (this.paragraph === null) {
      this.paragraph = this.drafts.open(null, [], [])
      this.paragraph.kind = isHeading ? 'heading' : isItem ? 'item' : 'paragraph'
      if (isHeading) this.paragraph.more.level = 2
    }
    this.widen(this.paragraph, line)
    if (isTag) this.endParagraph()
    this.isAfterText = this.paragraph !== null
  }

  private endAll(): void {
    this.endRows()
    this.endParagraph()
    this.isAfterText = false
  }

  private endParagraph(): void {
    this.paragraph = null
  }

  /** One line with gaps in the middle of a paragraph is a line of it, and no table. */
  private endRows(isBeforeText = false): void {
    const { rows } = this
    if (rows.length === 0) return
    this.rows = []
    if (rows.length === 1 && (this.isAfterText || isBeforeText) && rows[0]!.cells.length > 2) {
      const { line } = rows[0]!
      this.addText(line, this.raw.slice(line.start, line.end).trim())
      return
    }
    this.endParagraph()
    this.addTable(rows)
  }

  private addTable(rows: readonly { readonly line: Part; readonly cells: readonly Part[] }[]): void {
    const above = this.drafts.open(null, [], [])
    above.kind = rows.length > 1 ? 'table' : null
    const table = new Table()
    const first = rows[0]!
    for (const { line, cells } of rows) {
      const row = this.drafts.open(above, [], [])
      row.kind = 'row'
      table.startRow()
      const isAligned = cells.length === first.cells.length
      for (const cell of cells) {
        const draft = this.drafts.open(row, [], [])
        draft.kind = 'cell'
        draft.more = { column: 0, isHeader: false, heads: [] }
        this.widen(draft, cell)
        const column = isAligned ? undefined : nearest(first, cell.start - line.start, cell.end - line.start)
        table.addCell(draft, false, column === undefined ? {} : { column })
      }
      this.widen(row, line)
      row.more.isHeader = table.endRow(false, this.textOf)
      if (row.start !== -1) Drafts.widen(above, row)
      this.addDate(cells)
    }
    table.end(this.textOf)
  }

  /** `FILED AS OF DATE: 20260514`. */
  private addDate(cells: readonly Part[]): void {
    if (cells.length !== 2) return
    const [name, value] = cells as [Part, Part]
    const label = this.raw.slice(name.start, name.end)
    if (!/date|filed|period/i.test(label) || !label.endsWith(':')) return
    const span = this.offsets.span(value.start, value.end)
    const date = dateOf(this.raw.slice(value.start, value.end), 'filing', roleOf(label), span)
    if (date !== null) this.dates.push(date)
  }

  private widen(draft: Draft, { start, end }: Part): void {
    const span = this.offsets.span(start, end)
    if (span !== null) Drafts.widen(draft, span)
  }

  private readonly textOf = ({ start, end }: Span): string =>
    this.text.slice(start, Math.min(end, start + 100))
}

/** The column of a table's first row that stands nearest to a cell. */
function nearest(
  first: { readonly line: Part; readonly cells: readonly Part[] },
  start: number,
  end: number,
): number {
  let best = 0
  let distance = Number.POSITIVE_INFINITY
  first.cells.forEach((cell, i) => {
    const from = cell.start - first.line.start
    const to = cell.end - first.line.start
    const each = Math.abs(from + to - start - end)
    if (each < distance) [best, distance] = [i, each]
  })
  return best
}

/** A short line in capitals is a heading. */
function isCapital(line: string): boolean {
  return line.length <= 100 && /[A-Z]{3}/.test(line) && line === line.toUpperCase() && !line.endsWith(',')
}

const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d || code === 0x0c
