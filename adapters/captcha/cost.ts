/**
 * What each kind of damage costs. Only their proportions count: a word in pieces is likelier than two words run together,
 * which is likelier than a wrong letter; a vowel is taken for another sooner than a consonant; letters that are no word at
 * all are the last resort, the more so where they would touch a word.
 */
export const cost = {
  word: 4,
  slip: 10,
  vowel: 6,
  swap: 8,
  within: { none: 0, signs: 1, space: 2, both: 3, clause: 8 },
  between: { none: 6, signs: 2, space: 0, both: 0, clause: 0 },
  /** Added where a number runs into its neighbour: most such are inside longer words, as the ten of `intense`. */
  gluedNumber: 6,
  /** Added for each space in a word that decides nothing: `of ten` is not often. */
  plainInPieces: 3,
  /** Added where such a word runs into the one before: `see been` is sooner a misspelt seven. */
  gluedPlain: 4,
  gluedJunk: 16,
  junk: 6,
  junkLetter: 5,
} as const
