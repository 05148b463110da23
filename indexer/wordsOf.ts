/** The words of a text as it is searched by: lower case, each once, split at all that is neither letter nor digit. */
export const wordsOf = (text: string, most = 512): string[] =>
  [
    ...new Set(
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    ),
  ]
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 64).toWellFormed())
    .slice(0, most)

/** All words of a search must be there, each of them whole or as a beginning; null where it has none. */
export function tsqueryOf(search: string): string | null {
  const words = wordsOf(search, 8)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
