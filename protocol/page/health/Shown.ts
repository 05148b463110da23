import type { Block, Kind, Mark } from '../Blocks.ts'
import type { Reading } from '../Reading.ts'

/** A part of a page that a reader sees: the text of a block that holds no others, without what is hidden in it. */
export type Part = {
  readonly kind: Kind
  readonly level: number
  readonly text: string
  readonly block: Block
}

/** The parts of a page by what they are for. */
export type Shown = {
  /** Every part that is not hidden. */
  readonly all: readonly Part[]
  /** What the page is about: no navigation, header, footer, dialog, control, advertisement. */
  readonly main: readonly Part[]
  /** The same, without regard to class names, which only suggest. */
  readonly marked: readonly Part[]
  readonly noscript: string
  /** Characters of `main`. */
  readonly length: number
  /** Where a page says what it is: its title, the parts of its title, its first headings; in lower case. */
  readonly voice: readonly string[]
  /** How its text begins. */
  readonly opening: string
}

const holders = new Set<Kind>(['group', 'list', 'table', 'row', 'record', 'array', 'entry'])
const aside: readonly Mark[] = [
  'noscript',
  'dialog',
  'control',
  'navigation',
  'header',
  'footer',
  'aside',
  'comments',
]
const suggested: readonly Mark[] = [
  'cookie',
  'promo',
  'navigation',
  'footer',
  'related',
  'control',
  'comments',
]

export function shownOf(page: Reading): Shown {
  const all = partsOf(page)
  const marked = all.filter(({ block }) => !block.marks.some((mark) => aside.includes(mark)))
  const main = marked.filter(({ block }) => !block.hints.some((mark) => suggested.includes(mark)))
  const noscript = all.filter(({ block }) => block.marks.includes('noscript')).map(({ text }) => text)
  return {
    all: all.filter(({ block }) => !block.marks.includes('noscript')),
    main,
    marked,
    noscript: noscript.join(' ').toLowerCase(),
    length: lengthOf(main),
    voice: voiceOf(page.title, all),
    opening: plain(main.find(({ level }) => level === 0)?.text.slice(0, longestOpening) ?? ''),
  }
}

export const lengthOf = (parts: readonly Part[]): number =>
  parts.reduce((length, { text }) => length + text.length, 0)

function partsOf({ blocks, text }: Reading): Part[] {
  const holds = new Set<number>()
  const cuts = new Map<number, Block[]>()
  for (const block of blocks) {
    if (block.parent === null) continue
    if (block.kind !== 'inline') holds.add(block.parent)
    else if (block.marks.includes('hidden')) {
      const found = cuts.get(block.parent) ?? []
      found.push(block)
      cuts.set(block.parent, found)
    }
  }
  const parts: Part[] = []
  blocks.forEach((block, i) => {
    const isPart = !holds.has(i) && !holders.has(block.kind) && block.kind !== 'inline'
    if (!isPart || block.marks.includes('hidden')) return
    const shown = withoutCuts(text, block, cuts.get(i) ?? [])
    if (shown !== '') parts.push({ kind: block.kind, level: levelOf(block), text: shown, block })
  })
  return parts
}

const levelOf = (block: Block): number => (block.kind === 'heading' ? block.level : 0)

function withoutCuts(text: string, { start, end }: Block, cuts: readonly Block[]): string {
  const kept: string[] = []
  let from = start
  for (const cut of cuts) {
    if (cut.start > from) kept.push(text.slice(from, cut.start))
    from = Math.max(from, cut.end)
  }
  if (from < end) kept.push(text.slice(from, end))
  return kept.join('').split('  ').join(' ').trim()
}

/** Parts of a voice that are longer say something else. */
const longestVoice = 120
const longestOpening = 200

function voiceOf(title: string | null, all: readonly Part[]): string[] {
  const headings = all.filter(({ level }) => level === 1 || level === 2).slice(0, 3)
  const said = [
    ...(title === null ? [] : [title, ...title.split(/[|–—·]| - /)]),
    ...headings.map(({ text }) => text),
  ]
  return said.map(plain).filter((text) => text !== '' && text.length <= longestVoice)
}

/** In lower case, with plain apostrophes. */
export const plain = (text: string): string => text.toLowerCase().split('’').join("'").trim()
