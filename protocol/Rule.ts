import * as Decimal from './Decimal.ts'
import type * as Docket from './Docket.ts'
import { BaseError } from './Errors.ts'
import * as Hash from './Hash.ts'
import * as Instant from './Instant.ts'
import type { Severity } from './Issue.ts'
import * as Provider from './Provider.ts'
import type * as Vote from './Vote.ts'

/** What decides a question: a source's number against a target (auto), or a resolver's word (`manual`). */
export type Rule = {
  /** `<provider>:<asset>`, or `manual`. */
  readonly source: string | null
  /** The source up to its first colon, and what follows; null when it is manual. */
  readonly provider: string | null
  readonly asset: string | null
  /** As written; `metricUsed` adds the provider's default. */
  readonly metric: string | null
  readonly op: string | null
  /** A decimal, as written. */
  readonly target: string | null
  readonly resolver: string | null
  /** Unix seconds or `YYYY-MM-DDTHH:MM[:SS]Z`; must be the contract's. */
  readonly deadline: string | null
  /** Seconds after the deadline in which a sample still counts. */
  readonly tolerance: string | null
  /** Keys this version does not know, in their order. */
  readonly extra: Readonly<Record<string, string>>
  /** Sub-tags this version does not know, in their order. */
  readonly subtags: readonly { readonly tag: string; readonly text: string }[]
}

/** How a value is compared with the target. */
export type Op = 'gte' | 'lte' | 'gt' | 'lt' | 'eq'
/** When a market was created and what its deadline is, in Unix seconds. */
export type Times = { readonly created: number; readonly deadline: number }

/** The keys that a rule knows, in the order they are written. */
export const keys = ['source', 'metric', 'op', 'target', 'resolver', 'deadline', 'tolerance'] as const
/** One key of a rule. */
export type Key = (typeof keys)[number]

/** The source of a rule that a resolver decides. */
export const manual = 'manual'
/** The number that stands for each comparison on-chain. */
export const opCodes: Readonly<Record<Op, number>> = { gte: 1, lte: 2, gt: 3, lt: 4, eq: 5 }

// An unknown name is refused; until it is, its times are those of the usual provider.
const usualTolerance = 3_900
const toleranceOf = (provider: string | null): number =>
  Provider.named(provider ?? '')?.tolerance ?? usualTolerance

/**
 * The metric meant when a rule with this provider names none; null when it must.
 *
 * @example
 * Rule.defaultMetric('coingecko') // 'price_usd'
 * Rule.defaultMetric('example') // null
 */
export const defaultMetric = (provider: string): string | null => Provider.named(provider)?.metric ?? null

/**
 * Seconds after which a provider has published what it has of an instant: the tolerance of rules that name none.
 *
 * @example
 * Rule.publicationDelay('binance') // 120
 */
export const publicationDelay = (provider: string): number => toleranceOf(provider)

/** The empty list that rules without sub-tags share. */
export const noSubtags: Rule['subtags'] = Object.freeze([])

/**
 * The longest tolerance in seconds, 46 h: what a contract with the usual parameters leaves between the deadline and two graces
 * before its resolution timeout. It takes no report of a rule that is ready later.
 */
export const maxTolerance = 165_600

/** The last second a report can carry (uint40). */
export const maxInstant = 2 ** 40 - 1

/**
 * The parts of a source: split at the first colon; `manual` has none.
 *
 * @example
 * Rule.splitSource('binance:BTCUSDT') // { provider: 'binance', asset: 'BTCUSDT' }
 * Rule.splitSource('manual') // { provider: null, asset: null }
 */
export function splitSource(source: string | null): { provider: string | null; asset: string | null } {
  if (source === null || source === manual) return { provider: null, asset: null }
  const colon = source.indexOf(':')
  if (colon === -1) return { provider: source, asset: null }
  return { provider: source.slice(0, colon), asset: source.slice(colon + 1) }
}

/**
 * Whether a source's number decides the rule, rather than a resolver.
 *
 * @example
 * Rule.isAuto(Question.parse('§question Will it rain?\n§rule\nsource:manual').rule) // false
 */
