import { RE2JS } from 're2js'
import { type Entry, kindsOf } from '../../source/registry/Entry.ts'
import * as Template from '../../source/registry/template.ts'
import type { QuestionFacts } from './QuestionFacts.ts'

/** A text as a row of its words, so that names are found as whole words only. */
const rowOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `

/** Whether a text has a name or a phrase, as whole words and in any case. */
export function names(text: string, phrase: string): boolean {
  const row = rowOf(phrase)
  return row !== '  ' && row.trim() !== '' && rowOf(text).includes(row)
}

/** The addresses of an entry for a question, one for each page; or which slot nothing fills. */
export function fillEntry(
  entry: Entry,
  facts: QuestionFacts,
): { readonly urls: readonly string[] } | { readonly why: string } {
  const values = { ...facts.values, ...ownValues(entry, facts) }
  const { first, step, pages } = entry.paging ?? { first: 1, step: 1, pages: 1 }
  const urls: string[] = []
  for (let i = 0; i < pages; i++) {
    const filled = Template.fill(entry.url, kindsOf(entry), { ...values, page: String(first + i * step) })
    if ('why' in filled) return { why: `{${filled.slot}}: ${filled.why}` }
    urls.push(filled.url)
  }
  return { urls }
}

/** What the entry's own slots come to: by a name of its list, by a pattern, or as it says otherwise. */
function ownValues({ slots, subjects }: Entry, { title, text }: QuestionFacts): Record<string, string> {
  const byTitle = subjects.find((one) => one.names.some((name) => names(title, name)))
  const known = byTitle ?? subjects.find((one) => one.names.some((name) => names(text, name)))
  const values: Record<string, string> = {}
  for (const [name, { find, otherwise }] of Object.entries(slots)) {
    const value = known?.slots[name] ?? firstMatch(find, text) ?? otherwise
    if (value !== undefined) values[name] = value
  }
  return values
}

function firstMatch(patterns: readonly string[], text: string): string | undefined {
  for (const pattern of patterns) {
    const matcher = RE2JS.compile(pattern).matcher(text)
    if (matcher.find()) return matcher.group('value') ?? undefined
  }
  return undefined
}
