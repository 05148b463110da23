import { readMarket } from '../../adapters/rules/index.ts'
import { factorRules } from '../../adapters/rules/judge/factors.ts'
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
  /** One number a factor: 1 where the market has it. */
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
  const features = factorRules.map(({ find }) => (find(facts, market) === null ? 0 : 1))
  return {
    isPositive,
    group: row.group,
    category: row.category,
    half: BigInt(Hash.ofText(row.group)) % 2n === 0n ? 0 : 1,
    features,
    ambiguity: score(
      features,
      factorRules.map(({ weight }) => weight),
    ),
    length: row.question.length + row.description.length,
    vagueWords: `${row.question} ${row.description}`.match(vague)?.length ?? 0,
  }
}

/** The sum of the weights of the factors that are there, at most 100. */
export const score = (features: readonly number[], weights: readonly number[]): number =>
  Math.min(
    100,
    features.reduce((sum, value, i) => sum + value * weights[i]!, 0),
  )
