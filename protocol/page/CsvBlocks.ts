import { type Block, type Draft, Drafts } from './Blocks.ts'
import type { Offsets, Span } from './Offsets.ts'
import { isNumeric, Table } from './Table.ts'

/** Reads the rows and cells of a table whose cells are parted by commas, semicolons or tabs; cells may be quoted. */
export function csvBlocks(raw: string, text: string, offsets: Offsets, isTabbed = false): readonly Block[] {
  const drafts = new Drafts()
  const table = new Table()
  const whole = drafts.open(null, [], [])
  whole.kind = 'table'
  const textOf = ({ start, end }: Span) => text.slice(start, Math.min(end, start + 100))
  const mark = delimiterOf(raw, isTabbed ? tab : comma)
  let isFirst = true
  let at = 0
  while (at < raw.length) {
    const row = drafts.open(whole, [], [])
    row.kind = 'row'
    table.startRow()
    const cells: Draft[] = []
    at = readRow(raw, at, mark, (start, end) => {
      const draft = drafts.open(row, [], [])
      draft.kind = 'cell'
      draft.more = { column: cells.length, isHeader: false, heads: [] }
      const span = offsets.span(start, end)
      if (span !== null) {
        Drafts.widen(draft, span)
        Drafts.widen(row, span)
      }
      table.addCell(draft, false)
      cells.push(draft)
    })
    if (row.start === -1) continue
    Drafts.widen(whole, row)
    const isHead =
      isFirst && cells.length > 1 && !cells.some((cell) => cell.start !== -1 && isNumeric(textOf(cell)))
    isFirst = false
    row.more.isHeader = table.endRow(isHead, textOf)
  }
  table.end(textOf)
  return drafts.blocks
}

/** The mark that the first line has most often; where two are as frequent, the one that the content type names. */
function delimiterOf(raw: string, named: number): number {
  const counts = new Map([
    [comma, 0],
    [semicolon, 0],
    [tab, 0],
  ])
  for (let i = 0; i < raw.length && raw.charCodeAt(i) !== lineFeed; i++) {
    const code = raw.charCodeAt(i)
    const count = counts.get(code)
    if (count !== undefined) counts.set(code, count + 1)
  }
  let best = named
  for (const [code, count] of counts) if (count > counts.get(best)!) best = code
  return best
}

/** Reads a row from `at`; says where the next one begins. */
function readRow(raw: string, at: number, mark: number, cell: (start: number, end: number) => void): number {
  let start = at
  let i = at
  while (i < raw.length) {
    const code = raw.charCodeAt(i)
    if (code === quote && i === start) {
      const end = endOfQuoted(raw, i + 1)
      cell(i + 1, end)
      i = end + 1
      while (i < raw.length && raw.charCodeAt(i) !== mark && raw.charCodeAt(i) !== lineFeed) i++
      if (i >= raw.length || raw.charCodeAt(i) === lineFeed) return i + 1
      start = ++i
    } else if (code === mark) {
      cell(start, i)
      start = ++i
    } else if (code === lineFeed) break
    else i++
  }
  cell(start, i)
  return i + 1
}

/** Where a quoted cell ends; two quotes stand for one. */
function endOfQuoted(raw: string, from: number): number {
  let i = from
  while (i < raw.length) {
    if (raw.charCodeAt(i) !== quote) i++
    else if (raw.charCodeAt(i + 1) === quote) i += 2
    else return i
  }
  return raw.length
}

const comma = 0x2c
const semicolon = 0x3b
const tab = 0x09
const quote = 0x22
const lineFeed = 0x0a
