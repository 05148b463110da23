import { type Attributes, attributesOf } from './Attributes.ts'
import { type Block, type Draft, Drafts, type Head, type Kind } from './Blocks.ts'
import { blocks as blockTags } from './Html.ts'
import { join, type Marks, marksOf, noMarks, sectioning } from './Marks.ts'
import { scan, type Tag } from './Markup.ts'
import { empty, endedByClosing, endedByOpening } from './Nesting.ts'
import type { Offsets, Span } from './Offsets.ts'
import { StyleRules } from './StyleRules.ts'
import { Table } from './Table.ts'

/** Elements deeper than this belong to the last one that is followed; browsers stop at 512. */
const deepest = 256

/** What an element is when it holds one run of text, and when it holds several blocks. Others are paragraphs and groups. */
const leaves: ReadonlyMap<string, Kind> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'heading'] as const),
  ['li', 'item'],
  ['blockquote', 'quote'],
  ['pre', 'code'],
  ['xmp', 'code'],
  ['listing', 'code'],
  ['caption', 'caption'],
  ['figcaption', 'caption'],
  ['legend', 'caption'],
  ['dt', 'term'],
  ['dd', 'definition'],
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'cell'],
  ['table', 'table'],
  ['ul', 'list'],
  ['ol', 'list'],
  ['dl', 'list'],
  ['menu', 'list'],
])

/** These are what they are even if they hold a single block. */
const firm: ReadonlySet<Kind> = new Set<Kind>(['item', 'quote', 'definition', 'row', 'cell', 'table', 'list'])

/** Elements that every page has: everything is in them. */
const root = new Set(['html', 'head', 'body'])

/** Parts of a table that only gather rows. */
const through = new Set(['thead', 'tbody', 'tfoot'])

type Element = {
  readonly name: string
  readonly isBlock: boolean
  readonly marks: Marks
  readonly attributes: Attributes
  /** How many elements around it have headers and footers of their own. */
  readonly sections: number
  draft: Draft
  /** Blocks directly in it, and the last of them. */
  children: number
  only: Draft | null
  /** Of a table; of a list of terms the terms that the next definition is for. */
  readonly table: Table | null
  terms: Head[]
}

/** What is told of elements while blocks are read. */
export type Listener = {
  /** An element ends that was followed, with the text it holds. */
  readonly ended?: (name: string, attributes: Attributes, span: Span | null) => void
  /** A tag begins, followed or not. */
  readonly began?: (tag: Tag, attributes: Attributes) => void
  /** Text of an element that shows nothing. */
  readonly unseen?: (tag: Tag, start: number, end: number) => void
}

/** Reads the blocks of HTML. Each tag costs at most as many steps as elements may be open. */
export class HtmlBlocks {
  private readonly drafts = new Drafts()
  private readonly stack: Element[]
  private readonly raw: string
  private readonly text: string
  private readonly offsets: Offsets
  private readonly listener: Listener
  private readonly styles = new StyleRules()
  /** The run of text that is being read, and the element that it stands in. */
  private leaf: { readonly draft: Draft; readonly owner: number; inline: Draft | null } | null = null
  /** Elements that are open beyond the deepest. */
  private beyond = 0

  constructor(raw: string, text: string, offsets: Offsets, listener: Listener = {}) {
    this.raw = raw
    this.text = text
    this.offsets = offsets
    this.listener = listener
    const draft = this.drafts.open(null, [], [])
    this.stack = [
      {
        name: '',
        isBlock: true,
        marks: noMarks,
        attributes: new Map(),
        sections: 0,
        draft,
        children: 0,
        only: null,
        table: null,
        terms: [],
      },
    ]
  }

  read(from = 0): readonly Block[] {
    const visitor = {
      tag: (tag: Tag) => this.tag(tag),
      text: (start: number, end: number) => this.addText(this.offsets.span(start, end)),
      unseen: (tag: Tag, start: number, end: number) => {
        if (tag.name === 'style') this.styles.add(this.raw.slice(start, end))
        this.listener.unseen?.(tag, start, end)
      },
    }
    scan(this.raw, visitor, { from })
    this.endDownTo(1)
    this.endRun()
    return this.drafts.blocks
  }

