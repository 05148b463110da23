import { hashOf, text, uint } from './Abi.ts'
import type { Address } from './Brand.ts'
import * as Bytes from './Bytes.ts'
import * as Eip712 from './Eip712.ts'
import { BaseError } from './Errors.ts'
import * as Hash from './Hash.ts'

/**
 * Claims and intents of participants, and their hashes. Both exist in two forms: the one of the original claim book, which says
 * nothing of where a claim belongs, and ours, which binds it to a fund, a room and an epoch.
 * See docs/participant.md, "Hashes and signatures".
 */

/** What a participant says it observed, where, and when. */
export type Observed = {
  readonly schemaId: string
  readonly sourceType: string
  readonly sourceRef: string
  readonly selector: string
  readonly extracted: string
  readonly extractedType: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly responseHash: Hash.Hash
  readonly evidenceType: string
  readonly evidenceURI: string
  readonly crawler: Bytes.Hex
  readonly notes?: string
}

/** Where a claim or an intent belongs: market contract, market and round. */
export type Scope = { readonly fundId: string; readonly roomId: string; readonly epochId: number }

/** A trade that a participant proposes, with the claims it rests on. */
export type Intent = {
  readonly intentVersion: string
  readonly vault: Bytes.Hex
  readonly action: 'BUY' | 'SELL'
  readonly tokenIn: Bytes.Hex
  readonly tokenOut: Bytes.Hex
  /** Decimal digits: amounts are larger than a number holds. */
  readonly amountIn: string
  readonly minAmountOut: string
  readonly deadline: number
  readonly maxSlippageBps: number
  readonly snapshotHash: Hash.Hash
}

/**
 * CAIP-10 of a market contract, in its one spelling.
 *
 * @example
 * const market = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
 * Claim.fundOf(1, market) // 'eip155:1:0x5fbdb2315678afecb367f032d93f642f64180aa3'
 */
export const fundOf = (chainId: number, market: Bytes.Hex): string =>
  `eip155:${chainId}:${market}`.toLowerCase()

const fundForm = /^eip155:(0|[1-9][0-9]{0,15}):(0x[0-9a-f]{40})$/

/**
 * Chain and contract of a fund id. Attestations need them: they are the domain that is signed in.
 *
 * @example
 * Claim.readFund('eip155:1:0x5fbdb2315678afecb367f032d93f642f64180aa3').chainId // 1
 * Claim.readFund('bitcoin') // throws Claim.NotAFundError
 */
export function readFund(fundId: string): { chainId: number; market: Address } {
  const match = fundForm.exec(fundId.toLowerCase())
  const chainId = Number(match?.[1])
  if (match === null || !Number.isSafeInteger(chainId)) throw new NotAFundError(fundId)
  return { chainId, market: match[2] as Address }
}

/** The hash of a fund id, whatever the case of its letters. */
export const fundHash = (fundId: string): Hash.Hash => Hash.ofText(fundId.toLowerCase())

/** The hash of the original claim book: texts in normal form C, without blanks at their ends. */
export const originHash = (observed: Observed): Hash.Hash =>
  hashOf(
    text(observed.schemaId),
    text(observed.sourceType),
    text(observed.sourceRef),
    text(observed.selector),
    text(observed.extracted),
    text(observed.extractedType),
    uint(observed.timestamp, 8),
    Bytes.bytes32(observed.responseHash),
    text(observed.evidenceType),
    text(observed.evidenceURI),
    Eip712.addressWord(observed.crawler),
    text(observed.notes ?? ''),
  )

/**
 * Our hash of a claim: the original one, bound to where it belongs, to the source's name, to how fresh it had to be and to the token.
 *
 * @example
 * const market = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
 * const scope = { fundId: Claim.fundOf(31337, market), roomId: '7', epochId: 1 }
 * const about = { sourceSpecId: 'coingecko', freshnessSeconds: 60, token: 'BTC' }
 * const observed = {
 *   schemaId: 'price',
 *   sourceType: 'http',
 *   sourceRef: 'https://api.coingecko.com/api/v3/simple/price',
 *   selector: 'bitcoin.usd',
 *   extracted: '75000',
 *   extractedType: 'decimal',
 *   timestamp: 1771631940,
 *   responseHash: Hash.ofText('{"bitcoin":{"usd":75000}}'),
 *   evidenceType: 'none',
 *   evidenceURI: '',
 *   crawler: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
 * }
 * const hash = Claim.hash(scope, about, observed)
 * hash === Claim.hash(scope, about, { ...observed, sourceType: ' http ' }) // true
 * hash === Claim.hash({ ...scope, epochId: 2 }, about, observed) // false
 */
export const hash = (
  scope: Scope,
  about: { readonly sourceSpecId: string; readonly freshnessSeconds: number; readonly token: string },
  observed: Observed,
): Hash.Hash =>
  hashOf(
    ...scopeParts(scope),
    text(about.sourceSpecId),
    uint(about.freshnessSeconds, 8),
    text(about.token),
    Bytes.bytes32(originHash(observed)),
  )

/**
 * Commits to a set of claims, named in strictly ascending order so that a set has one hash.
 *
 * @example
 * Claim.snapshotHash(1, [Bytes.zero32, Bytes.zero32]) // throws Claim.UnorderedClaimsError
 */
export function snapshotHash(epochId: number, claimHashes: readonly Hash.Hash[]): Hash.Hash {
  claimHashes.forEach((each, i) => {
    if (i > 0 && each <= claimHashes[i - 1]!) throw new UnorderedClaimsError(i)
  })
  const list = Bytes.concat(uint(claimHashes.length, 32), ...claimHashes.map(Bytes.bytes32))
  return hashOf(uint(epochId, 8), { tail: list })
}

/** The hash of an intent as the original intent book computes it. */
export const originIntentHash = (intent: Intent): Hash.Hash =>
  hashOf(
    text(intent.intentVersion),
    Eip712.addressWord(intent.vault),
    text(intent.action),
    Eip712.addressWord(intent.tokenIn),
    Eip712.addressWord(intent.tokenOut),
    uint(BigInt(intent.amountIn), 32),
    uint(BigInt(intent.minAmountOut), 32),
    uint(intent.deadline, 8),
    uint(intent.maxSlippageBps, 2),
    Bytes.bytes32(intent.snapshotHash),
  )

/** Our hash of an intent: the original one, bound to where the intent belongs. */
export const intentHash = (scope: Scope, intent: Intent): Hash.Hash =>
  hashOf(...scopeParts(scope), Bytes.bytes32(originIntentHash(intent)))

const scopeParts = ({ fundId, roomId, epochId }: Scope) => [
  Bytes.bytes32(fundHash(fundId)),
  text(roomId),
  uint(epochId, 8),
]

/** Thrown for a text that is not the CAIP-10 id of a market contract. */
export class NotAFundError extends BaseError {
  override readonly name = 'Claim.NotAFundError'
  constructor(fundId: string) {
    super(`${JSON.stringify(fundId.slice(0, 80))} names no market contract.`, {
      metaMessages: ['Write it as CAIP-10: eip155:<chain id>:<address of the market contract>.'],
    })
  }
}

/** Thrown for claims that are not in strictly ascending order. */
export class UnorderedClaimsError extends BaseError {
  override readonly name = 'Claim.UnorderedClaimsError'
  constructor(index: number) {
    super(`Claim ${index} of the snapshot is not greater than the one before it.`)
  }
}
