import type { Draft, Head } from './Blocks.ts'
import type { Span } from './Offsets.ts'

/** Heads above one column, at most; and cells that one cell may span. A page may claim more than a reader can follow. */
const mostHeads = 3
const widest = 64
const tallest = 1_000
const mostColumns = 256

type Cell = {
  readonly draft: Draft
  readonly column: number
  readonly width: number
  readonly isHeader: boolean
}

/** The span of a cell as a page gives it, and its column where that is known otherwise. */
type Size = {
  readonly width?: string | undefined
  readonly height?: string | undefined
  readonly column?: number
}

/** Ties the cells of a table to the heads of their columns and rows, while it is read from top to bottom. */
export class Table {
  private readonly rows: Cell[][] = []
  private row: Cell[] = []
  private column = 0
  /** How many rows a cell from above still stands in this column. */
  private readonly carried: number[] = []
  private readonly columns: Span[][] = []
  private section: Span | null = null
  /** The last head of several rows, and for how many rows it still holds. */
  private tall: { readonly draft: Draft; readonly isHeader: boolean; rows: number } | null = null
  private hasHeaders = false
  private isAfterBody = false

  startRow(): void {
    this.row = []
    this.column = 0
  }

  addCell(draft: Draft, isHeader: boolean, size: Size = {}): void {
    this.skipCarried()
    const width = spanOf(size.width, widest)
    const height = spanOf(size.height, tallest)
    const column = size.column ?? this.column
    this.row.push({ draft, column, width, isHeader })
    for (let i = column; i < column + width && i < mostColumns; i++) this.carried[i] = height - 1
    if (height > 1 && (isHeader || column === 0)) this.tall = { draft, isHeader, rows: height }
    this.column = column + width
  }

  /** Ends a row; says whether it is one of heads. */
  endRow(isInHead: boolean, textOf: (span: Span) => string): boolean {
    const carriedFrom = this.column
    for (let i = carriedFrom; i < this.carried.length; i++)
      this.carried[i] = Math.max(0, this.carried[i]! - 1)
    const cells = this.row.filter(({ draft }) => draft.start !== -1)
    const isAlone = this.row.length === 1
    this.row = []
    if (cells.length === 0) return false
    const isHeader = isInHead || cells.every((cell) => cell.isHeader)
    if (isHeader) {
      this.tall = null
      this.takeHeads(cells, isAlone)
    } else {
      this.isAfterBody = true
      this.rows.push(cells)
      const rowHeads = [...this.headsFromAbove(cells), ...rowHeadsOf(cells, textOf)]
      for (const cell of cells) this.tie(cell, rowHeads)
    }
    for (const { draft, column, isHeader: isHead } of cells)
      Object.assign(draft.more, { column, isHeader: isHeader || isHead, heads: draft.more.heads ?? [] })
    return isHeader
  }

  /** Where nothing is marked as a head, the rows of words above the first numbers are taken for heads. */
  end(textOf: (span: Span) => string): void {
    if (this.hasHeaders) return
    const count = this.rows.findIndex((row) => row.some(({ draft }) => isNumeric(textOf(draft))))
    const above = this.rows.slice(0, Math.max(0, count))
    if (count > mostHeads || !above.some((row) => row.some(({ column }) => column > 0))) return
    const heads: Head[][] = []
    for (const { draft, column, width } of above.flat()) {
      draft.more.heads = []
      const head: Head = { start: draft.start, end: draft.end, axis: 'column', isGuessed: true }
      for (let i = column; i < column + width && i < mostColumns; i++) heads[i] = [...(heads[i] ?? []), head]
    }
    for (const { draft, column } of this.rows.slice(count).flat())
      draft.more.heads = [...(heads[column] ?? []), ...(draft.more.heads as Head[])]
  }

  /** The head of several rows that began above this one. */
  private headsFromAbove(cells: readonly Cell[]): Head[] {
    const { tall } = this
    if (tall === null || tall.rows-- <= 0) return []
    const { draft, isHeader } = tall
    if (draft.start === -1 || cells.some((cell) => cell.draft === draft)) return []
    return [{ start: draft.start, end: draft.end, axis: 'row', isGuessed: !isHeader }]
  }

  private skipCarried(): void {
    while ((this.carried[this.column] ?? 0) > 0) {
      this.carried[this.column] = this.carried[this.column]! - 1
      this.column++
    }
  }

  private takeHeads(cells: readonly Cell[], isAlone: boolean): void {
    this.hasHeaders = true
    // One head over a table's whole width names the rows that follow.
    if (isAlone && (cells[0]!.width > 1 || this.isAfterBody)) {
      this.section = cells[0]!.draft
      return
    }
    if (this.isAfterBody) {
      this.columns.length = 0
      this.section = null
      this.isAfterBody = false
    }
    for (const { draft, column, width } of cells)
      for (let i = column; i < column + width && i < mostColumns; i++) {
        this.columns[i] ??= []
        if (this.columns[i]!.length < mostHeads) this.columns[i]!.push(draft)
      }
  }

  private tie({ draft, column, isHeader }: Cell, rowHeads: readonly Head[]): void {
    const heads: Head[] = (this.columns[column] ?? []).map(({ start, end }) => ({
      start,
      end,
      axis: 'column',
      isGuessed: false,
    }))
    if (this.section !== null) {
      const { start, end } = this.section
      heads.push({ start, end, axis: 'section', isGuessed: false })
    }
    if (!isHeader) heads.push(...rowHeads.filter(({ start }) => start !== draft.start))
    draft.more.heads = heads
  }
}

/** The heads of a row: its header cells, or its first cell that is not a number. */
function rowHeadsOf(cells: readonly Cell[], textOf: (span: Span) => string): Head[] {
  const marked = cells.filter(({ isHeader }) => isHeader)
  const first = cells.find(({ draft }) => !isNumeric(textOf(draft)))
  const heads = marked.length > 0 ? marked.slice(0, mostHeads) : first === undefined ? [] : [first]
  return heads.map(({ draft: { start, end } }) => ({
    start,
    end,
    axis: 'row',
    isGuessed: marked.length === 0,
  }))
}

/** Whether a cell holds a number, with whatever sign, currency or unit; a year alone is a name. */
export function isNumeric(text: string): boolean {
  if (text.length > 40 || /^(19|20)[0-9]{2}([-/–][0-9]{2,4})?$/.test(text)) return false
  return /^[^0-9a-zA-Z]{0,3}[0-9]/.test(text) && letters(text) <= 4
}

function letters(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) if (/[a-zA-Z]/.test(text[i]!)) count++
  return count
}

function spanOf(text: string | undefined, most: number): number {
  if (text === undefined || !/^[0-9]{1,5}$/.test(text)) return 1
  return Math.min(most, Math.max(1, Number(text)))
}
