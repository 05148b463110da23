import { readMarket } from '../../adapters/rules/index.ts'
import { factorRules } from '../../adapters/rules/judge/factors.ts'
import { judge } from '../../adapters/rules/judge/judge.ts'
import { Hash } from '../../protocol/index.ts'
import { readFacts } from '../../reading/rule/readFacts.ts'

/** A recorded market of which it is known how often its outcome was disputed. */
export type Disputed = {
  readonly question: string
  readonly description: string
  readonly group: string
  readonly category: string | null
  readonly disputed: boolean
  readonly n_disputes: number
  readonly neg_type: 'matched' | 'random' | null
}

/** Words that a reader would call vague, for the plainest rival of the factors: their count. */
const vague =
  /\b(?:credible|consensus|officially|formally|publicly|substantial(?:ly)?|significant(?:ly)?|reasonabl[ey]|generally|clearly|broadly|widely|ambigu(?:ity|ous)|otherwise|qualif(?:y|ies|ying)|consider(?:ed)?)\b/gi

export type Row = {
  readonly isPositive: boolean
  readonly group: string
  readonly category: string | null
  /** Which half it belongs to: whole groups, by their hash. */
  readonly half: 0 | 1
  /** One number a factor: 0 where the market does not have it, 1 where it has it more than once. */
  readonly features: readonly number[]
  readonly ambiguity: number
  readonly length: number
  readonly vagueWords: number
}

/** Markets disputed at least twice, against matched ones that never were: a single dispute is mostly a hasty proposal. */
export const disputedTwice = (rows: readonly Disputed[]): Row[] =>
  rows
    .filter(({ n_disputes, neg_type }) => n_disputes >= 2 || neg_type === 'matched')
    .map((row) => toRow(row, row.n_disputes >= 2))

/** The same for any dispute at all. */
export const disputedAtAll = (rows: readonly Disputed[]): Row[] =>
  rows
    .filter(({ disputed, neg_type }) => disputed || neg_type === 'matched')
    .map((row) => toRow(row, row.disputed))

function toRow(row: Disputed, isPositive: boolean): Row {
  const market = readMarket(row)
  const facts = readFacts(market)
  const features = factorRules.map(({ find }) => featureOf(find(facts, market).length))
  return {
    isPositive,
    group: row.group,
    category: row.category,
    half: BigInt(Hash.ofText(row.group)) % 2n === 0n ? 0 : 1,
    features,
    ambiguity: judge(market, facts).ambiguity,
    length: row.question.length + row.description.length,
    vagueWords: `${row.question} ${row.description}`.match(vague)?.length ?? 0,
  }
}

/** What a factor counts as: the second tells less than the first, and more of them nothing. */
const featureOf = (count: number): number => (count === 0 ? 0 : count === 1 ? 0.7 : 1)
