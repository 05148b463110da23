import { attributesOf } from './Attributes.ts'
import { type Block, type Draft, Drafts, type Entry } from './Blocks.ts'
import { dateOf, type PageDate, type Role } from './Dates.ts'
import { blocks as blockTags } from './Html.ts'
import { scan, type Tag } from './Markup.ts'
import type { Offsets, Span } from './Offsets.ts'

/** Fields of an item whose text is a paragraph, or holds HTML. */
const texts = new Set(['description', 'summary', 'content', 'content:encoded', 'subtitle'])
const others = new Set(['title', 'link', 'language'])
const dates: ReadonlyMap<string, Role> = new Map([
  ['pubdate', 'published'],
  ['published', 'published'],
  ['dc:date', 'published'],
  ['dcterms:issued', 'published'],
  ['updated', 'modified'],
  ['lastbuilddate', 'modified'],
  ['dcterms:modified', 'modified'],
])

export type Feed = {
  readonly title: string | null
  readonly language: string | null
  readonly blocks: readonly Block[]
  readonly dates: readonly PageDate[]
}

/** Reads RSS and Atom: each item with its title, its link and its dates, and the paragraphs in it. */
export class FeedBlocks {
  private readonly drafts = new Drafts()
  private readonly raw: string
  private readonly text: string
  private readonly offsets: Offsets
  private readonly dates: PageDate[] = []
  private title: string | null = null
  private language: string | null = null
  private item: { readonly draft: Draft; entry: Entry } | null = null
  /** The field of an item or of the feed that is being read, and the paragraph in it. */
  private field: string | null = null
  private paragraph: Draft | null = null
  private fieldText = ''
  private fieldSpan: Span | null = null

  constructor(raw: string, text: string, offsets: Offsets) {
    this.raw = raw
    this.text = text
    this.offsets = offsets
  }

  read(): Feed {
    scan(
      this.raw,
      { tag: (tag) => this.tag(tag), text: (start, end) => this.addText(start, end) },
      { isFeed: true },
    )
    this.endItem()
    const { title, language, dates } = this
    return { title, language, blocks: this.drafts.blocks, dates }
  }

  private tag(tag: Tag): void {
    const { name, isEnd } = tag
    if (name === 'item' || name === 'entry') {
      this.endItem()
      if (!isEnd) this.startItem()
    } else if (texts.has(name) || dates.has(name) || others.has(name)) {
      if (isEnd) this.endField(name)
      else this.startField(tag)
    } else if (name === 'feed' || name === 'rss') this.readRoot(tag)
    else if (blockTags.has(name)) this.endParagraph()
  }

  private readRoot(tag: Tag): void {
    if (!tag.isEnd) this.language ??= attributesOf(this.raw, tag).get('xml:lang') ?? null
  }

  private startItem(): void {
    const draft = this.drafts.open(null, [], [])
    draft.kind = 'entry'
    this.item = { draft, entry: { title: null, link: null, published: null, updated: null } }
  }

  private endItem(): void {
    this.endParagraph()
    this.field = null
    if (this.item === null) return
    const { draft, entry } = this.item
    draft.more.entry = entry
    this.item = null
  }

  private startField(tag: Tag): void {
    this.endParagraph()
    const { name } = tag
    if (name === 'link') {
      const attributes = attributesOf(this.raw, tag)
      const href = attributes.get('href')
      const relation = attributes.get('rel') ?? 'alternate'
      if (href !== undefined && relation === 'alternate') this.note({ link: href })
    }
    // A field within a field is a part of its text.
    this.field = name
    this.fieldText = ''
    this.fieldSpan = null
  }

  private endField(name: string): void {
    this.endParagraph()
    if (this.field !== name) return
    this.field = null
    const text = this.fieldText
    if (name === 'title') this.endTitle()
    if (name === 'link' && text !== '') this.note({ link: text })
    if (name === 'language') this.language ??= text
    const role = dates.get(name)
    if (role !== undefined) this.addDate(text, role)
  }

  /** The title of an item heads it. */
  private endTitle(): void {
    const span = this.fieldSpan
    if (span === null) return
    const text = this.text.slice(span.start, span.end).trim().slice(0, longestField)
    if (this.item === null) {
      this.title ??= text
      return
    }
    if (this.item.entry.title !== null) return
    this.note({ title: text })
    const heading = this.drafts.open(this.item.draft, [], [])
    heading.kind = 'heading'
    heading.more.level = 2
    Drafts.widen(heading, span)
  }

  private addDate(text: string, role: Role): void {
    const date = dateOf(text, 'feed', role, this.fieldSpan)
    if (date === null) return
    this.dates.push(date)
    this.note(role === 'published' ? { published: date.iso } : { updated: date.iso })
  }

  private addText(start: number, end: number): void {
    const span = this.offsets.span(start, end)
    if (span === null) return
    if (this.item !== null) Drafts.widen(this.item.draft, span)
    if (this.field === null) return
    if (texts.has(this.field)) this.addToParagraph(span)
    else if (this.fieldText.length < longestField) {
      this.fieldText += this.text.slice(span.start, Math.min(span.end, span.start + longestField))
      this.fieldSpan = { start: this.fieldSpan?.start ?? span.start, end: span.end }
    }
  }

  private addToParagraph(span: Span): void {
    if (this.paragraph === null) {
      this.paragraph = this.drafts.open(this.item?.draft ?? null, [], [])
      this.paragraph.kind = 'paragraph'
    }
    Drafts.widen(this.paragraph, span)
  }

  /** Ends a paragraph; one that shows tags, as escaped HTML does, is cut at them. */
  private endParagraph(): void {
    const draft = this.paragraph
    this.paragraph = null
    if (draft === null || draft.start === -1) return
    const text = this.text.slice(draft.start, draft.end)
    if (!text.includes('</')) return
    draft.kind = null
    const runs: Span[] = []
    let run: Span | null = null
    const end = () => {
      if (run !== null) runs.push(run)
      run = null
    }
    scan(text, {
      tag: ({ name }) => {
        if (blockTags.has(name)) end()
      },
      text: (from, to) => {
        if (text.slice(from, to).trim() !== '') run = { start: run?.start ?? from, end: to }
      },
    })
    end()
    for (const each of runs) this.addRun(draft, text, each)
  }

  private addRun(above: Draft, text: string, { start, end }: Span): void {
    const draft = this.drafts.open(above.parent, [], [])
    draft.kind = 'paragraph'
    let [from, to] = [start, end]
    while (text[from] === ' ') from++
    while (text[to - 1] === ' ') to--
    Drafts.widen(draft, { start: above.start + from, end: above.start + to })
  }

  private note(more: Partial<Entry>): void {
    if (this.item === null) return
    // The first value of a field stays.
    const { title, link, published, updated } = this.item.entry
    this.item.entry = {
      title: title ?? more.title ?? null,
      link: link ?? more.link ?? null,
      published: published ?? more.published ?? null,
      updated: updated ?? more.updated ?? null,
    }
  }
}

const longestField = 2_000
