import { Question, Reference } from '../../../protocol/index.ts'
import { ExactJson } from '../../../protocol/source/index.ts'

type Round = { readonly question: string; readonly createdAt: number; readonly deadline: number }
type Asking = { readonly round: Round; readonly bases?: Reference.Bases }
type Reading = {
  readonly round: Round
  readonly status?: number
  readonly body: string
  readonly now: number
}
/** A body too long to be written down: `unit`, `count` times, between `before` and `after`. */
type Long = { readonly before: string; readonly unit: string; readonly count: number; readonly after: string }
type Chart = { readonly round: Round; readonly now: number; readonly points: number }

const bodyOf = ({ before, unit, count, after }: Long): string => `${before}${unit.repeat(count)}${after}`

export const run = {
  plan: ({ round, bases = Reference.defaultBases }: Asking) => Reference.plan(Question.pose(round), bases),
  read: ({ round, status = 200, body, now }: Reading) =>
    Reference.read(Question.pose(round), { status, body }, now),
  readLong: ({ round, now, ...long }: Omit<Reading, 'body'> & Long) =>
    Reference.read(Question.pose(round), { status: 200, body: bodyOf(long) }, now),
  /** A point a minute in each of CoinGecko's series. */
  readChart: ({ round, now, points }: Chart) => {
    const list = Array.from({ length: points }, (_, i) => [
      (round.createdAt + i * 60) * 1_000,
      70_000 + i / 8,
    ])
    const body = JSON.stringify({ prices: list, market_caps: list, total_volumes: list })
    return {
      length: body.length,
      reference: Reference.read(Question.pose(round), { status: 200, body }, now),
    }
  },
  exact: ({ text }: { readonly text: string }) => ExactJson.parse(text),
  exactLong: (long: Long) => ExactJson.parse(bodyOf(long)),
  decimal: ({ digits }: { readonly digits: string }) => ExactJson.toDecimal(digits),
  integer: ({ digits }: { readonly digits: string }) => ExactJson.toInteger(digits),
}
