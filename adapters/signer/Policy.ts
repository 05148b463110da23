import type { Address, Hash } from '../../protocol/index.ts'
import type { Config } from './Config.ts'
import type { Draft, Refusal } from './Message.ts'

/** What was signed before, as far as it limits what may be signed now. */
export type History = {
  /** Digests by nonce: a nonce is for one of them. */
  readonly nonces: ReadonlyMap<number, Hash.Hash>
  /** Unix seconds of each signature, ascending. */
  readonly times: readonly number[]
}

export type Rules = Pick<Config, 'funds' | 'subjectTypes' | 'limits'> & { readonly address: Address.Address }

/** Why a draft is not signed; null where it is. */
export function refusalOf(
  draft: Draft,
  digest: Hash.Hash,
  { funds, subjectTypes, limits, address }: Rules,
  { nonces, times }: History,
  now: number,
): Refusal | null {
  if (!subjectTypes.includes(draft.subjectType)) return 'type-not-allowed'
  if (!funds.includes(draft.fundId)) return 'fund-not-allowed'
  if (draft.validator !== undefined && draft.validator !== address) return 'another-validator'
  if (draft.expiresAt <= now) return 'expired'
  if (draft.expiresAt > now + limits.lifetimeSeconds) return 'lives-too-long'
  const known = nonces.get(draft.nonce)
  // The same again is the same signature: whoever lost the reply may ask once more.
  if (known !== undefined) return known === digest ? null : 'nonce-used'
  const since = (seconds: number) => times.length - firstAfter(times, now - seconds)
  return since(60) >= limits.perMinute || since(86_400) >= limits.perDay ? 'rate-limited' : null
}

export const sentences: Readonly<Record<Refusal, string>> = {
  malformed: 'This is no request as the protocol has it.',
  'type-not-allowed': 'Attestations of this type are not signed here.',
  'fund-not-allowed': 'Nothing is signed for this fund here.',
  'another-validator': 'The draft names another validator than the one whose key is here.',
  expired: 'The attestation would have expired already.',
  'lives-too-long': 'The attestation would be good for longer than is allowed here.',
  'nonce-used': 'This nonce was used for something else.',
  'rate-limited': 'More was signed lately than is allowed here.',
  internal: 'The signer failed; nothing was signed.',
}

/** The index of the first time after `at`. */
function firstAfter(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! > at) high = middle
    else low = middle + 1
  }
  return low
}