export const isAuto = (rule: Rule): boolean => rule.source !== null && rule.source !== manual

/** What is wrong with a rule, and with which of its keys. */
export type Problem = {
  readonly key: Key
  readonly code: string
  readonly severity: Severity
  readonly message: string
}

// The names go into a hash after lower-casing, and only ASCII is lower-cased alike by every engine.
const word = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/
const visible = /^[!-~]+$/
const seconds = /^[0-9]{1,13}$/

/**
 * All that is wrong with a rule; none for a rule that can be used.
 *
 * @example
 * const { rule } = Question.parse('§question Will it rain?\n§rule\nsource:binance:BTCUSDT\nop:above')
 * Rule.problems(rule).map(({ code }) => code) // ['MISSING_TARGET', 'INVALID_OP']
 */
export function problems(rule: Rule): Problem[] {
  const found: Problem[] = []
  const note = (key: Key, code: string, message: string, severity: Severity = 'error') => {
    found.push({ key, code, severity, message })
  }
  const { source, metric, op, target } = rule
  if (source === null)
    note('source', 'MISSING_SOURCE', 'A rule needs `source:<provider>:<asset>` or `source:manual`.')
  else if (source === manual) {
    for (const key of ['metric', 'op', 'target', 'tolerance'] as const) {
      if (rule[key] !== null) note(key, 'UNUSED_KEY', `A manual rule does not use \`${key}\`.`, 'warning')
    }
  } else {
    checkSource(rule, note)
    if (op === null) note('op', 'MISSING_OP', 'An auto rule needs `op`: gte, lte, gt, lt or eq.')
    if (target === null) note('target', 'MISSING_TARGET', 'An auto rule needs `target`, a decimal number.')
  }
  if (metric !== null && !isMetric(metric))
    note(
      'metric',
      'INVALID_METRIC',
      'A metric is one word of visible ASCII without a colon, like `price_usd`.',
    )
  if (op !== null && !Object.hasOwn(opCodes, op))
    note('op', 'INVALID_OP', 'The op is one of gte, lte, gt, lt and eq, in lower case.')
  if (target !== null) checkTarget(target, note)
  if (rule.deadline !== null && deadline(rule) === null)
    note(
      'deadline',
      'INVALID_DEADLINE',
      'A deadline is Unix seconds, or an instant like `2026-02-20T23:59:00Z`.',
    )
  if (rule.tolerance !== null && !isTolerance(rule.tolerance))
    note(
      'tolerance',
      'INVALID_TOLERANCE',
      `A tolerance is whole seconds, at most ${maxTolerance}: a later sample leaves no time for a report.`,
    )
  return found
}

type Note = (key: Key, code: string, message: string) => void

function checkSource(rule: Rule, note: Note): void {
  const { provider, asset } = rule
  if (provider === null || asset === null || !word.test(provider) || !visible.test(asset)) {
    note(
      'source',
      'INVALID_SOURCE',
      'A source is `<provider>:<asset>` in visible ASCII without spaces, or `manual`.',
    )
  } else if (provider.toLowerCase() === manual) {
    note('source', 'INVALID_SOURCE', 'A manual source is the word `manual` alone, in lower case.')
  } else checkMetric(provider, rule.metric, note)
}

/** What no provider has is refused here: on a chain it could only end as Invalid. */
function checkMetric(name: string, metric: string | null, note: Note): void {
  const provider = Provider.named(name)
  if (provider === null) {
    const known = Provider.names.join(', ')
    note('source', 'UNKNOWN_PROVIDER', `There is no provider ${name}. There are ${known}.`)
  } else if ((metric ?? provider.metric) === null) {
    const needs = `the rule needs \`metric\`: ${Provider.offer(provider)}.`
    note('metric', 'METRIC_REQUIRED', `There is no default metric for ${name}; ${needs}`)
  } else if (metric !== null && isMetric(metric) && !Provider.measures(provider, metric)) {
    const message = `${name} has no metric ${metric}. It has ${Provider.offer(provider)}.`
    note('metric', 'UNKNOWN_METRIC', message)
  }
}

