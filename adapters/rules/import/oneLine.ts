const longestTitle = 512

/**
 * A text as one line of a § question: in normal form C, without blanks at its ends; a § mark would begin a tag, and what has no glyph or was no
 * text is left out.
 *
 * @example
 * oneLine(' Will it\n rain? ') // 'Will it rain?'
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[§\ufffd\p{Cc}\p{Cf}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()

/** The same, and no longer than a title is. */
export const titleOf = (text: string): string =>
  oneLine(text)
    .slice(0, longestTitle)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()
