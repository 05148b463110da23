import type { Parser } from './resultParsers.ts'

/**
 * Reads the text of a PostgreSQL array, of any number of dimensions.
 *
 * @example
 * parseArray('{{1,NULL},{2,"3"}}', Number) // [[1, null], [2, 3]]
 */
export function parseArray(text: string, parse: Parser): unknown[] {
  const open: unknown[][] = [[]]
  // Arrays whose first index is not 1 say so before an equals sign; JavaScript's all start at 0.
  let i = text.indexOf('{')
  while (i < text.length) {
    const character = text[i]
    if (character === '{') {
      open.push([])
      i++
    } else if (character === '}') {
      const done = open.pop()!
      open.at(-1)!.push(done)
      i++
    } else if (character === ',') i++
    else {
      const { value, end } = character === '"' ? quoted(text, i + 1) : bare(text, i)
      open.at(-1)!.push(value === null ? null : parse(value))
      i = end
    }
  }
  return open[0]![0] as unknown[]
}

function quoted(text: string, start: number): { value: string; end: number } {
  let value = ''
  let i = start
  for (; text[i] !== '"' && i < text.length; i++) {
    if (text[i] === '\\') i++
    value += text[i]
  }
  return { value, end: i + 1 }
}

function bare(text: string, start: number): { value: string | null; end: number } {
  let end = start
  while (end < text.length && text[end] !== ',' && text[end] !== '}') end++
  const value = text.slice(start, end)
  return { value: value === 'NULL' ? null : value, end }
}
