import { z } from 'zod'
import { BaseError, Question, type Verification } from '../../protocol/index.ts'
import { readDate } from '../../reading/text/readDate.ts'
import { toListing } from '../../reading/uma/Request.ts'
import type { Subject } from './Subject.ts'

/** A market as Polymarket's Gamma API gives it, as far as a question is made of it. */
const template = z.object({
  question: z.string().min(1).max(1_024),
  description: z.string().nullish(),
  startDate: z.string().nullish(),
  createdAt: z.string().nullish(),
  endDate: z.string().nullish(),
})

const longestQuestion = 2_048

/**
 * The subject of a Polymarket market: its title and its rules are the question, its end is the deadline. What the market leaves
 * open stays null, for the prompt engineer to name.
 *
 * @example
 * const subject = fromPolymarket({ chain_id, market, market_id: '7', round: 1 }, await gamma.json())
 */
export function fromPolymarket(
  place: Pick<Subject, 'chain_id' | 'market' | 'market_id' | 'round'>,
  market: unknown,
): Subject {
  const read = template.safeParse(toListing(market) ?? market)
  if (!read.success) throw new UnreadableMarketError(read.error)
  const { question, description, startDate, createdAt, endDate } = read.data
  const text = [question, description ?? ''].join('\n').trim()
  return Question.pose({
    ...place,
    // Never half of a surrogate pair: nothing could hash it.
    question: text.slice(0, longestQuestion).replace(/[\uD800-\uDBFF]$/, ''),
    deadline: secondsOf(endDate),
    created: secondsOf(startDate) ?? secondsOf(createdAt),
  })
}

/** A day alone is no deadline: which of its seconds is meant would be a guess. */
const secondsOf = (text: string | null | undefined): number | null => {
  const dated = readDate(text ?? '')
  return dated === null || dated.by_day ? null : dated.from
}

/** What settles a two-sided market of conditional tokens: shares of the pot for yes and no, and UMA's price for the same. */
export type Settlement = {
  readonly payouts: readonly [yes: 0 | 1, no: 0 | 1]
  /** × 10^18: 1 for yes, 0 for no, a half for neither. */
  readonly price: string
  readonly por_root: string
}

export function toPolymarket({ outcome, por_root }: Verification.ResolutionPayload): Settlement {
  if (outcome === 'YES') return { payouts: [1, 0], price: '1000000000000000000', por_root }
  if (outcome === 'NO') return { payouts: [0, 1], price: '0', por_root }
  return { payouts: [1, 1], price: '500000000000000000', por_root }
}

export class UnreadableMarketError extends BaseError {
  override readonly name = 'Polymarket.UnreadableMarketError'
  constructor(error: z.ZodError) {
    const [issue] = error.issues
    super(`This is no market of Gamma: ${issue?.path.join('.') || 'market'}: ${issue?.message}.`, {
      metaMessages: ['Give one element of what https://gamma-api.polymarket.com/markets answers.'],
    })
  }
}
