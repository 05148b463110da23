import * as Fields from '../Fields.ts'

/**
 * Finds many phrases in one pass over a sentence's words: at each word the longest phrase that starts there is counted,
 * and reading goes on behind it, so that "not yet available" counts once.
 */
export type Index<category extends string> = {
  readonly categories: readonly category[]
  /** Entries by their first word, longest first. */
  readonly entries: ReadonlyMap<string, readonly Entry<category>[]>
}

export type Hits<category extends string> = { [name in category]: number }

type Entry<category> = { readonly words: readonly string[]; readonly category: category }

/** Reads a table of categories, each a list of phrases separated by `|`. */
export function compile<category extends string>(table: Readonly<Record<category, string>>): Index<category> {
  const categories = Fields.names(table)
  const entries = new Map<string, Entry<category>[]>()
  for (const category of categories) {
    for (const phrase of table[category].split('|')) {
      const words = phrase.trim().split(' ')
      const first = words[0]!
      const known = entries.get(first)
      if (known === undefined) entries.set(first, [{ words, category }])
      else known.push({ words, category })
    }
  }
  for (const list of entries.values()) list.sort((a, b) => b.words.length - a.words.length)
  return { categories, entries }
}

export function none<category extends string>(index: Index<category>): Hits<category> {
  const hits = {} as Hits<category>
  for (const category of index.categories) hits[category] = 0
  return hits
}

/** Calls `visit` for each phrase found, in order, with the positions of its first word and of the word behind it. */
export function scan<category extends string>(
  index: Index<category>,
  words: readonly string[],
  visit: (category: category, start: number, end: number) => void,
): void {
  for (let i = 0; i < words.length; ) {
    const entry = longest(index, words, i)
    const end = i + (entry?.words.length ?? 1)
    if (entry !== undefined) visit(entry.category, i, end)
    i = end
  }
}

/** How often each category is met. */
export function count<category extends string>(
  index: Index<category>,
  words: readonly string[],
): Hits<category> {
  const hits = none(index)
  scan(index, words, (category) => {
    hits[category]++
  })
  return hits
}

function longest<category extends string>(
  index: Index<category>,
  words: readonly string[],
  at: number,
): Entry<category> | undefined {
  return index.entries.get(words[at]!)?.find((entry) => startsAt(words, at, entry.words))
}

function startsAt(words: readonly string[], at: number, phrase: readonly string[]): boolean {
  for (let i = 1; i < phrase.length; i++) if (phrase[i] !== words[at + i]) return false
  return true
}
