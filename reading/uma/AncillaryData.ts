import { readPrices } from './prices.ts'
import { type Stamps, takeStamps } from './stamps.ts'

/** A price that may be proposed, and the outcome that it stands for. */
export type Price = { readonly name: string; readonly price: string; readonly means: string | null }

/** What is said beside the rule: no source and no part of it, but something that whoever resolves it must know. */
export type Notice =
  /** Updates of the rule may stand on a board; only those of the question's creator count. */
  | { readonly kind: 'bulletin_board'; readonly board: string; readonly described_at: string | null }
  /** An update of the rule, as it was posted. */
  | { readonly kind: 'update'; readonly at: string | null; readonly text: string }
  | { readonly kind: 'instruction'; readonly text: string }

/** The text of a request to UMA's oracle, taken apart. */
export type AncillaryData = {
  readonly question: string
  readonly description: string
  /** As Polymarket numbers it. */
  readonly market_id: string | null
  readonly prices: readonly Price[]
  /** Whoever asked, for whom an adapter wrote it at the end. */
  readonly initializer: string | null
  readonly stamps: Stamps
  readonly notices: readonly Notice[]
  /** How many characters at the end were stamped on after the initializer; they are ASCII, so that they are as many bytes. */
  readonly stamped: number
}

/**
 * Whether a text begins as ancillary data of a question does.
 *
 * @example
 * isAncillary('q: title: Will it rain?, description: …') // true
 */
export const isAncillary = (text: string): boolean => /^\s{0,64}q\s{0,8}:/.test(text)

/**
 * Takes ancillary data apart: `q: title: …, description: … res_data: p1: 0, p2: 1. Where p1 corresponds to No, p2 to Yes. …,initializer:…`,
 * and the older spellings of it. Whatever is missing is null or empty.
 */
export function readAncillary(text: string): AncillaryData {
  const { body, initializer, stamps, stamped } = takeStamps(text)
  const start = body.indexOf(':') + 1
  const { rule, notices } = takeNotices(body.slice(start))
  const { before, prices, said } = readPrices(rule)
  const { question, description } = partsOf(before)
  const numbered = takeMarketId(description)
  return {
    question,
    description: numbered.description,
    market_id: numbered.market_id,
    prices,
    initializer,
    stamps,
    notices: [...said.map((one) => ({ kind: 'instruction' as const, text: one })), ...notices],
    stamped,
  }
}

const titleKey = /^\s{0,64}title\s{0,8}:/
const descriptionKey = /[,\n][\s,]{0,64}description\s{0,8}:/

function partsOf(text: string): { question: string; description: string } {
  const title = titleKey.exec(text)?.[0] ?? ''
  const rest = text.slice(title.length)
  const key = descriptionKey.exec(rest)
  const question = tidy(rest.slice(0, key?.index ?? rest.length)).replace(/^"(.*)"$/s, '$1')
  return { question, description: key === null ? '' : tidy(rest.slice(key.index + key[0].length)) }
}

/** Commas and blanks part the fields, and are no part of them. */
const tidy = (text: string): string => text.trim().replace(/[\s,]{1,64}$/, '')

const numberKey = /[\s,]market_id\s{0,8}:\s{0,8}(\d{1,20})$/

function takeMarketId(description: string): { description: string; market_id: string | null } {
  // Only the end is looked at, so that the search is short.
  const from = Math.max(0, description.length - 64)
  const match = numberKey.exec(description.slice(from))
  if (match === null) return { description, market_id: null }
  return { description: tidy(description.slice(0, from + match.index)), market_id: match[1]! }
}

const board =
  /"?Updates made by the question creator via the bulletin board at (0x[0-9a-fA-F]{40})(?: as described by (https?:\/\/[^\s,]{1,256}))? should be considered\.?/g

function takeNotices(text: string): { rule: string; notices: Notice[] } {
  const notices: Notice[] = []
  const rule = text.replace(board, (_, address: string, page?: string) => {
    notices.push({ kind: 'bulletin_board', board: address.toLowerCase(), described_at: page ?? null })
    return ''
  })
  return { rule, notices }
}