  private get top(): Element {
    return this.stack[this.stack.length - 1]!
  }

  private tag(tag: Tag): void {
    const { name, isEnd } = tag
    if (name === '') return
    const isBlock = blockTags.has(name) && name !== 'br'
    if (isEnd) {
      this.close(name, isBlock)
      return
    }
    const attributes = attributesOf(this.raw, tag)
    this.listener.began?.(tag, attributes)
    if (isBlock) this.endRun()
    if (empty.has(name) || root.has(name)) return
    this.open(name, isBlock, attributes)
  }

  private open(name: string, isBlock: boolean, attributes: Attributes): void {
    if (this.beyond > 0 && isBlock) {
      this.beyond++
      return
    }
    this.endDownTo(endedByOpening(this.stack, name, isBlock))
    if ((name === 'td' || name === 'th') && this.top.name !== 'tr') this.push('tr', true, new Map())
    this.push(name, isBlock, attributes)
  }

  private push(name: string, isBlock: boolean, attributes: Attributes): void {
    const { top } = this
    const own = marksOf(name, attributes, top.marks, top.sections > 0)
    const marks = this.styles.hides(attributes) ? join(own, { marks: [], hints: ['hidden'] }) : own
    // An inline element that says nothing is followed only where its end would be taken for that of another.
    if (!isBlock && marks === top.marks && name !== 'time' && !this.isOpenInline(name)) return
    if (this.stack.length >= deepest) {
      if (isBlock) this.beyond++
      return
    }
    if (!isBlock && this.leaf === null) this.startRun()
    const isInRun = !isBlock && this.leaf!.owner === this.stack.length - 1
    const above = isInRun ? this.leaf!.draft : top.draft
    this.stack.push({
      name,
      isBlock,
      marks,
      attributes,
      sections: top.sections + (sectioning.has(name) ? 1 : 0),
      draft: this.drafts.open(above, marks.marks, marks.hints),
      children: 0,
      only: null,
      table: name === 'table' ? new Table() : null,
      terms: [],
    })
    if (name === 'tr') this.tableAbove()?.startRow()
  }

  private isOpenInline(name: string): boolean {
    for (let i = this.stack.length - 1; !this.stack[i]!.isBlock; i--)
      if (this.stack[i]!.name === name) return true
    return false
  }

  private close(name: string, isBlock: boolean): void {
    if (isBlock) this.endRun()
    if (this.beyond > 0 && isBlock) {
      this.beyond--
      return
    }
    this.endDownTo(endedByClosing(this.stack, name, isBlock))
  }

  private endDownTo(place: number): void {
    while (this.stack.length > place) {
      const element = this.top
      const isOwner = this.leaf !== null && this.leaf.owner === this.stack.length - 1
      if (element.isBlock || isOwner) this.endRun()
      this.stack.pop()
      if (element.isBlock) this.endBlock(element)
      else this.endInline(element, this.top)
      const { start, end } = element.draft
      this.listener.ended?.(element.name, element.attributes, start === -1 ? null : { start, end })
    }
  }

  private addText(span: Span | null): void {
    if (span === null) return
    if (this.leaf === null) this.startRun()
    Drafts.widen(this.leaf!.draft, span)
    if (!this.top.isBlock && this.leaf!.owner !== this.stack.length - 1) Drafts.widen(this.top.draft, span)
  }

  private startRun(): void {
    const { top } = this
    const draft = this.drafts.open(top.draft, top.marks.marks, top.marks.hints)
    this.leaf = { draft, owner: this.stack.length - 1, inline: null }
  }

