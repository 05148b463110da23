import { Bytes, Hash } from '../../protocol/index.ts'

/** Polymarket's adapter for markets of which one wins; it is the oracle of their conditions. */
export const negRiskAdapter = '0xd91e80cf2e7be2e162c6513ced06f1dd0da35296'

const slots = 2n

/**
 * The id of a question of UmaCtfAdapter: keccak256 of the data with its initializer, and nothing stamped on behind it.
 *
 * @example
 * questionIdOf(bytes, { stamped: 0 })
 */
export const questionIdOf = (bytes: Uint8Array, { stamped }: { readonly stamped: number }): Hash.Hash =>
  Hash.ofBytes(bytes.subarray(0, bytes.length - stamped))

/** The data as the adapter completes it for whoever asks. */
export const withInitializer = (bytes: Uint8Array, initializer: string): Uint8Array =>
  Bytes.concat(bytes, Bytes.fromText(`,initializer:${initializer.slice(2)}`))

/** The id of a condition of Conditional Tokens with two outcomes. */
export const conditionIdOf = (oracle: string, questionId: string): Hash.Hash =>
  Hash.ofBytes(Bytes.concat(hex(oracle), hex(questionId), Bytes.uint(slots, 32)))

/** The id of a request to UMA's OptimisticOracleV2. */
export const requestIdOf = (
  requester: string,
  identifier: string,
  timestamp: number,
  data: Uint8Array,
): Hash.Hash =>
  Hash.ofBytes(Bytes.concat(hex(requester), word(identifier), Bytes.uint(BigInt(timestamp), 32), data))

/** Questions of one NegRisk market share all but the last byte of their id, which counts them. */
export const isOfMarket = (questionId: string, marketId: string): boolean =>
  questionId.slice(0, -2).toLowerCase() === marketId.slice(0, -2).toLowerCase()

/** Names such as YES_OR_NO_QUERY stand at the beginning of their word. */
function word(identifier: string): Uint8Array {
  if (/^0x[0-9a-f]{64}$/i.test(identifier)) return hex(identifier)
  const bytes = new Uint8Array(32)
  bytes.set(Bytes.fromText(identifier).subarray(0, 32))
  return bytes
}

const hex = (text: string): Uint8Array => Bytes.fromHex(text.toLowerCase() as Bytes.Hex)
