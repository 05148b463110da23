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
  maxNewcomers: 16,
  minWorkers: 3,
  joinCutoff: 600,
  maxDuration: 365 * day,
  requestCooldown: 900,
  reportTtl: 600,
  quorumGrace: hour,
  resolutionTimeout: day,
  challengeWindow: 2 * hour,
  windowExtension: hour,
  minMarginBps: 1_000,
  wrongSlashBps: 5_000,
  silentSlashBps: 5_000,
  challengerRewardBps: 2_500,
  invalidRewardBps: 2_000,
  bondBps: 1_000,
  maxRounds: 3,
  appealJoin: hour,
}

export type Parameters = typeof amounts & typeof numbers
export type Changes = Readonly<Record<string, number | string>>

/** Bounds are the contract's affair; here a name must be known and a value of its kind. */
export function parametersOf(isLocal: boolean, changes: Changes = {}): Parameters {
  // On a local chain nobody has a settled market yet, and there is nobody to keep out.
  const parameters: Record<string, bigint | number> = {
    ...amounts,
    ...numbers,
    ...(isLocal ? { maxNewcomers: 32 } : {}),
  }
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
