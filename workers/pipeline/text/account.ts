import { Calendar, Instant, type Proof } from '../../../protocol/index.ts'
import type { Account } from '../Account.ts'
import { outputOf } from '../rule/judge.ts'
import { eventIn } from './Event.ts'
import { decidingIn, factsIn, pagesOf, type Stated } from './judge.ts'
import { policyFor } from './pagesIn.ts'
import { refused } from './refused.ts'

const longestQuote = 240

/** Tells what a proof about a market in words shows. All quotes are the pages'; no model's words are repeated. */
export function accountText(proof: Proof.Proof): Account {
  const { prompt_spec: spec, trace, bundle } = proof
  const { market } = spec
  const { verdict } = bundle
  const { subject, object } = eventIn(spec).spec
  const names = [subject, object].flatMap((one) => (one === null ? [] : [one.quote]))
  const name = names.join(' and ') || 'the subject of the question'
  const short = names[0] ?? name
  const rule = market.resolution_rules.rules.find((one) => one.rule_id === verdict.resolution_rule_id)!
  const sourceName = (id: string) => policyFor(spec, id)?.description ?? id
  const pages = pagesOf(trace)
  const listOf = (isRead: boolean) =>
    pages
      .filter(({ fault }) => (fault === null) === isRead)
      .map(({ page }) => sourceName(page))
      .join(' and ')
  const [read, unread] = [listOf(true), listOf(false)]
  const deciding = decidingIn(trace)
  const day = dayOf(market.resolution_deadline)
  const passages = passagesOf(deciding)
  const quoted = ({ fact }: Stated) =>
    `${sourceName(fact.page)} stated${whenOf(fact)}: ${inQuotes(fact.quote ?? '')}`
  const observed = [
    ...passages.map(quoted),
    ...countedIn(proof, sourceName),
    ...silentIn(proof, sourceName, short),
    ...(unread === '' ? [] : [`About ${short}, ${unread} could not be read.`]),
  ]
  const retrieved = `on ${dayOf(proof.evidence.collection_time)}`
  const against = refused(factsIn(trace), deciding).map(
    ({ page, why }) => `Against it, a passage in ${sourceName(page)} about ${short} does not count: ${why}.`,
  )
  const isDecided = verdict.outcome !== 'INVALID'
  return {
    asked: `Asked about ${name}: the event in question, with the deadline ${market.resolution_deadline}.`,
    observed,
    reasoning: [
      `For ${short} the market's rule "${rule.rule_id}" holds: ${rule.condition}.`,
      ...(isDecided && passages.length > 0
        ? [
            `Two readers who hear nothing of each other found ${passages.length === 1 ? 'it' : 'each of them'} alike.`,
          ]
        : []),
    ],
    against:
      against.length > 0
        ? against
        : [`In what was read ${retrieved}, no conflicting passage about ${short} was found.`],
    limits: [
      `Pages about ${short} were read ${retrieved} over plain HTTPS (tier 3); models only pointed at passages, and code checked every part of them.`,
    ],
    conclusion: `For ${short} the ${isDecided ? 'answer' : 'outcome'} is therefore ${verdict.outcome}.`,
    decisive:
      passages[0] === undefined
        ? `${observed[0] ?? rule.condition} Rule "${rule.rule_id}": ${rule.condition}.`
        : quoted(passages[0]),
    wouldChange: `A document of ${[read, unread].filter((one) => one !== '').join(' or ')} about ${name}, dated up to ${day}, that says otherwise would make me give up ${verdict.outcome}. It would be found at the addresses of my sources.`,
    weakest: `The weakest point: pages about ${short} came over plain HTTPS (tier 3), and models chose which of their passages to quote. The answer stands because ${rule.condition}; all ${proof.evidence.items.length} items of evidence are published for anyone to check.`,
  }
}

/** Both readers may have found one passage. */
function passagesOf(deciding: readonly Stated[]): Stated[] {
  const byQuote = new Map(deciding.map((one) => [`${one.fact.page} ${one.fact.quote}`, one]))
  return [...byQuote.values()]
}

const whenOf = ({ dated }: Stated['fact']): string => (dated === null ? '' : ` on ${dayOf(dated)}`)

type Silence = {
  readonly silent: string | null
  readonly counted: { readonly page: string; readonly count: number } | null
}

function countedIn(
  { trace, prompt_spec, bundle }: Proof.Proof,
  sourceName: (id: string) => string,
): string[] {
  const { counted } = outputOf<Silence>(trace, 'silence')
  const { mention } = eventIn(prompt_spec).spec
  if (counted === null || mention === null || !bundle.verdict.resolution_rule_id.startsWith('counted'))
    return []
  const words = mention.words.map((word) => `"${word}"`).join(' or ')
  return [
    `In ${sourceName(counted.page)}, the complete record, ${words} stands ${counted.count} times; ${mention.count} are asked for.`,
  ]
}

function silentIn(
  { trace, bundle }: Proof.Proof,
  sourceName: (id: string) => string,
  short: string,
): string[] {
  const { silent } = outputOf<Silence>(trace, 'silence')
  if (silent === null || bundle.verdict.resolution_rule_id !== 'silent') return []
  return [
    `${sourceName(silent)} lists all of it, with items from before and after the window, and nothing of ${short} that is asked.`,
  ]
}

/** The day of an instant as people write it. */
function dayOf(text: string): string {
  const { year, month, day } = Calendar.dayAt(Math.floor(Instant.parse(text) / 86_400))
  const name = Calendar.monthNames[month - 1]!
  return `${name[0]!.toUpperCase()}${name.slice(1)} ${day}, ${year}`
}

/** A sentence that brings its own full stop gets no second one. */
const inQuotes = (quote: string): string => `"${shorten(quote)}"${/[.!]$/.test(shorten(quote)) ? '' : '.'}`

const shorten = (quote: string): string =>
  quote.length <= longestQuote ? quote : `${[...quote].slice(0, longestQuote).join('')}…`
