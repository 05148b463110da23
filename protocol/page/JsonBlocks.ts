import { type Block, type Draft, Drafts } from './Blocks.ts'
import type { Offsets, Span } from './Offsets.ts'
import { isSpace } from './Segment.ts'

/** What a listener hears of each value: its path, its key in the object that holds it, and its text. */
export type Value = {
  readonly path: string
  readonly key: string
  readonly span: Span
  readonly isText: boolean
}

/** Objects deeper than this belong to the last one that is followed. */
const deepest = 64
/** Longer keys are cut in paths. */
const longestKey = 64

type Container = { readonly draft: Draft; readonly isArray: boolean; readonly path: string; count: number }

/**
 * Reads the values of JSON, each with its path as a JSON pointer, and the objects and arrays that hold them. It scans, so that
 * depth costs nothing and a text that was cut off gives what there is.
 */
export class JsonBlocks {
  private readonly drafts = new Drafts()
  private readonly raw: string
  private readonly offsets: Offsets
  private readonly hear: (value: Value) => void
  private readonly stack: Container[] = []
  private beyond = 0
  private key: string | null = null

  constructor(raw: string, offsets: Offsets, hear: (value: Value) => void = () => {}) {
    this.raw = raw
    this.offsets = offsets
    this.hear = hear
  }

  read(): readonly Block[] {
    const { raw } = this
    let i = 0
    while (i < raw.length) {
      const code = raw.charCodeAt(i)
      if (code === quote) i = this.readString(i)
      else if (!isMark(code)) i = this.readWord(i)
      else {
        if (code === openBrace || code === openBracket) this.open(code === openBracket)
        if (code === closeBrace || code === closeBracket) this.close()
        i++
      }
    }
    while (this.stack.length > 0) this.end()
    return this.drafts.blocks
  }

  private readString(start: number): number {
    const { raw } = this
    let end = start + 1
    while (end < raw.length && raw.charCodeAt(end) !== quote) end += raw.charCodeAt(end) === backslash ? 2 : 1
    end = Math.min(end, raw.length)
    let next = end + 1
    while (isSpace(raw.charCodeAt(next))) next++
    if (raw.charCodeAt(next) === colon) {
      this.key = raw.slice(start + 1, Math.min(end, start + 1 + longestKey))
      return next + 1
    }
    this.addValue(this.offsets.span(start + 1, end), true)
    return end + 1
  }

  private readWord(start: number): number {
    let end = start
    while (end < this.raw.length && !isMark(this.raw.charCodeAt(end))) end++
    this.addValue(this.offsets.span(start, end), false)
    return end
  }

  private addValue(span: Span | null, isText: boolean): void {
    const above = this.stack[this.stack.length - 1]
    const key = this.nextKey()
    if (span === null) return
    const path = above === undefined ? '' : pathOf(above.path, key)
    const draft = this.drafts.open(above?.draft ?? null, [], [])
    draft.kind = 'value'
    draft.more.path = path
    Drafts.widen(draft, span)
    if (above !== undefined) Drafts.widen(above.draft, span)
    this.hear({ path, key, span, isText })
  }

  private nextKey(): string {
    const above = this.stack[this.stack.length - 1]
    const key = above?.isArray === true ? String(above.count++) : (this.key ?? '')
    this.key = null
    return key
  }

  private open(isArray: boolean): void {
    if (this.stack.length >= deepest) {
      this.beyond++
      return
    }
    const above = this.stack[this.stack.length - 1]
    const key = this.nextKey()
    const path = above === undefined ? '' : pathOf(above.path, key)
    const draft = this.drafts.open(above?.draft ?? null, [], [])
    draft.kind = isArray ? 'array' : 'record'
    draft.more.path = path
    this.stack.push({ draft, isArray, path, count: 0 })
  }

  private close(): void {
    if (this.beyond > 0) this.beyond--
    else if (this.stack.length > 0) this.end()
  }

  private end(): void {
    const { draft } = this.stack.pop()!
    const above = this.stack[this.stack.length - 1]
    if (above !== undefined && draft.start !== -1) Drafts.widen(above.draft, draft)
  }
}

/** A step of a JSON pointer (RFC 6901). */
const pathOf = (above: string, key: string): string =>
  `${above}/${key.split('~').join('~0').split('/').join('~1')}`

const isMark = (code: number): boolean =>
  isSpace(code) ||
  code === quote ||
  code === comma ||
  code === colon ||
  code === openBrace ||
  code === closeBrace ||
  code === openBracket ||
  code === closeBracket

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
