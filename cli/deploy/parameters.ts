import { parseEther } from 'viem'
import { parseAmount } from '../chain/units.ts'
import { UsageError } from '../terminal/failure.ts'

/** The market's parameters with their defaults: amounts in wei, shares in basis points, times in seconds. */
const hour = 3_600
const day = 86_400

const amounts = {
  minReward: parseEther('0.001'),
  minStake: parseEther('0.001'),
  minBond: parseEther('0.01'),
}

const numbers = {
  stakeBps: 5_000,
  maxWorkers: 32,
  minWorkers: 3,
  joinCutoff: 600,
  maxDuration: 365 * day,
  // A report counts its life from a block that is final: on some chains half an hour before the newest one.
  requestCooldown: 3_600,
  reportTtl: 3_000,
  quorumGrace: hour,
  resolutionTimeout: 2 * day,
  challengeWindow: 2 * hour,
  windowExtension: hour,
  minMarginBps: 1_000,
  wrongSlashBps: 5_000,
  silentSlashBps: 5_000,
  doubtSlashBps: 1_000,
  absentSlashBps: 1_000,
  challengerRewardBps: 2_500,
  invalidRewardBps: 2_000,
  feeBps: 300,
  bondBps: 1_000,
  maxRounds: 3,
  appealJoin: hour,
  arbitrationTimeout: 14 * day,
}

export type Parameters = typeof amounts & typeof numbers
export type Changes = Readonly<Record<string, number | string>>

/** Bounds are the contract's affair; here a name must be known and a value of its kind. */
export function parametersOf(changes: Changes = {}): Parameters {
  const parameters: Record<string, bigint | number> = { ...amounts, ...numbers }
  for (const [name, value] of Object.entries(changes)) {
    if (Object.hasOwn(amounts, name)) parameters[name] = parseAmount(String(value))
    else if (Object.hasOwn(numbers, name) && typeof value === 'number') parameters[name] = value
    else {
      throw new UsageError(`${name}: ${value} is no parameter of a market.`, {
        metaMessages: [
          'docs/contracts.md lists them; amounts are text such as "0.01 ETH", the rest numbers.',
        ],
      })
    }
  }
  return parameters as Parameters
}
