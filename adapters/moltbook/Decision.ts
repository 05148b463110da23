import { BaseError, Instant, Rule, type Vote } from '../../protocol/index.ts'
import { type Market, ruleIn } from './Market.ts'
import { explain, type Step } from './Step.ts'

/** What somebody decided about a manual market. */
export type Decision = {
  readonly outcome: Vote.Outcome
  readonly note: string
  readonly uri: string | null
}

/** Decisions that changed nothing, and why: whoever decides must not believe that he did. */
export function unheeded(
  decisions: ReadonlyMap<string, Decision>,
  markets: Readonly<Record<string, Market>>,
  now: number,
): Step[] {
  return [...decisions].flatMap(([id, { outcome }]) => {
    const why = whyNot(outcome, Object.hasOwn(markets, id) ? markets[id] : undefined, now)
    return why === null ? [] : [explain(id, new UnheededDecisionError(why))]
  })
}

function whyNot(outcome: Decision['outcome'], market: Market | undefined, now: number): string | null {
  if (market === undefined) return 'there is no such market in markets.json.'
  if (Rule.isAuto(ruleIn(market))) return 'its source decides it, and nobody else.'
  if (now < Instant.parse(market.deadline))
    return `it is open until ${market.deadline}, and decided after that.`
  // What kept it from being resolved is a step of its own.
  if (market.status === 'open') return null
  const before = market.outcome ?? 'INVALID'
  // The same words again are a call that was repeated.
  return before === outcome ? null : `it was decided before, as ${before}, and that stays.`
}

export class UnheededDecisionError extends BaseError {
  override readonly name = 'Moltbook.UnheededDecisionError'
  constructor(why: string) {
    super(`The decision was not taken: ${why}`)
  }
}
