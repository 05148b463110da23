import { BaseError } from './Errors.ts'
import * as Vote from './Vote.ts'

/** Who gets what when a market ends. A preview: the contract pays, by the same table and to the wei. */

/** What one worker put in, and what its vote weighs. */
export type Stake = {
  readonly vote: Vote.Vote
  readonly weight: bigint
  readonly stake: bigint
}

/** How the market ended. `by-default`: no quorum twice; `no-record`: it expired, or too few joined. */
export type Ending = Vote.Outcome | 'INVALID-by-default' | 'INVALID-no-record'

/** The shares of stakes and pool that a contract is deployed with, in basis points. */
export type Parameters = {
  readonly wrongSlashBps: bigint
  readonly silentSlashBps: bigint
  readonly challengerRewardBps: bigint
  readonly invalidRewardBps: bigint
}

/** The parameters of the contract as it is usually deployed. */
export const defaults: Parameters = {
  wrongSlashBps: 5_000n,
  silentSlashBps: 5_000n,
  challengerRewardBps: 2_500n,
  invalidRewardBps: 2_000n,
}

/** What each party is paid. */
export type Payout = {
  /** One amount per worker, in the order given. */
  readonly workers: readonly bigint[]
  readonly creator: bigint
  /** What those who proved a strike are paid, from struck stakes. */
  readonly challengers: bigint
}

type Standing = 'rewarded' | 'kept' | 'wrong' | 'silent' | 'struck'

/**
 * Shares out the pool and all stakes; every wei in comes out.
 *
 * @example
 * const workers = [
 *   { vote: Vote.cast('YES'), weight: 1_800n, stake: 100n },
 *   { vote: Vote.cast('NO'), weight: 1_500n, stake: 100n },
 *   { vote: Vote.none('struck'), weight: 0n, stake: 100n },
 * ]
 * Payout.preview('YES', 1_000n, workers) // { workers: [1_225n, 50n, 0n], creator: 0n, challengers: 25n }
 * Payout.preview('INVALID-no-record', 1_000n, workers).creator // 1_000n
 */
export function preview(
  ending: Ending,
  pool: bigint,
  workers: readonly Stake[],
  parameters: Parameters = defaults,
): Payout {
  if (pool < 0n || workers.some(({ stake, weight }) => stake < 0n || weight < 0n))
    throw new NegativeAmountError()
  if (ending === 'INVALID-no-record') {
    return { workers: workers.map(({ stake }) => stake), creator: pool, challengers: 0n }
  }
  const standings = workers.map(({ vote }) => standing(vote, ending))
  const slashes = workers.map(({ stake }, i) => slash(stake, standings[i]!, parameters))
  const challengers = sum(
    workers.map(({ stake }, i) =>
      standings[i] === 'struck' ? down(stake, parameters.challengerRewardBps) : 0n,
    ),
  )
  const slashed = sum(slashes) - challengers
  const shared = slashed + poolShare(ending, pool, parameters)
  const total = sum(workers.map(({ weight }, i) => (standings[i] === 'rewarded' ? weight : 0n)))
  const amounts = workers.map(({ stake, weight }, i) => {
    const reward = standings[i] === 'rewarded' && total > 0n ? (shared * weight) / total : 0n
    return stake - slashes[i]! + reward
  })
  // Dust, what nobody earned, and the part of the pool that is not paid out are the creator's.
  const creator = pool + sum(workers.map(({ stake }) => stake)) - sum(amounts) - challengers
  return { workers: amounts, creator, challengers }
}

function standing(vote: Vote.Vote, ending: Exclude<Ending, 'INVALID-no-record'>): Standing {
  if (vote.outcome === null) {
    if (vote.reason === 'struck') return 'struck'
    return Vote.isFault(vote.reason) ? 'silent' : 'kept'
  }
  if (ending === 'INVALID-by-default') return 'rewarded'
  if (vote.outcome === ending) return 'rewarded'
  if (ending === 'INVALID' || vote.outcome === 'INVALID') return 'kept'
  return 'wrong'
}

function slash(stake: bigint, standing: Standing, parameters: Parameters): bigint {
  if (standing === 'struck') return stake
  if (standing === 'wrong') return down(stake, parameters.wrongSlashBps)
  return standing === 'silent' ? down(stake, parameters.silentSlashBps) : 0n
}

function poolShare(ending: Ending, pool: bigint, parameters: Parameters): bigint {
  if (ending === 'YES' || ending === 'NO') return pool
  return ending === 'INVALID' ? down(pool, parameters.invalidRewardBps) : 0n
}

const down = (amount: bigint, bps: bigint): bigint => (amount * bps) / 10_000n
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Thrown for a pool, stake or weight below zero. */
export class NegativeAmountError extends BaseError {
  override readonly name = 'Payout.NegativeAmountError'
  constructor() {
    super('Pools, stakes and weights are never negative.')
  }
}