const isMetric = (metric: string): boolean => !metric.includes(':') && visible.test(metric)

function checkTarget(target: string, note: Note): void {
  // Up to 20 digits and no point: certainly a number that fits, and by far the most common case.
  if (plainTarget.test(target)) return
  try {
    Decimal.toFixed18(target)
  } catch (error) {
    if (error instanceof Decimal.TooPreciseError) note('target', 'TARGET_PRECISION', error.shortMessage)
    else if (error instanceof Decimal.OutOfRangeError) note('target', 'TARGET_RANGE', error.shortMessage)
    else
      note(
        'target',
        'INVALID_TARGET',
        'A target is a decimal number like `75000` or `-0.5`: no exponent, no commas.',
      )
  }
}

const plainTarget = /^[0-9]{1,20}$/

const isTolerance = (text: string): boolean => seconds.test(text) && Number(text) <= maxTolerance
const isTooLong = (text: string | null): boolean => text !== null && seconds.test(text) && !isTolerance(text)

/**
 * Throws the first error of a rule.
 *
 * @example
 * const { rule } = Question.parse('§question ?\n§rule\nsource:coingecko:bitcoin\nop:gte')
 * Rule.check(rule) // throws Rule.InvalidRuleError: MISSING_TARGET
 */
export function check(rule: Rule): void {
  const error = problems(rule).find(({ severity }) => severity === 'error')
  if (error !== undefined) throw new InvalidRuleError(error)
}

function checkAuto(rule: Rule): void {
  if (rule.source === manual) throw new ManualRuleError()
  check(rule)
}

/**
 * The metric as written, or the provider's default.
 *
 * @example
 * Rule.metricUsed(Question.parse('§rule\nsource:coingecko:bitcoin').rule) // 'price_usd'
 */
export function metricUsed(rule: Rule): string {
  if (rule.source === manual) throw new ManualRuleError()
  const metric = rule.metric ?? defaultMetric(rule.provider ?? '')
  if (metric === null) throw new MetricRequiredError(rule.provider)
  return metric
}

/**
 * keccak256 of the lower-case `provider:asset:metric`; a metric has no colon, so no two sources share a text.
 *
 * @example
 * const { rule } = Question.parse('§question ?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000')
 * Rule.sourceId(rule) === Hash.ofText('coingecko:bitcoin:price_usd') // true
 */
export function sourceId(rule: Rule): Hash.Hash {
  checkAuto(rule)
  return Hash.ofText(`${rule.source}:${metricUsed(rule)}`.toLowerCase())
}

/**
 * gte 1, lte 2, gt 3, lt 4, eq 5; manual 0.
 *
 * @example
 * const { rule } = Question.parse('§question ?\n§rule\nsource:coingecko:bitcoin\nop:lt\ntarget:75000')
 * Rule.opCode(rule) // 4
 */
export function opCode(rule: Rule): number {
  if (rule.source === manual) return 0
  checkAuto(rule)
  return opCodes[rule.op as Op]
}

/** The result of comparing a value with a rule's target. */
export type Evaluation = {
  /** Whether the rule holds; null when there is no value. */
  readonly met: boolean | null
  readonly outcome: Vote.Outcome
  readonly metric_used: string
  readonly value: string | null
  readonly target: string
  readonly op: Op
}

/**
 * Compares an observed value with the target, exactly. No value means INVALID.
 *
 * @example
 * const { rule } = Question.parse('§question ?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000')
 * Rule.evaluate(rule, '75000.00').outcome // 'YES'
 * Rule.evaluate(rule, '74999.99').outcome // 'NO'
 * Rule.evaluate(rule, null).outcome // 'INVALID'
 */
export function evaluate(rule: Rule, value: string | null): Evaluation {
  checkAuto(rule)
  const op = rule.op as Op
  const target = rule.target!
  const met = value === null ? null : holds(op, Decimal.compare(value, target))
  const outcome = met === null ? 'INVALID' : met ? 'YES' : 'NO'
  return { met, outcome, metric_used: metricUsed(rule), value, target, op }
}

