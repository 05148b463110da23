import type { Word } from '../text/Words.ts'

/** The whole number that a word is, of at most nine digits; null when it is none. */
export const integer = (word: Word | undefined): number | null =>
  word !== undefined && isDigits(word.text) && word.text.length <= 9 ? Number(word.text) : null

export function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x30 || code > 0x39) return false
  }
  return text.length > 0
}
