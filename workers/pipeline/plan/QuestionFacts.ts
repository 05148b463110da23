import { Calendar, Instant } from '../../../protocol/index.ts'
import { readMarketOrEmpty } from '../../../reading/Market.ts'
import { readFacts } from '../../../reading/rule/readFacts.ts'
import { rolesIn } from '../../../reading/rule/roles.ts'
import { keywords } from '../../../reading/text/keywords.ts'
import { scan, type Word } from '../../../reading/text/Words.ts'
import { displayOf } from '../questionIn.ts'
import type { Subject } from '../Subject.ts'

/** What a plan is made from: all of it read from the question's own words and the market's times. */
export type QuestionFacts = {
  readonly title: string
  /** Title and rules, as they stand. */
  readonly text: string
  /** Hosts and domains that the rules name as their sources, in order; background links are none. */
  readonly named: readonly string[]
  /** The addresses that the rules link as their sources. */
  readonly links: readonly string[]
  /** Values of the slots that every question fills, as far as it says them. */
  readonly values: Readonly<Record<string, string>>
}

/** How long a market can have been open where nobody can be asked when it was created. */
const longestMarket = 31_536_000
const mostLinks = 8

export function questionFacts(subject: Subject & { readonly deadline: number }): QuestionFacts {
  const { question, deadline, created } = subject
  const text = apart(question)
  const title = titleIn(displayOf(subject))
  const words = scan(text)
  const cited = citedLinks(text, words)
  const from = created ?? Math.max(0, deadline - longestMarket)
  return {
    title,
    text,
    named: [...new Set([...cited.map(({ host }) => host), ...namedDomains(title, text, words)])],
    links: [...new Set(cited.flatMap(({ url }) => (url === null ? [] : [url])))].slice(0, mostLinks),
    values: { ...subjectOf(title), ...timesOf(dayIn(title, text, deadline), from, deadline) },
  }
}

/** A point behind an address ends a sentence; the reader of words would take it into the address. */
const apart = (text: string): string =>
  text.replace(/\S+/g, (word) => {
    const end = word.search(/[.,;:!?]+$/)
    return end > 0 && /^\(?https?:/i.test(word) ? `${word.slice(0, end)} ${word.slice(end)}` : word
  })

/** Up to its question mark, where question and rules are one text; else its first line. */
function titleIn(text: string): string {
  const line = text.trim().split('\n', 1)[0]!
  const mark = line.indexOf('?')
  return mark === -1 ? line : line.slice(0, mark + 1)
}

type Cited = { readonly host: string; readonly url: string | null }

/** Whether a sentence of the rules names its links as sources. Where one does, links of other sentences are background. */
function sourcesIn(words: readonly Word[]): (word: Word) => boolean {
  const roleOf = rolesIn(words)
  const isNaming = (word: Word) => ['decides', 'cites'].includes(roleOf(word))
  const isSaid = words.some((word) => word.kind === 'address' && isNaming(word))
  return (word) => (isSaid ? isNaming(word) : roleOf(word) !== 'aside')
}

/** Addresses that the text gives as sources. One without a path names a host and links no page. */
function citedLinks(text: string, words: readonly Word[]): Cited[] {
  const isSource = sourcesIn(words)
  return words.flatMap((word) => {
    if (word.kind !== 'address' || !isSource(word)) return []
    const url = text.slice(word.start, word.end).replace(/[)\]'"]+$/, '')
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return []
    const { hostname, pathname, search } = new URL(url)
    const host = hostname.replace(/^www\./, '')
    return [{ host, url: pathname === '/' && search === '' ? null : url }]
  })
}

/** Domains of publications, leagues and bare host names that the rules cite. */
function namedDomains(title: string, text: string, words: readonly Word[]): string[] {
  const isSource = sourcesIn(words)
  const market = readMarketOrEmpty({ question: title, description: text })
  return readFacts(market).citations.flatMap(({ domain, kind, in: where, start }) => {
    const word = where === 'rules' ? words.find((one) => one.start === start) : undefined
    const isBackground = word !== undefined && !isSource(word)
    return domain === null || kind === 'mention' || isBackground ? [] : [domain]
  })
}

function subjectOf(title: string): Record<string, string> {
  const [name] = keywords(title).names
  return name === undefined ? {} : { subject: name, quoted_subject: name }
}

/** The day that the title names last, or that of the deadline. */
function dayIn(title: string, text: string, deadline: number): number {
  const market = readMarketOrEmpty({ question: title, description: text, endDate: Instant.format(deadline) })
  const dates = readFacts(market, { around: deadline }).question.dates
  const last = dates.at(-1)
  if (last === undefined || last.year === null || last.month === null || last.day === null) return deadline
  const at = `${pad(last.year, 4)}-${pad(last.month, 2)}-${pad(last.day, 2)}T00:00:00Z`
  return Instant.isInstant(at) ? Instant.parse(at) : deadline
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

function dayOf(at: number): string {
  const { year, month, day } = Calendar.dayAt(Math.floor(at / 86_400))
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

function timesOf(day: number, from: number, to: number): Record<string, string> {
  const date = dayOf(day)
  return {
    date,
    compact_date: date,
    year: date.slice(0, 4),
    month: date.slice(5, 7),
    from: dayOf(from),
    to: dayOf(to),
    from_year: dayOf(from).slice(0, 4),
    to_year: dayOf(to).slice(0, 4),
    from_seconds: String(from),
    to_seconds: String(to),
  }
}
