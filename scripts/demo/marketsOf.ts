import { randomFrom } from '../../local/random.ts'
import {
  type Coin,
  coins,
  type Gauge,
  gauges,
  type Locked,
  locked,
  usualOf,
} from '../../local/sources/assets.ts'
import { makePrices } from '../../local/sources/makePrices.ts'
import { bulletinLevel, gaugeLevel, lockedText, marketChart } from '../../local/sources/replies.ts'
import { decision, title } from '../../local/words/council.ts'
import { Instant, Question, Rule, type Vote } from '../../protocol/index.ts'

/**
 * What happens in a market: `price` and `locked` are decided by one source; in `contradiction` an authority's gauge and its bulletin
 * disagree; in `lie` the source turns the DON away, and most workers lie; in `words` the minutes of a council decide, and one of three readers makes up a page.
 */
export type Kind = 'price' | 'locked' | 'contradiction' | 'lie' | 'words'

export type Planned = {
  readonly id: number
  readonly kind: Kind
  /** The § text. */
  readonly question: string
  readonly title: string
  readonly deadline: number
  /** What it is about, and what the source says of it at the deadline. */
  readonly asset: string
  readonly value: string
  /** What it must end with, by the prices of the seed and nothing else. */
  readonly truth: Vote.Outcome
}

type Op = 'gte' | 'lte' | 'gt' | 'lt'
const ops: readonly Op[] = ['gte', 'lte', 'gt', 'lt']

type Draft = Pick<Planned, 'kind' | 'asset' | 'value'> & {
  readonly rule: readonly string[]
  readonly category: string
  readonly op: Op
  readonly target: string
  readonly title: string
}

/** Five markets of one day. Coins, numbers, questions, their order and their answers all follow from the seed. */
export function marketsOf(seed: number, deadline: number): Planned[] {
  const random = randomFrom(seed)
  const prices = makePrices(seed, usualOf)
  const pick = <item>(items: readonly item[]): item => items[random(items.length)]!
  const when = `on ${Instant.format(deadline).slice(0, 10)} at ${Instant.format(deadline).slice(11, 16)} UTC`

  /** A bound beside a value, so that the comparison comes out as wanted. */
  function bound(value: string, isMet: boolean): { op: Op; target: string } {
    const op = pick(ops)
    const isBelow = isMet === (op === 'gte' || op === 'gt')
    const away = 0.004 + random(1_600) / 100_000
    return { op, target: rounded(Number(value) * (isBelow ? 1 - away : 1 + away)) }
  }

  function coin(kind: Kind, { id, name }: Coin, isMet: boolean): Draft {
    const { value } = marketChart(prices, id, deadline, deadline + 3_900)!.observation!
    const { op, target } = bound(value, isMet)
    const title = `Will ${name} be worth ${inWords(op, dollars(target))} ${when}?`
    return { kind, asset: id, value, rule: [`source:coingecko:${id}`], category: 'crypto', op, target, title }
  }

  function tvl({ asset, name }: Locked, isMet: boolean): Draft {
    const value = lockedText(prices, asset, deadline)
    const { op, target } = bound(value, isMet)
    const title = `Will ${inWords(op, dollars(target))} be locked in ${name} ${when}?`
    const rule = [`source:defillama:${asset}`]
    return { kind: 'locked', asset, value, rule, category: 'crypto', op, target, title }
  }

  function level({ id, river, town }: Gauge): Draft {
    const value = gaugeLevel(prices, id, deadline)
    const op = pick(ops)
    // Between what the two say, so that they differ about the answer.
    const target = ((Number(value) + Number(bulletinLevel(prices, id, deadline))) / 2).toFixed(2)
    const title = `Will the ${river} at ${town} stand at ${inWords(op, `${target} m`)} ${when}?`
    const rule = [`source:http:gauge/${id}`, 'metric:level']
    return { kind: 'contradiction', asset: id, value, rule, category: 'economy', op, target, title }
  }

  const isYes = random(2) === 0
  const [first, second] = shuffled(coins, random)
  const drafts = [
    coin('price', first!, isYes),
    tvl(pick(locked), !isYes),
    level(pick(gauges)),
    coin('lie', second!, random(2) === 0),
  ]
  const decided = shuffled(drafts, random).map((draft, i) => planned(draft, i + 1, seed, deadline))
  return [...decided, words(decided.length + 1, seed, deadline)]
}

/** The same for every seed, but for where it comes from: a page does not change by it. */
function words(id: number, seed: number, deadline: number): Planned {
  const rule = ['§rule', 'source:manual']
  const origin = [`§§source creator:demo origin:seed:${seed}`, '§category politics']
  const text = [`§question ${title}`, ...rule, ...origin].join('\n')
  const question = Question.format(Question.validate(text))
  return { id, kind: 'words', question, title, deadline, asset: 'rivertown', value: decision, truth: 'YES' }
}

function planned(draft: Draft, id: number, seed: number, deadline: number): Planned {
  const { kind, asset, value, title, rule, op, target, category } = draft
  const text = [
    `§question ${title}`,
    '§rule',
    ...rule,
    `op:${op}`,
    `target:${target}`,
    `§§source creator:demo origin:seed:${seed}`,
    `§category ${category}`,
  ].join('\n')
  const parsed = Question.validate(text, { deadline })
  const question = Question.format(parsed)
  const { met } = Rule.evaluate(parsed.rule, value)
  const truth = kind === 'contradiction' ? 'INVALID' : met ? 'YES' : 'NO'
  return { id, kind, question, title, deadline, asset, value, truth }
}

const inWords = (op: Op, amount: string): string =>
  ({
    gte: `${amount} or more`,
    lte: `${amount} or less`,
    gt: `more than ${amount}`,
    lt: `less than ${amount}`,
  })[op]

const rounded = (value: number): string => String(Number(value.toPrecision(4)))

const dollars = (amount: string): string =>
  `$${Number(amount).toLocaleString('en-US', { maximumFractionDigits: 8 })}`

function shuffled<item>(items: readonly item[], random: (bound: number) => number): item[] {
  const all = [...items]
  for (let i = all.length - 1; i > 0; i--) {
    const j = random(i + 1)
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all
}
