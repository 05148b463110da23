import { Address, Approval, type Bytes, type Hash } from '../../protocol/index.ts'
import type { AuditLog } from './AuditLog.ts'
import type { Config } from './Config.ts'
import type { Draft, Refusal } from './Message.ts'
import { refusalOf } from './Policy.ts'

/** The one thing that is done with a key: a digest that was made here is signed. viem's local accounts are such keys. */
export type Key = {
  readonly address: `0x${string}`
  sign(parameters: { readonly hash: Hash.Hash }): Promise<`0x${string}`>
}

export type Signer = {
  readonly address: Address.Address
  attest(draft: Draft): Promise<{ readonly signature: Bytes.Hex } | { readonly refusal: Refusal }>
}

/**
 * Signs attestations, and nothing else: the digest is made here, of fields that the policy has seen, so that no caller can have
 * something else signed under their name. One after the other, so that limits hold whoever asks at once.
 */
export function makeSigner(
  key: Key,
  config: Pick<Config, 'funds' | 'subjectTypes' | 'limits'>,
  log: AuditLog,
  now: () => number,
): Signer {
  const address = Address.of(key.address)
  const nonces = new Map<number, Hash.Hash>()
  const times: number[] = []
  const remember = (nonce: number, digest: Hash.Hash, at: number) => {
    nonces.set(nonce, digest)
    // Also of a clock that was set back: the list must ascend.
    times.push(Math.max(at, times.at(-1) ?? 0))
  }
  for (const { decision, nonce, digest, at } of log.entries)
    if (decision === 'signed') remember(nonce, digest as Hash.Hash, at)

  async function decide(draft: Draft) {
    const at = now()
    const { validator: _, ...fields } = draft
    const isKnownFund = config.funds.includes(draft.fundId)
    const digest = isKnownFund
      ? Approval.digest({ ...fields, subjectHash: draft.subjectHash, verifier: address })
      : null
    const refusal =
      digest === null
        ? 'fund-not-allowed'
        : refusalOf(draft, digest, { ...config, address }, { nonces, times }, at)
    const isRepeated = refusal === null && nonces.has(draft.nonce)
    // A caller that is refused for asking too often must not fill the disk instead.
    if (!isRepeated && refusal !== 'rate-limited') await log.append(toEntry(draft, digest, refusal, at))
    if (refusal !== null) return { refusal }
    if (!isRepeated) remember(draft.nonce, digest!, at)
    return { signature: (await key.sign({ hash: digest! })).toLowerCase() as Bytes.Hex }
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    address,
    attest(draft) {
      const next = last.then(() => decide(draft))
      last = next.catch(() => undefined)
      return next
    },
  }
}

const toEntry = (draft: Draft, digest: Hash.Hash | null, refusal: Refusal | null, at: number) => ({
  at,
  decision: refusal ?? ('signed' as const),
  subject_type: draft.subjectType,
  subject_hash: draft.subjectHash,
  fund_id: draft.fundId,
  epoch_id: draft.epochId,
  expires_at: draft.expiresAt,
  nonce: draft.nonce,
  digest,
})
