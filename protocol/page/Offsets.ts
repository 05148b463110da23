import type { Segment } from './Segment.ts'

/** A part of visible text: `text.slice(start, end)`. */
export type Span = { readonly start: number; readonly end: number }

/**
 * Where parts of a raw page stand in its visible text. Questions that move forward through the page cost no more than the page
 * is long.
 */
export class Offsets {
  private readonly segments: readonly Segment[]
  private readonly text: string
  /** Where each segment begins in the text. */
  private readonly begins: number[] = []
  private at = 0

  constructor(segments: readonly Segment[], text: string) {
    this.segments = segments
    this.text = text
    let begin = 0
    for (const segment of segments) {
      this.begins.push(begin)
      begin += segment.text.length
    }
  }

  /** What of a part of the raw page is visible, without spaces at its ends; null if nothing is. */
  span(from: number, to: number): Span | null {
    let start = this.place(from)
    let end = this.place(to)
    while (start < end && this.text.charCodeAt(start) === space) start++
    while (start < end && this.text.charCodeAt(end - 1) === space) end--
    return start < end ? { start, end } : null
  }

  /** Where the first character stands that begins at or after a place of the raw page. */
  private place(raw: number): number {
    const { segments, begins } = this
    while (this.at > 0 && segments[this.at - 1]!.end > raw) this.at--
    while (this.at < segments.length && segments[this.at]!.end <= raw) this.at++
    const segment = segments[this.at]
    if (segment === undefined) return this.text.length
    const begin = begins[this.at]!
    if (raw <= segment.start) return begin
    // A copied piece is as long as its part of the page; a decoded one is whole or not at all.
    const isCopy = segment.text.length === segment.end - segment.start
    return begin + (isCopy ? raw - segment.start : segment.text.length)
  }
}

const space = 0x20