function holds(op: Op, order: -1 | 0 | 1): boolean {
  switch (op) {
    case 'gte':
      return order >= 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'lt':
      return order < 0
    case 'eq':
      return order === 0
  }
}

/**
 * Seconds after the deadline in which a sample still counts.
 *
 * @example
 * Rule.tolerance(Question.parse('§rule\nsource:binance:BTCUSDT').rule) // 120
 * Rule.tolerance(Question.parse('§rule\nsource:binance:BTCUSDT\ntolerance:30').rule) // 30
 */
export function tolerance(rule: Rule): number {
  if (rule.tolerance === null) return toleranceOf(rule.provider)
  if (!isTolerance(rule.tolerance)) check(rule)
  return Number(rule.tolerance)
}

/**
 * Whether a metric is the highest or lowest of the whole time, rather than a sample at its end.
 *
 * @example
 * Rule.isExtreme('price_usd_high') // true
 * Rule.isExtreme('price_usd') // false
 */
export const isExtreme = (metric: string): boolean => /_(?:high|low)$/i.test(metric)

/**
 * When a sample must have been taken, both ends included.
 *
 * @example
 * const times = { created: 1771545600, deadline: 1771631940 }
 * const { rule } = Question.parse('§question ?\n§rule\nsource:binance:BTCUSDT\nop:gte\ntarget:75000')
 * Rule.window(rule, times) // { from: 1771631940, to: 1771632060 }
 * Rule.window({ ...rule, metric: 'price_high' }, times) // { from: 1771545600, to: 1771631940 }
 */
export function window(rule: Rule, { created, deadline }: Times): { from: number; to: number } {
  if (isExtreme(metricUsed(rule))) return { from: created, to: deadline }
  return { from: deadline, to: deadline + tolerance(rule) }
}

/**
 * From when on everything that a rule needs is published: the end of a snapshot's window. The candles before a high's or low's
 * deadline may still be unpublished then, which would be a wrong No, so it waits for the provider's tolerance.
 *
 * @example
 * const times = { created: 1771545600, deadline: 1771631940 }
 * const { rule } = Question.parse('§question ?\n§rule\nsource:binance:BTCUSDT\nop:gte\ntarget:75000\ntolerance:30')
 * Rule.readyAt(rule, times) // 1771631970
 * Rule.readyAt({ ...rule, metric: 'price_high' }, times) // 1771632060
 */
export function readyAt(rule: Rule, times: Times): number {
  if (isExtreme(metricUsed(rule))) return times.deadline + toleranceOf(rule.provider)
  return window(rule, times).to
}

/**
 * The worst provenance tier that counts: only zkTLS proofs when the resolver is `brevis:zktls`, in any case.
 *
 * @example
 * Rule.maxTier(Question.parse('§rule\nsource:manual').rule) // 3
 * Rule.maxTier(Question.parse('§rule\nsource:manual\nresolver:brevis:zktls').rule) // 0
 */
export const maxTier = (rule: Rule): number => (rule.resolver?.toLowerCase() === 'brevis:zktls' ? 0 : 3)

/**
 * The rule in the numbers that a contract can check; null for a manual rule, and for one with a tolerance that leaves no time for
 * a report, which is treated as manual.
 *
 * @example
 * const times = { created: 1771545600, deadline: 1771631940 }
 * const { rule } = Question.parse('§question ?\n§rule\nsource:binance:BTCUSDT\nop:gte\ntarget:75000')
 * Rule.docketRule(rule, times).target // 75_000n * 10n ** 18n
 * Rule.docketRule({ ...rule, source: 'manual' }, times) // null
 */
export function docketRule(rule: Rule, times: Times): Docket.Rule | null {
  if (rule.source === manual || isTooLong(rule.tolerance)) return null
  checkAuto(rule)
  checkDeadline(rule, times.deadline)
  return {
    sourceId: sourceId(rule),
    op: opCode(rule),
    target: Decimal.toFixed18(rule.target!),
    ...window(rule, times),
    readyAt: readyAt(rule, times),
    maxTier: maxTier(rule),
  }
}

