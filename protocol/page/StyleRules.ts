import type { Attributes } from './Attributes.ts'
import { hides } from './Marks.ts'

/**
 * The class names and ids that the style sheets of a page hide, as far as a rule for one name alone says it. Sheets that are
 * elsewhere, rules under conditions and joined selectors are not followed, so this only suggests what a reader does not see.
 */
export class StyleRules {
  /** `.name` and `#id`. */
  private readonly hidden = new Set<string>()

  /** Reads a style sheet; later rules for a name replace earlier ones. */
  add(sheet: string): void {
    let from = 0
    for (let open = sheet.indexOf('{'); open !== -1; open = sheet.indexOf('{', from)) {
      const selector = sheet.slice(from, open).trim()
      const close = selector.startsWith('@') ? endOfBlock(sheet, open) : sheet.indexOf('}', open)
      const end = close === -1 ? sheet.length : close
      if (!selector.startsWith('@')) this.addRule(selector, sheet.slice(open + 1, end))
      from = end + 1
    }
  }

  /** Whether an element has a name that is hidden. */
  hides(attributes: Attributes): boolean {
    if (this.hidden.size === 0) return false
    const id = attributes.get('id')
    if (id !== undefined && this.hidden.has(`#${id}`)) return true
    return (attributes.get('class') ?? '').split(' ').some((name) => this.hidden.has(`.${name}`))
  }

  private addRule(selector: string, style: string): void {
    const isHiding = hides(style)
    if (!isHiding && !/(^|[;\s])(display|visibility)\s{0,9}:/i.test(style)) return
    for (const each of selector.split(',')) {
      const name = each.trim()
      if (!/^[.#][\w-]{1,100}$/.test(name)) continue
      if (isHiding) this.hidden.add(name)
      else this.hidden.delete(name)
    }
  }
}

/** Where the block ends that opens here, with the blocks in it; -1 if it does not. */
function endOfBlock(sheet: string, open: number): number {
  let depth = 0
  for (let i = open; i < sheet.length; i++) {
    const code = sheet.charCodeAt(i)
    if (code === openBrace) depth++
    else if (code === closeBrace && --depth === 0) return i
  }
  return -1
}

const openBrace = 0x7b
const closeBrace = 0x7d
