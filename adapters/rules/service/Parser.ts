import { diffRules, type Market, type ParsedRule, parseMarket, readMarket } from '../index.ts'

/** What the service needs of whoever understands rules. */
export type Parser = {
  /** A market of Gamma or of the shorter shape. Throws when it is none. */
  read(value: unknown): Market
  parse(market: Market): ParsedRule
  diff(before: Market, after: Market): Difference
}

export type Difference = {
  readonly change: 'none' | 'cosmetic' | 'semantic'
  /** The fields of the structured rule that differ. */
  readonly fields: readonly string[]
}

/** The parser of this project: deterministic, without a model. */
export const ownParser: Parser = {
  read: readMarket,
  parse: parseMarket,
  diff: (before, after) => diffRules(toShape(before), toShape(after)),
}

/** A market that was read, in a shape that can be read again. */
const toShape = ({ question, rules, resolution_source, end_date, outcomes, neg_risk }: Market): object => ({
  question,
  resolution_rules: rules,
  resolution_source,
  end_date,
  outcomes,
  neg_risk,
})
