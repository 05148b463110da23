import * as Bytes from './Bytes.ts'
import { BaseError } from './Errors.ts'
import * as Hash from './Hash.ts'
import * as Vote from './Vote.ts'

/**
 * The part of a report that a contract can decide: the rule in numbers, and what each worker says it observed.
 * Only auto rules have one.
 */

/** The rule in the numbers that a contract compares. */
export type Rule = {
  /** keccak256(lowercase `provider:asset:metric`). */
  readonly sourceId: Hash.Hash
  /** gte 1, lte 2, gt 3, lt 4, eq 5. */
  readonly op: number
  /** × 10^18. */
  readonly target: bigint
  /** The window in which a sample counts, both ends included. */
  readonly from: number
  readonly to: number
  /** From when on everything that the rule needs is published: until then, not yet is not Invalid. */
  readonly readyAt: number
  readonly maxTier: number
}

/** What one worker says it observed, and what follows from it. */
export type Check = {
  /** When the sample was taken; 0 when there is none. */
  readonly observedAt: number
  /** × 10^18. */
  readonly value: bigint
  readonly tier: number
  readonly result: Vote.Outcome | null
  /** The root of the worker's proof of reasoning, or zero. */
  readonly porRoot: Hash.Root
}

/** A rule, and one check per worker in seat order. */
export type Docket = { readonly rule: Rule; readonly checks: readonly Check[] }

/** The bytes of a packed rule. */
export const ruleSize = 65
/** The bytes of a packed check. */
export const checkSize = 55

/** Stands in the docket for a worker without a counted check. */
export const noCheck: Check = { observedAt: 0, value: 0n, tier: 0, result: null, porRoot: Bytes.zero32 }

/** Packs a rule into its 65 bytes. */
export const packRule = (rule: Rule): Uint8Array =>
  Bytes.concat(
    Bytes.bytes32(rule.sourceId),
    Bytes.uint(rule.op, 1),
    Bytes.int(rule.target, 16),
    Bytes.uint(rule.from, 5),
    Bytes.uint(rule.to, 5),
    Bytes.uint(rule.readyAt, 5),
    Bytes.uint(rule.maxTier, 1),
  )

/** Reads a packed rule; a comparison that does not exist is an error. */
export function readRule(reader: Bytes.Reader): Rule {
  const rule = {
    sourceId: reader.bytes32(),
    op: reader.number(1),
    target: reader.int(16),
    from: reader.number(5),
    to: reader.number(5),
    readyAt: reader.number(5),
    maxTier: reader.number(1),
  }
  if (rule.op < 1 || rule.op > 5) throw new UnknownOpError(rule.op)
  return rule
}

/** Packs a check into its 55 bytes. */
export const packCheck = (check: Check): Uint8Array =>
  Bytes.concat(
    Bytes.uint(check.observedAt, 5),
    Bytes.int(check.value, 16),
    Bytes.uint(check.tier, 1),
    Bytes.uint(Vote.code(check.result), 1),
    Bytes.bytes32(check.porRoot),
  )

/** Reads a packed check. */
export const readCheck = (reader: Bytes.Reader): Check => ({
  observedAt: reader.number(5),
  value: reader.int(16),
  tier: reader.number(1),
  result: Vote.fromCode(reader.number(1)),
  porRoot: reader.bytes32() as Hash.Root,
})

/**
 * Packs a docket: the rule, then every check.
 *
 * @example
 * const sourceId = Hash.ofText('coingecko:bitcoin:price_usd')
 * const rule = { sourceId, op: 1, target: 75_000n, from: 100, to: 200, readyAt: 200, maxTier: 3 }
 * const bytes = Docket.pack({ rule, checks: [Docket.noCheck] })
 * bytes.length === Docket.ruleSize + Docket.checkSize // true
 * const reader = new Bytes.Reader(bytes)
 * Docket.readRule(reader) // rule
 * Docket.readCheck(reader) // Docket.noCheck
 */
export const pack = (docket: Docket): Uint8Array =>
  Bytes.concat(packRule(docket.rule), ...docket.checks.map(packCheck))

/**
 * Whether a rule asks for the highest or lowest of many samples: its window starts before the deadline. One early sample says
 * nothing about those to come, so nothing can be said of such a rule before `readyAt`.
 *
 * @example
 * const rule = { sourceId: Bytes.zero32, op: 1, target: 75_000n, from: 100, to: 200, readyAt: 320, maxTier: 3 }
 * Docket.isOfMany(rule, 200) // true
 * Docket.isOfMany({ ...rule, from: 200, to: 320 }, 200) // false
 */
export const isOfMany = (rule: Rule, deadline: number): boolean => rule.from < deadline

/** What a worker's attestation commits to; zero where it made no check. */
export const checkHash = (check: Check | null): Hash.Hash =>
  check === null ? Bytes.zero32 : Hash.ofBytes(packCheck(check))

/**
 * Whether the comparison of a rule holds.
 *
 * @example
 * Docket.holds(1, 75_000n, 75_000n) // true
 * Docket.holds(3, 75_000n, 75_000n) // false
 */
export function holds(op: number, value: bigint, target: bigint): boolean {
  switch (op) {
    case 1:
      return value >= target
    case 2:
      return value <= target
    case 3:
      return value > target
    case 4:
      return value < target
    case 5:
      return value === target
    default:
      throw new UnknownOpError(op)
  }
}

/** What is wrong with a check. */
export type Fault = 'vote-differs' | 'wrong-comparison' | 'outside-window' | 'tier-too-low'

/**
 * Why the contract would refuse to count this check for this vote, or null. An Invalid vote needs no sample.
 *
 * @example
 * const rule = { sourceId: Bytes.zero32, op: 1, target: 75_000n, from: 100, to: 200, readyAt: 200, maxTier: 3 }
 * const check = { observedAt: 150, value: 80_000n, tier: 3, result: 'YES', porRoot: Bytes.zero32 }
 * Docket.fault(rule, check, 'YES') // null
 * Docket.fault(rule, { ...check, observedAt: 99 }, 'YES') // 'outside-window'
 * Docket.fault(rule, { ...check, result: 'NO' }, 'NO') // 'wrong-comparison'
 */
export function fault(rule: Rule, check: Check, vote: Vote.Outcome): Fault | null {
  if (check.result !== vote) return 'vote-differs'
  if (check.result === 'INVALID') return null
  if (check.observedAt < rule.from || check.observedAt > rule.to) return 'outside-window'
  if (check.tier > rule.maxTier) return 'tier-too-low'
  const expected = holds(rule.op, check.value, rule.target) ? 'YES' : 'NO'
  return check.result === expected ? null : 'wrong-comparison'
}

/** Thrown for a number that stands for none of the five comparisons. */
export class UnknownOpError extends BaseError {
  override readonly name = 'Docket.UnknownOpError'
  constructor(op: number) {
    super(`${op} is not a comparison.`, { metaMessages: ['gte 1, lte 2, gt 3, lt 4, eq 5.'] })
  }
}
