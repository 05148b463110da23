import { PageText } from '../../../protocol/index.ts'

/** The blocks of a page, one a line, each under the one that holds it: `kind: text [marks] (hints) {heads}`. */
export function outline(raw: string, contentType = 'text/html'): string[] {
  const { blocks, text } = PageText.read(raw, contentType)
  const depths: number[] = []
  return blocks.map((block) => {
    const { kind, start, end, parent, marks, hints } = block
    const depth = parent === null ? 0 : depths[parent]! + 1
    depths.push(depth)
    const heads = 'heads' in block ? block.heads.map((head) => text.slice(head.start, head.end)) : []
    const more = [
      marks.length > 0 ? ` [${marks.join()}]` : '',
      hints.length > 0 ? ` (${hints.join()})` : '',
      heads.length > 0 ? ` {${heads.join('; ')}}` : '',
    ]
    return `${'  '.repeat(depth)}${kind}: ${text.slice(start, end)}${more.join('')}`
  })
}
