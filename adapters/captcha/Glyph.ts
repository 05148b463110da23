/** A letter, or a number in digits, with what stands between it and the one before. */
export type Glyph = {
  /** a–z, or empty for a number in digits. */
  readonly letter: string
  readonly digits: string
  /** Where it stands in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly gap: Gap
  /** The gap as it is written. */
  readonly before: string
}

/** `clause` is one that parts sentences or clauses. */
export type Gap = 'none' | 'signs' | 'space' | 'both' | 'clause'

/** Digits that stand for the letters they look like, as in `m0lting`. */
const lookalikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** The letters and numbers of a text in one pass: case, accents and decoration are gone, gaps are remembered. */
export function readGlyphs(text: string): Glyph[] {
  const glyphs: Glyph[] = []
  let before = ''
  const push = (letter: string, digits: string, start: number, end: number) => {
    const gap = gapOf(before)
    // A letter that is written more often says no more than one written twice.
    if (letter !== '' && gap === 'none' && endsInRun(glyphs, letter)) glyphs.push({ ...glyphs.pop()!, end })
    else glyphs.push({ letter, digits, start, end, gap, before })
    before = ''
  }
  for (let i = 0; i < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(i)!)
    const next = i + character.length
    const plain = character.normalize('NFKD').toLowerCase()[0] ?? ''
    if (isLetter(plain)) push(plain, '', i, next)
    else if (isDigit(plain)) {
      const end = endOfNumber(text, i)
      const isInner = before === '' || (!/\s/.test(before) && /\p{L}/u.test(text[end] ?? ''))
      const isGlued = isInner && glyphs.length > 0 && glyphs.at(-1)!.letter !== ''
      const letter = isGlued && end === next ? lookalikes[plain] : undefined
      push(letter ?? '', letter === undefined ? text.slice(i, end) : '', i, end)
      i = end
      continue
    }
    // An apostrophe belongs to a word, and a combining mark to the letter before it.
    else if (!/['’`\p{M}]/u.test(character)) before += character
    i = next
  }
  return glyphs
}

function gapOf(before: string): Gap {
  if (before === '') return 'none'
  if (!/\s/.test(before)) return 'signs'
  if (/[,;?!]/.test(before)) return 'clause'
  return /\S/.test(before) ? 'both' : 'space'
}

/** Whether two of the letter stand here already with nothing between them. */
function endsInRun(glyphs: readonly Glyph[], letter: string): boolean {
  const last = glyphs.at(-1)
  return last?.letter === letter && last.gap === 'none' && glyphs.at(-2)?.letter === letter
}

/** Digits with one decimal point at most; a comma among them parts thousands. */
function endOfNumber(text: string, start: number): number {
  let end = start
  let hasPoint = false
  while (end < text.length) {
    const isInner = isDigit(text[end + 1] ?? '')
    if (text[end] === '.' && isInner && !hasPoint) hasPoint = true
    else if (!(text[end] === ',' && isInner && !hasPoint) && !isDigit(text[end]!)) break
    end++
  }
  return Math.max(end, start + 1)
}

const isLetter = (character: string): boolean => character >= 'a' && character <= 'z'
const isDigit = (character: string): boolean => character >= '0' && character <= '9'
