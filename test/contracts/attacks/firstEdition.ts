import { Docket, type Report, type Score, Tally, type Vote } from '../../../protocol/index.ts'

/**
 * The rules of the first edition (commit 98ab3de) that the attacks of AUDIT.md went through, a few lines each. A test shows with
 * them what an attack brought then, before it tries the same steps on the contracts of today.
 */
const maxNewcomers = 16
const resolutionTimeout = 86_400

/** What one vote weighed: its text times its record. */
export const weight = ([res, src, depth]: readonly [number, number, number], factor = 2_500): bigint =>
  BigInt(Math.floor(((45 * res + 25 * src + 30 * depth) * factor) / 10_000))

/** A market counted as at least 5,000, however it went. */
export function factorBps({ count, correct, sumRes, sumSrc, sumDepth }: Score.Reputation): number {
  const [markets, right] = [BigInt(count), BigInt(correct)]
  const mean = count === 0 ? 0n : (((sumRes + sumSrc + sumDepth) / 3n / markets) * right) / markets
  return Number((25_000n + markets * (5_000n + 100n * mean)) / (10n + markets))
}

/** Of an appeal too: who joined it to be silent raised what it needed. */
export const quorum = (asked: number): number => Math.ceil((2 * asked) / 3)

/** A tenth of the pool and of all stakes, which were as high as anybody liked; twice as much with each appeal. */
export const bond = (pool: bigint, stakes: bigint, appeals = 0): bigint =>
  ((pool + stakes) / 10n) << BigInt(appeals)

/** How many newcomers of those who want to join could, after others had. */
export const places = (joined: number, wanted: number): number =>
  Math.max(0, Math.min(wanted, maxNewcomers - joined))

/** Whether a sample struck a worker with its whole stake: any of the window did where it had said that there was none. */
export function isStruck(
  rule: Docket.Rule,
  check: Docket.Check,
  sample: { observedAt: number; value: bigint },
) {
  const { observedAt, value } = sample
  if (observedAt < rule.from || observedAt > rule.to) return false
  const isNotLater = check.result === 'INVALID' || observedAt <= check.observedAt
  return isNotLater && (Docket.holds(rule.op, value, rule.target) ? 'YES' : 'NO') !== check.result
}

type Signed = { readonly phase: string; readonly responseHash: string }

/** What they were asked did not matter. */
export const isEquivocation = (one: Signed, other: Signed): boolean =>
  one.phase === other.phase && one.responseHash !== other.responseHash

/** All that tied a report to where it was meant for. */
export const targetOf = ({ marketId, round }: Report.Report): string => `${marketId} ${round}`

/** A report was taken whatever it said, from the request on. */
export const isTaken = (requestedAt: number, now: number): boolean => now < requestedAt + resolutionTimeout

/** Only the appeal whose own round changed the outcome had its bond back. */
export const isBondBack = (before: Vote.Outcome, after: Vote.Outcome): boolean => before !== after

/** A void appeal brought back what had stood before it, whatever was struck since. */
export const afterVoid = (prior: Vote.Outcome): Vote.Outcome => prior

/** What ERC-8004 was given: the text's score, for whatever vote; nothing where there was none. */
export const feedback = (composite: number, vote: Vote.Outcome | null): number | null =>
  vote === null ? null : composite

/** Nobody asked whether the registry of reputations knew the market. */
export const isReady = (gate: {
  isLocked: boolean
  isSimulation: boolean
  hasForwarder: boolean
  hasId: boolean
}) => gate.isLocked && !gate.isSimulation && gate.hasForwarder && gate.hasId

export type Seats = {
  /** Whose they are, how many, and what each staked. All who agree weigh the same. */
  readonly of: string
  readonly count: number
  readonly stake: bigint
  readonly said: Vote.Outcome | 'silent' | 'absent' | 'struck'
}

export type Ended = {
  readonly pool: bigint
  readonly outcome: Vote.Outcome
  readonly seats: readonly Seats[]
  /** Bonds that were lost, and who strikes. */
  readonly bonds?: bigint
  readonly striker?: string
}

/** What each party gained, to the wei: what anybody loses is those who agreed's, or else the creator's. */
export function settle({
  pool,
  outcome,
  seats,
  bonds = 0n,
  striker = 'striker',
}: Ended): Map<string, bigint> {
  const gains = new Map<string, bigint>([['creator', -pool]])
  const give = (to: string, amount: bigint) => gains.set(to, (gains.get(to) ?? 0n) + amount)
  const paid = outcome === 'INVALID' ? pool / 5n : pool
  let shared = paid + bonds
  for (const { of, count, stake, said } of seats) {
    const isWrong = said !== outcome && [said, outcome].every((one) => one === 'YES' || one === 'NO')
    const slash = said === 'struck' ? stake : isWrong || said === 'silent' ? stake / 2n : 0n
    const reward = said === 'struck' ? stake / 4n : 0n
    give(of, -slash * BigInt(count))
    give(striker, reward * BigInt(count))
    shared += (slash - reward) * BigInt(count)
  }
  const right = seats.filter(({ said, count }) => said === outcome && count > 0)
  const all = BigInt(right.reduce((sum, { count }) => sum + count, 0))
  for (const { of, count } of right) give(of, (shared * BigInt(count)) / all)
  give('creator', pool - paid + (all === 0n ? shared : 0n))
  return gains
}

/** The heaviest side with a lead of a tenth, else Invalid, which was paid as if it had been voted for. */
export const decide = Tally.decide
