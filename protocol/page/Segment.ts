/** A piece of visible text and where it stands in the raw page: `raw.slice(start, end)` shows it, or is what it was decoded from. */
export type Segment = { readonly text: string; readonly start: number; readonly end: number }

/**
 * White space that is collapsed: ASCII's, the no-break space, and Unicode's other spaces and line ends. A zero-width joiner is
 * not one of them.
 */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return code === 0xa0 || code === 0x85
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

/** Collects visible text, any run of white space as one space, none at the ends. Each raw character is looked at once. */
export class Writer {
  private readonly done: Segment[] = []
  private readonly raw: string
  /** Raw text that is shown as it is and may go on. */
  private run: { start: number; end: number } | null = null
  /** White space that is written once something visible follows. */
  private gap: { start: number; end: number } | null = null

  constructor(raw: string) {
    this.raw = raw
  }

  /** What is visible, in order. */
  get segments(): readonly Segment[] {
    this.endRun()
    return this.done
  }

  /** Shows a part of the raw text as it is. */
  copy(start: number, end: number): void {
    let from = start
    for (let i = start; i < end; i++) {
      if (!isSpace(this.raw.charCodeAt(i))) continue
      this.show(from, i)
      this.part(i, i + 1)
      from = i + 1
    }
    this.show(from, end)
  }

  /** Shows a character that a part of the raw text stands for, such as a decoded entity. */
  put(text: string, start: number, end: number): void {
    if (text === '') return
    if (isSpace(text.charCodeAt(0))) this.part(start, end)
    else {
      this.fill()
      this.add({ text, start, end })
    }
  }

  /** Parts what stands before from what follows. */
  part(start: number, end: number): void {
    if (this.gap === null) this.gap = { start, end }
    else this.gap.end = end
  }

  private show(start: number, end: number): void {
    if (start === end) return
    this.fill()
    this.extend(start, end)
  }

  /** Writes the space that is due, unless nothing stands before it. */
  private fill(): void {
    const { gap } = this
    this.gap = null
    if (gap === null || (this.run === null && this.done.length === 0)) return
    const { start, end } = gap
    if (end - start === 1 && this.raw[start] === ' ') this.extend(start, end)
    else this.add({ text: ' ', start, end })
  }

  private add(segment: Segment): void {
    this.endRun()
    this.done.push(segment)
  }

  private extend(start: number, end: number): void {
    if (this.run !== null && this.run.end === start) {
      this.run.end = end
      return
    }
    this.endRun()
    this.run = { start, end }
  }

  private endRun(): void {
    const { run } = this
    this.run = null
    if (run !== null) this.done.push({ ...run, text: this.raw.slice(run.start, run.end) })
  }
}

/**
 * A text with its white space collapsed, as it would stand in visible text.
 */
export function collapse(text: string): string {
  const writer = new Writer(text)
  writer.copy(0, text.length)
  return textOf(writer.segments)
}

/** The whole text of segments. */
export const textOf = (segments: readonly Segment[]): string => segments.map(({ text }) => text).join('')
