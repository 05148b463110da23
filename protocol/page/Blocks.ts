import type { Span } from './Offsets.ts'

/** What a part of a page is marked as by its markup. */
export type Mark =
  | 'hidden'
  | 'aria-hidden'
  | 'noscript'
  | 'dialog'
  | 'control'
  | 'navigation'
  | 'header'
  | 'footer'
  | 'aside'
  | 'comments'
  | 'related'
  | 'promo'
  | 'cookie'

/** What ties a cell or a definition to its meaning: the head of its column or row, the heading of its section, its term. */
export type Head = Span & {
  readonly axis: 'column' | 'row' | 'section' | 'term'
  /** The page does not say that this is a head; it looks like one. */
  readonly isGuessed: boolean
}

type Kinds =
  | { readonly kind: 'heading'; readonly level: number }
  | {
      readonly kind: 'cell'
      readonly column: number
      readonly isHeader: boolean
      readonly heads: readonly Head[]
    }
  | { readonly kind: 'row'; readonly isHeader: boolean }
  | { readonly kind: 'definition'; readonly heads: readonly Head[] }
  /** A value, an object or an array of JSON; `path` is a JSON pointer. */
  | { readonly kind: 'value' | 'record' | 'array'; readonly path: string }
  | { readonly kind: 'entry'; readonly entry: Entry }
  | {
      readonly kind:
        | 'paragraph'
        | 'item'
        | 'quote'
        | 'code'
        | 'caption'
        | 'term'
        /** A part of a line that differs from the rest, such as hidden text. */
        | 'inline'
        /** These hold other blocks. */
        | 'table'
        | 'list'
        | 'group'
    }

/** An item of a feed. */
export type Entry = {
  readonly title: string | null
  readonly link: string | null
  readonly published: string | null
  readonly updated: string | null
}

/**
 * A part of a page. Blocks stand in the order in which they begin, each after the block that holds it; those that do not hold one
 * another do not overlap.
 */
export type Block = Span &
  Kinds & {
    /** The index of the block that holds this one. */
    readonly parent: number | null
    /** What elements, roles and attributes say of it. */
    readonly marks: readonly Mark[]
    /** What class names, ids and headings suggest. */
    readonly hints: readonly Mark[]
  }

export type Kind = Block['kind']

/** A block while it is read. */
export type Draft = {
  kind: Kind | null
  start: number
  end: number
  parent: Draft | null
  marks: readonly Mark[]
  hints: readonly Mark[]
  more: Record<string, unknown>
  index: number
}

/** Collects blocks in the order in which they begin. */
export class Drafts {
  private readonly all: Draft[] = []

  open(parent: Draft | null, marks: readonly Mark[], hints: readonly Mark[]): Draft {
    const draft: Draft = { kind: null, start: -1, end: -1, parent, marks, hints, more: {}, index: -1 }
    this.all.push(draft)
    return draft
  }

  /** Widens a block, and those that hold it when they close. */
  static widen(draft: Draft, { start, end }: Span): void {
    draft.start = draft.start === -1 ? start : Math.min(draft.start, start)
    draft.end = Math.max(draft.end, end)
  }

  /** The blocks that hold text; one that was opened for nothing gives its children to the one above. */
  get blocks(): readonly Block[] {
    const blocks: Block[] = []
    for (const draft of this.all) {
      const { parent, kind, start, end, marks, hints, more } = draft
      const above = parent === null ? null : parent.index === -1 ? null : parent.index
      if (kind === null || start === -1) {
        draft.index = above ?? -1
        continue
      }
      draft.index = blocks.length
      blocks.push({ kind, start, end, parent: above, marks, hints, ...more } as Block)
    }
    return blocks
  }
}
