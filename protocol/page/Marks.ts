import type { Attributes } from './Attributes.ts'
import type { Mark } from './Blocks.ts'

/** What an element, its role and its attributes say of the text in it, and what its class and id suggest. */
export type Marks = { readonly marks: readonly Mark[]; readonly hints: readonly Mark[] }

export const noMarks: Marks = { marks: [], hints: [] }

const byElement: ReadonlyMap<string, Mark> = new Map([
  ['nav', 'navigation'],
  ['aside', 'aside'],
  ['noscript', 'noscript'],
  ['button', 'control'],
  ['select', 'control'],
  ['datalist', 'hidden'],
  ['label', 'control'],
  ['textarea', 'control'],
  ['ix:header', 'hidden'],
  ['ix:hidden', 'hidden'],
])

const byRole: ReadonlyMap<string, Mark> = new Map([
  ['navigation', 'navigation'],
  ['menu', 'navigation'],
  ['menubar', 'navigation'],
  ['tablist', 'navigation'],
  ['complementary', 'aside'],
  ['contentinfo', 'footer'],
  ['banner', 'header'],
  ['dialog', 'dialog'],
  ['alertdialog', 'dialog'],
  ['search', 'control'],
  ['button', 'control'],
  ['comment', 'comments'],
])

/** Elements of the whole page: what their classes say is not about the text. */
const whole = new Set(['html', 'body', 'main', 'article', 'form'])

/** In these a header or a footer belongs to the part and not to the page. */
export const sectioning: ReadonlySet<string> = new Set(['article', 'section', 'main', 'aside', 'nav'])

/** The marks of an element, added to those of the element around it. */
export function marksOf(name: string, attributes: Attributes, above: Marks, isWithinSection: boolean): Marks {
  const marks = markup(name, attributes, isWithinSection)
  const hints = whole.has(name) ? [] : hintsOf(attributes)
  if (isWithinSection && name === 'footer') hints.push('footer')
  return join(above, { marks, hints })
}

export const join = (above: Marks, own: Marks): Marks => {
  const marks = own.marks.filter((mark) => !above.marks.includes(mark))
  const hints = own.hints.filter((mark) => !above.hints.includes(mark))
  if (marks.length === 0 && hints.length === 0) return above
  return {
    marks: marks.length === 0 ? above.marks : [...above.marks, ...new Set(marks)],
    hints: hints.length === 0 ? above.hints : [...above.hints, ...new Set(hints)],
  }
}

function markup(name: string, attributes: Attributes, isWithinSection: boolean): Mark[] {
  const found: Mark[] = []
  const add = (mark: Mark | undefined) => {
    if (mark !== undefined) found.push(mark)
  }
  add(byElement.get(name))
  if (name === 'footer' && !isWithinSection) found.push('footer')
  if (name === 'header' && !isWithinSection) found.push('header')
  if (name === 'dialog') found.push('dialog', ...(attributes.has('open') ? [] : (['hidden'] as const)))
  add(byRole.get((attributes.get('role') ?? '').toLowerCase()))
  if (isHidden(attributes)) found.push('hidden')
  if (attributes.get('aria-hidden')?.toLowerCase() === 'true') found.push('aria-hidden')
  const type = `${attributes.get('itemtype') ?? ''} ${attributes.get('itemprop') ?? ''}`.toLowerCase()
  if (type.split(/[ /]/).includes('comment')) found.push('comments')
  return found
}

function isHidden(attributes: Attributes): boolean {
  const hidden = attributes.get('hidden')
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true
  const style = attributes.get('style')
  return style !== undefined && hides(style)
}

/** Whether an inline style keeps text from being seen: not shown, no size, no colour of its own, or far outside the page. */
export function hides(style: string): boolean {
  const rules = rulesOf(style)
  const is = (name: string, ...values: string[]) => values.includes(rules.get(name) ?? '')
  if (is('display', 'none') || is('visibility', 'hidden', 'collapse') || is('content-visibility', 'hidden'))
    return true
  if (isZero(rules.get('font-size')) || isZero(rules.get('opacity'))) return true
  if (is('color', 'transparent') || hasOwnColour(rules)) return true
  const isCut = is('overflow', 'hidden', 'clip')
  if (isCut && ['height', 'width', 'max-height', 'max-width'].some((name) => isZero(rules.get(name))))
    return true
  if (isClipped(rules.get('clip') ?? rules.get('clip-path') ?? '')) return true
  return ['left', 'right', 'top', 'bottom', 'text-indent', 'margin-left', 'margin-top'].some((name) =>
    isFarOff(rules.get(name)),
  )
}

function rulesOf(style: string): ReadonlyMap<string, string> {
  const rules = new Map<string, string>()
  for (const rule of style.toLowerCase().split(';')) {
    const colon = rule.indexOf(':')
    if (colon === -1) continue
    const value = rule.slice(colon + 1).split('!important')[0]!
    rules.set(rule.slice(0, colon).trim(), value.trim())
  }
  return rules
}

/** A region of no size, such as `rect(0 0 0 0)` or `inset(50%)`. */
function isClipped(clip: string): boolean {
  const [shape, ...sizes] = clip.split(/[^a-z0-9%.]+/).filter((word) => word !== '')
  if (shape === 'inset') return sizes[0] === '50%' || sizes[0] === '100%'
  return shape === 'rect' && sizes.length > 0 && sizes.every((size) => ['0', '1px', '0px'].includes(size))
}

const isZero = (value: string | undefined): boolean =>
  value !== undefined && /^[0-9.]+(px|em|rem|pt|%)?$/.test(value) && Number.parseFloat(value) === 0

const isFarOff = (value: string | undefined): boolean =>
  value !== undefined && /^-[0-9]{3,9}[.a-z%0-9]*$/.test(value)

function hasOwnColour(rules: ReadonlyMap<string, string>): boolean {
  const colour = rules.get('color')
  return colour !== undefined && (rules.get('background') ?? rules.get('background-color')) === colour
}

/** Words of class names and ids, and what they suggest. */
const words: ReadonlyMap<string, Mark> = new Map(
  (
    [
      ['comments', 'comment comments disqus discussion replies'],
      ['related', 'related recommended recommendations recirc trending popular teaser teasers'],
      ['promo', 'promo promos promotion ad ads advert advertisement sponsor sponsored newsletter subscribe'],
      ['cookie', 'cookie cookies consent gdpr cmp onetrust ccpa'],
      [
        'navigation',
        'nav navbar navigation menu breadcrumb breadcrumbs pager pagination skip topbar masthead',
      ],
      ['footer', 'footer colophon'],
      ['aside', 'sidebar aside rail widget widgets'],
      ['control', 'share sharing social'],
    ] as const
  ).flatMap(([mark, list]) => list.split(' ').map((word) => [word, mark] as const)),
)

function hintsOf(attributes: Attributes): Mark[] {
  const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`
  if (names === ' ') return []
  const found: Mark[] = []
  // Class names join words by hyphens, underscores and capitals.
  for (const word of names.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^a-zA-Z]+/)) {
    const mark = words.get(word.toLowerCase())
    if (mark !== undefined) found.push(mark)
  }
  return found
}
