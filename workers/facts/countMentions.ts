import type { Agreement } from './agree.ts'
import type { Code } from './Code.ts'
import type { Checked } from './checkFact.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Side } from './Fact.ts'
import type { PageView } from './PageView.ts'
import { isAsked } from './Speaker.ts'
import { countOf, mostOf, turnsOf, wordsIn } from './Turns.ts'

export type Counted = { readonly side: Side; readonly page: PageView; readonly count: number } | null

/** Decides a market on words said: code counts them in the whole record, and readers may not have attributed others. */
export function countMentions(
  spec: EventSpec,
  pages: readonly PageView[],
  { agreed, alone }: Agreement,
): Counted {
  const { mention } = spec
  const record = pages.find(({ source, fault }) => source.complete_for !== null && fault === null)
  if (mention === null || record === undefined) return null
  const count = countOf(spec, mention, record)
  if (count === null) return null
  const mine = [...agreed, ...alone].filter((each) => isOfSubject(spec, each))
  const readers = mine.reduce((sum, { fact }) => sum + wordsIn(fact.quote, mention), 0)
  if (readers > count) return null
  if (count >= mention.count) {
    const isBorne = agreed.some((each) => isOfSubject(spec, each))
    return isBorne ? { side: 'YES', page: record, count } : null
  }
  // What is left out of the record may hold the words.
  if (!record.isWhole) return null
  // Forms of the word that may count leave it open, unless it is another who says them.
  const isOpen =
    turnsOf(record).length === 1 && mostOf(mention, record.text) >= mention.count && !isExcluded(spec)
  return isOpen ? null : { side: 'NO', page: record, count }
}

/** The rules say which other forms do not count. */
const isExcluded = ({ predicate }: EventSpec): boolean =>
  predicate.rejects.some((each) => /forms?|plural|variation|synonym|["“]/i.test(each))

/** What keeps a passage from being a part of the record at all. */
const grave: ReadonlySet<Code> = new Set(['QUOTE_ABSENT', 'PAGE_UNHEALTHY', 'TEXT_HIDDEN', 'NOT_THE_AUTHOR'])

/** Whether a reader says that the subject says the words, where code can't see that another does. */
function isOfSubject(spec: EventSpec, { fact, page, codes }: Checked): boolean {
  if (page === null || spec.mention === null || codes.some((code) => grave.has(code))) return false
  if (wordsIn(fact.quote, spec.mention) === 0) return false
  if (!isAsked(fact.subject, spec, page)) return false
  const at = page.text.indexOf(fact.quote)
  const turn = turnsOf(page).find(({ start, end }) => start <= at && at < end)
  return turn?.speaker == null || isAsked(turn.speaker, spec, page)
}
