import * as z from 'zod'
import { Rule } from '../../../protocol/index.ts'
import { DryRun } from '../../../protocol/source/index.ts'
import { RefusedError } from '../../../services/http/Failure.ts'
import { makeRateLimit, type RateLimit } from '../../../services/http/RateLimit.ts'

/** Asks the source of a rule what it would say today. The program that starts the service passes it in. */
export type AskToday = (rule: Rule.Rule, now: number) => Promise<DryRun.DryRun>

export type TodayOptions = {
  readonly ask: AskToday
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Requests of one address, and questions to sources for all of them. */
  readonly perMinute: number
  readonly totalPerMinute: number
}

const short = z.string().min(1).max(256)

/** A rule as a page asks for it; without op and target there is a value and no outcome. */
export const todayQuery = z
  .strictObject({
    source: short,
    metric: short.optional(),
    op: short.optional(),
    target: short.optional(),
    tolerance: short.optional(),
  })
  .refine(({ op, target }) => (op === undefined) === (target === undefined), 'op and target go together')

const value = z.string().nullable()

/** What comes back. */
export const todayReport = z.strictObject({
  kind: z.enum(['answered', 'silent', 'refused', 'away']),
  deadline: z.string(),
  value,
  observed_at: value,
  outcome: z.enum(['YES', 'NO', 'INVALID']).nullable(),
  says: z.string(),
})

const keptMs = 60_000
const mostKept = 1_000

/** Answers anyone, so that it is cheap for sources: each value is asked for once a minute. */
export function makeToday({ ask, now, perMinute, totalPerMinute }: TodayOptions) {
  const seconds = () => now() / 1_000
  const mine = makeRateLimit({ perSecond: perMinute / 60, burst: perMinute }, { now: seconds })
  const all = makeRateLimit({ perSecond: totalPerMinute / 60, burst: totalPerMinute }, { now: seconds })
  const kept = new Map<string, { readonly at: number; readonly run: Promise<DryRun.DryRun> }>()

  function sampled(rule: Rule.Rule): Promise<DryRun.DryRun> {
    const key = keyOf(rule)
    const known = kept.get(key)
    const at = now()
    if (known !== undefined && at >= known.at && at < known.at + keptMs) return known.run
    take(all, 'all', 'Sources are asked too often from here.')
    const run = ask(rule, Math.floor(at / 1_000))
    kept.delete(key)
    kept.set(key, { at, run })
    run.catch(() => kept.delete(key))
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
    return run
  }

  return async (caller: string, query: unknown): Promise<DryRun.Report> => {
    take(mine, caller, 'Too many requests from here.')
    const given = read(query)
    const rule = ruleOf(given)
    const run = await sampled(rule)
    if (run.kind !== 'answered') return DryRun.report(run)
    const own = DryRun.ofSample(rule, run.deadline, run.sample)
    const report = DryRun.report(own)
    if (given.op !== undefined) return report
    return { ...report, outcome: null, says: `The source says ${run.sample.value} (${report.observed_at}).` }
  }
}

/** Names of assets differ by case with some providers, so they are kept as they are. */
const keyOf = (rule: Rule.Rule): string =>
  `${rule.provider!.toLowerCase()}:${rule.asset} ${Rule.metricUsed(rule).toLowerCase()} ${Rule.tolerance(rule)}`

type Query = z.output<typeof todayQuery>

function read(query: unknown): Query {
  const result = todayQuery.safeParse(query)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.map(String).join('.') || 'the query'
  throw new RefusedError('schema-mismatch', `${path}: ${issue?.message}`.slice(0, 300))
}

/** The rule that is meant; what does not exist is refused with the list of what does. */
function ruleOf({ source, metric, op = 'gte', target = '0', tolerance }: Query): Rule.Rule {
  const rule: Rule.Rule = {
    source,
    ...Rule.splitSource(source),
    metric: metric ?? null,
    op,
    target,
    resolver: null,
    deadline: null,
    tolerance: tolerance ?? null,
    extra: {},
    subtags: Rule.noSubtags,
  }
  const faults = Rule.problems(rule).filter(({ severity }) => severity === 'error')
  if (!Rule.isAuto(rule)) throw new RefusedError('schema-mismatch', 'A manual rule has no source to ask.')
  if (faults.length > 0)
    throw new RefusedError('schema-mismatch', faults.map(({ message }) => message).join(' '))
  return rule
}

function take(limit: RateLimit, caller: string, why: string): void {
  const wait = limit.take(caller)
  if (wait > 0) throw new RefusedError('rate-limited', why, { retryAfter: wait })
}