/**
 * Unix seconds of the key `deadline`; null when it is absent or not an instant.
 *
 * @example
 * Rule.deadline(Question.parse('§rule\nsource:manual\ndeadline:2026-02-20T23:59Z').rule) // 1771631940
 */
export function deadline(rule: Rule): number | null {
  const text = rule.deadline
  if (text === null) return null
  if (!seconds.test(text) && !Instant.isInstant(text)) return null
  const at = seconds.test(text) ? Number(text) : Instant.parse(text)
  return at >= 0 && at <= maxInstant ? at : null
}

/**
 * The contract's deadline is the one that counts; a rule that names another one is refused.
 *
 * @example
 * const { rule } = Question.parse('§rule\nsource:manual\ndeadline:1771631940')
 * Rule.checkDeadline(rule, 1771631940) // undefined
 * Rule.checkDeadline(rule, 1771631941) // throws Rule.DeadlineMismatchError
 */
export function checkDeadline(rule: Rule, contractDeadline: number): void {
  if (rule.deadline === null) return
  if (deadline(rule) !== contractDeadline) throw new DeadlineMismatchError(rule.deadline, contractDeadline)
}

/** A warning about a question whose words ask more than its rule measures. */
export type TouchWarning = {
  readonly code: 'TOUCH_WORDING'
  readonly severity: 'warning'
  readonly message: string
  /** The metric that would ask what the words say. */
  readonly metric: string
}

const touchWords = /\b(?:hits?|reach(?:es)?|touch(?:es)?|dips?|by|before)\b/i

/**
 * Warns when the words ask whether something ever happens, and the rule looks only at the end; else null.
 *
 * @example
 * const { rule } = Question.parse('§question ?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000')
 * Rule.touchWarning('Will Bitcoin hit $75k?', rule).metric // 'price_usd_high'
 * Rule.touchWarning('Is Bitcoin at $75k?', rule) // null
 */
export function touchWarning(question: string, rule: Rule): TouchWarning | null {
  if (!isAuto(rule) || (rule.metric ?? defaultMetric(rule.provider ?? '')) === null) return null
  const metric = metricUsed(rule)
  const words = touchWords.exec(question)
  if (words === null || isExtreme(metric)) return null
  const better = `${metric}${rule.op === 'lte' || rule.op === 'lt' ? '_low' : '_high'}`
  const message =
    `"${words[0]}" asks whether it happens at any time, but \`metric:${metric}\` is one sample at the deadline. ` +
    `\`metric:${better}\` looks at the whole time from creation to deadline.`
  return { code: 'TOUCH_WORDING', severity: 'warning', message, metric: better }
}

/** Thrown for a rule that cannot be used; `problem` says why. */
export class InvalidRuleError extends BaseError {
  override readonly name = 'Rule.InvalidRuleError'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(`The rule cannot be used: ${problem.code}.`, { metaMessages: [problem.message] })
    this.problem = problem
  }
}

/** Thrown when a manual rule is asked for a number. */
export class ManualRuleError extends BaseError {
  override readonly name = 'Rule.ManualRuleError'
  constructor() {
    super('A manual rule has no number to evaluate; its resolver decides.')
  }
}

/** Thrown for a rule without a metric whose provider has no default one. */
export class MetricRequiredError extends BaseError {
  override readonly name = 'Rule.MetricRequiredError'
  constructor(provider: string | null) {
    super(`There is no default metric for ${provider ?? 'a rule without source'}.`, {
      metaMessages: ['Add a line like `metric:price_usd` to the rule.'],
    })
  }
}

/** Thrown for a rule whose deadline is not the contract's. */
export class DeadlineMismatchError extends BaseError {
  override readonly name = 'Rule.DeadlineMismatchError'
  constructor(written: string, contractDeadline: number) {
    super(`The rule's deadline ${written} is not the market's, ${contractDeadline}.`)
  }
}
