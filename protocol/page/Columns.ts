import type { Span } from './Offsets.ts'

/** Lines of text that are laid out in columns. */

/** The parts of a line between tabs, bars and gaps of two spaces or more. */
export function cellsOf(line: string): readonly Span[] {
  const cells: Span[] = []
  let start = -1
  let end = -1
  for (let i = 0; i <= line.length; i++) {
    const code = i < line.length ? line.charCodeAt(i) : tab
    if (code !== space && code !== tab && code !== bar) {
      if (start === -1) start = i
      end = i + 1
      continue
    }
    const isGap = code === tab || code === bar || i + 1 >= line.length || line.charCodeAt(i + 1) === space
    if (start !== -1 && isGap) {
      cells.push({ start, end })
      start = -1
    }
  }
  return cells
}

/** Whether a line looks like a row: it has gaps that no sentence has. */
export function isCandidate(line: string, cells: readonly Span[]): boolean {
  if (cells.length < 2) return false
  if (line.includes('\t') || line.includes('|')) return true
  let gaps = 0
  let isWide = false
  for (let i = 1; i < cells.length; i++) {
    const last = line[cells[i - 1]!.end - 1]!
    const gap = cells[i]!.start - cells[i - 1]!.end
    // Two spaces after a full stop are how some people type.
    if (gap > 2 || !'.?!;'.includes(last)) gaps++
    if (gap > 2) isWide = true
  }
  return gaps >= 2 || isWide
}

const space = 0x20
const tab = 0x09
const bar = 0x7c