  /** Ends a run of text. Inline elements that are still open go on in the next one, as blocks of their own. */
  private endRun(): void {
    if (this.leaf === null) return
    const { draft, owner } = this.leaf
    for (let i = this.stack.length - 1; i > owner; i--) this.endInline(this.stack[i]!, this.stack[i - 1]!)
    const { inline } = this.leaf
    this.leaf = null
    if (inline?.kind === 'inline' && inline.start === draft.start && inline.end === draft.end) {
      // What differs is the whole run.
      draft.marks = inline.marks
      draft.hints = inline.hints
      inline.kind = null
    }
    let above = this.stack[owner]!
    for (let i = owner + 1; i < this.stack.length; i++) {
      const element = this.stack[i]!
      element.draft = this.drafts.open(above.draft, element.marks.marks, element.marks.hints)
      element.children = 0
      above = element
    }
    if (draft.start !== -1) {
      draft.kind = 'paragraph'
      this.adopt(this.stack[owner]!, draft)
    }
  }

  private adopt(above: Element, draft: Draft): void {
    Drafts.widen(above.draft, draft)
    above.children++
    above.only = draft
  }

  private endInline({ draft, children, only, marks }: Element, below: Element): void {
    if (draft.start === -1) return
    if (children > 0) {
      if (children > 1) draft.kind = 'group'
      this.adopt(below, children > 1 ? draft : only!)
      return
    }
    // Only what differs from the text around it is a block of its own.
    const above = draft.parent!
    if (marks.marks !== above.marks || marks.hints !== above.hints) draft.kind = 'inline'
    Drafts.widen(above, draft)
    if (this.leaf?.draft === above) this.leaf.inline = draft
  }

  private endBlock(element: Element): void {
    const { draft, name, children, only } = element
    if (element.table !== null) element.table.end(this.textOf)
    if (through.has(name)) {
      if (children > 0) this.adopt(this.top, only!)
      this.top.children += Math.max(0, children - 1)
      if (draft.start !== -1) Drafts.widen(this.top.draft, draft)
      return
    }
    const kind = leaves.get(name)
    this.fold(element, kind)
    this.describe(element, kind)
    if (draft.start !== -1) this.adopt(this.top, draft.kind === null ? only! : draft)
  }

  /** Makes one block of an element and the only run of text in it. */
  private fold({ draft, children, only }: Element, kind: Kind | undefined): void {
    if (children === 0 || draft.start === -1) return
    if (children > 1) {
      draft.kind = kind ?? 'group'
      return
    }
    const isRun = only!.kind === 'paragraph'
    if (isRun && kind !== 'table' && kind !== 'list' && kind !== 'row') {
      draft.kind = kind ?? 'paragraph'
      draft.marks = only!.marks
      draft.hints = only!.hints
      only!.kind = null
    } else if (kind !== undefined && firm.has(kind)) draft.kind = kind
  }

  private describe(element: Element, kind: Kind | undefined): void {
    const { draft, name, attributes } = element
    if (kind === 'heading') draft.more.level = Number(name[1])
    if (kind === 'row') this.describeRow(draft)
    if (kind === 'cell') {
      Object.assign(draft.more, { column: 0, isHeader: name === 'th', heads: [] })
      this.tableAbove()?.addCell(draft, name === 'th', {
        width: attributes.get('colspan'),
        height: attributes.get('rowspan'),
      })
    }
    if (kind === 'term' || kind === 'definition') this.describeTerm(draft, kind)
  }

  private describeRow(draft: Draft): void {
    const isInHead = this.top.name === 'thead'
    draft.more.isHeader = this.tableAbove()?.endRow(isInHead, this.textOf) ?? false
  }

  private describeTerm(draft: Draft, kind: 'term' | 'definition'): void {
    const list = this.stack.findLast(({ name }) => name === 'dl') ?? this.stack[0]!
    if (kind === 'definition') {
      draft.more.heads = list.terms
      return
    }
    if (draft.start === -1) return
    const head: Head = { start: draft.start, end: draft.end, axis: 'term', isGuessed: false }
    // Terms that stand together share what follows them.
    const isNext = list.only?.kind === 'term'
    list.terms = isNext ? [...list.terms.slice(-2), head] : [head]
  }

  private tableAbove(): Table | undefined {
    return this.stack.findLast(({ table }) => table !== null)?.table ?? undefined
  }

  private readonly textOf = ({ start, end }: Span): string =>
    this.text.slice(start, Math.min(end, start + 100))
}
