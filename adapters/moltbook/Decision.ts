import { BaseError, Instant, Resolver, Rule, type Vote } from '../../protocol/index.ts'
import { type Market, ruleIn } from './Market.ts'
import { clip } from './Replies.ts'
import { explain, type Step } from './Step.ts'

/** What somebody decided about a manual market. */
export type Decision = {
  readonly outcome: Vote.Outcome
  readonly note: string
  readonly uri: string | null
}

/**
 * Decisions that changed nothing, and why: who decides must not believe that they did. Without an account it is not known who decides
 * here; that is a problem of its own then.
 */
export function unheeded(
  decisions: ReadonlyMap<string, Decision>,
  markets: Readonly<Record<string, Market>>,
  { now, account }: { readonly now: number; readonly account: string | null },
): Step[] {
  return [...decisions].flatMap(([id, { outcome }]) => {
    const market = Object.hasOwn(markets, id) ? markets[id] : undefined
    const why = whyNot(outcome, market, { now, account })
    return why === null ? [] : [explain(id, new UnheededDecisionError(why))]
  })
}

function whyNot(
  outcome: Decision['outcome'],
  market: Market | undefined,
  { now, account }: { readonly now: number; readonly account: string | null },
): string | null {
  if (market === undefined) return 'there is no such market in markets.json.'
  const rule = ruleIn(market)
  if (Rule.isAuto(rule)) return 'its source decides it, and nobody else.'
  if (account !== null && !Resolver.isServedBy(rule.resolver, account))
    return `${clip(rule.resolver!, 64)} decides it, and this account is ${clip(account, 64)}.`
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
