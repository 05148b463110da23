/** Which elements an opening or closing tag ends, in the short: what HTML lets authors leave out. */

/** Elements without content and end tag. */
export const empty: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** What holds cells: end tags of other elements do not reach beyond it. */
const cells = new Set(['td', 'th', 'caption', 'table'])
const tableParts = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'])
const lists = new Set(['ul', 'ol', 'menu', 'dir'])
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** What an opening tag ends, and where the search for it stops. */
const implied: ReadonlyMap<string, { readonly ends: readonly string[]; readonly until: readonly string[] }> =
  new Map([
    ['li', { ends: ['li'], until: [...lists, ...cells] }],
    ['dt', { ends: ['dt', 'dd'], until: ['dl', ...cells] }],
    ['dd', { ends: ['dt', 'dd'], until: ['dl', ...cells] }],
    ['option', { ends: ['option'], until: ['select'] }],
    ['td', { ends: ['td', 'th', 'caption'], until: ['table', 'tr'] }],
    ['th', { ends: ['td', 'th', 'caption'], until: ['table', 'tr'] }],
    ['tr', { ends: ['tr', 'caption'], until: ['table'] }],
    ['thead', { ends: ['thead', 'tbody', 'tfoot', 'tr', 'caption'], until: ['table'] }],
    ['tbody', { ends: ['thead', 'tbody', 'tfoot', 'tr', 'caption'], until: ['table'] }],
    ['tfoot', { ends: ['thead', 'tbody', 'tfoot', 'tr', 'caption'], until: ['table'] }],
  ])

type Named = { readonly name: string; readonly isBlock: boolean }

/** The place in the stack down to which an opening tag ends elements; the stack's length if it ends none. */
export function endedByOpening(stack: readonly Named[], name: string, isBlock: boolean): number {
  const rule = implied.get(name)
  if (rule !== undefined) return lowest(stack, rule.ends, (each) => rule.until.includes(each), true)
  if (!isBlock) return stack.length
  // A paragraph ends where another block begins; headings do not nest.
  const ends = headings.has(name) ? ['p', ...headings] : ['p']
  for (let i = stack.length - 1; i > 0; i--) {
    const { name: each, isBlock: isBlockThere } = stack[i]!
    if (ends.includes(each)) return i
    if (isBlockThere) break
  }
  return stack.length
}

/** The place of the element that an end tag closes; the stack's length if there is none. */
export function endedByClosing(stack: readonly Named[], name: string, isBlock: boolean): number {
  const isPart = tableParts.has(name)
  const stops = (each: string): boolean => {
    if (isPart) return each === 'table'
    return cells.has(each) || (name === 'li' && lists.has(each))
  }
  if (headings.has(name)) return lowest(stack, [...headings], stops, false)
  if (isBlock) return lowest(stack, [name], stops, false)
  for (let i = stack.length - 1; i > 0; i--) {
    if (stack[i]!.name === name) return i
    if (stack[i]!.isBlock) break
  }
  return stack.length
}

/** The nearest of some elements, or with `isAll` the farthest that stands before the search stops. The root never ends. */
function lowest(
  stack: readonly Named[],
  ends: readonly string[],
  stops: (name: string) => boolean,
  isAll: boolean,
): number {
  let found = stack.length
  for (let i = stack.length - 1; i > 0; i--) {
    const { name } = stack[i]!
    if (ends.includes(name)) {
      found = i
      if (!isAll) return found
    } else if (stops(name)) break
  }
  return found
}
