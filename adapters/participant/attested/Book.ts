import { type Address, Claim, type Hash, Json, Schema } from '../../../protocol/index.ts'
import type { Store } from '../../../services/store/Store.ts'
import { claimHash } from '../Subject.ts'
import { type Attestation, type AttestedClaim, attestedClaim, maxAttestations } from './Attestation.ts'

/** Attested claims, as far as they are known here. Whatever it gives is checked again by whoever uses it. */
export type Book = {
  /** Adds what is not known yet. */
  publish(attested: AttestedClaim): Promise<void>
  find(hash: Hash.Hash): Promise<AttestedClaim | null>
  /** Claims about a reply, those that came first before the others. */
  ofReply(responseHash: Hash.Hash, fundId: string): Promise<readonly AttestedClaim[]>
}

type Row = { claim_hash: Hash.Hash; claim: string }

/** A book in a store. */
export function inStore(store: Pick<Store, 'query' | 'transaction'>): Book {
  const whole = async ({ claim_hash, claim }: Row): Promise<AttestedClaim> =>
    Schema.read(attestedClaim, {
      claim: Json.parse(claim),
      attestations: await attestationsOf(store, claim_hash),
    })
  return {
    publish: (attested) => publish(store, attested),
    async find(hash) {
      const [row] = await store.query<Row>(
        'select claim_hash, claim from participant.claims where claim_hash = $1',
        [hash],
      )
      return row === undefined ? null : whole(row)
    },
    async ofReply(responseHash, fundId) {
      const rows = await store.query<Row>(
        `select claim_hash, claim from participant.claims where response_hash = $1 and fund_hash = $2
         order by created_at, claim_hash limit 16`,
        [responseHash, Claim.fundHash(fundId)],
      )
      return Promise.all(rows.map(whole))
    },
  }
}

async function publish(
  store: Pick<Store, 'transaction'>,
  { claim, attestations }: AttestedClaim,
): Promise<void> {
  const hash = claimHash(claim)
  const { fundId, roomId, epochId, sourceSpec, observation } = claim
  await store.transaction(async (queries) => {
    await queries.query(
      `insert into participant.claims (claim_hash, fund_hash, room_id, epoch_id, source_ref, response_hash, claim)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [
        hash,
        Claim.fundHash(fundId),
        roomId,
        epochId,
        sourceSpec.sourceRef,
        observation.responseHash,
        Json.canonical(claim),
      ],
    )
    for (const { verifier, agentId, expiresAt, nonce, signature } of attestations) {
      await queries.query(
        `insert into participant.attestations as known (claim_hash, verifier, agent_id, expires_at, nonce, signature)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (claim_hash, verifier) do update
           set agent_id = excluded.agent_id, expires_at = excluded.expires_at, nonce = excluded.nonce,
             signature = excluded.signature
           where known.expires_at < excluded.expires_at`,
        [hash, verifier, agentId ?? null, expiresAt, nonce, signature],
      )
    }
  })
}

async function attestationsOf(store: Pick<Store, 'query'>, hash: Hash.Hash): Promise<Attestation[]> {
  const rows = await store.query<{
    verifier: Address.Address
    agent_id: bigint | null
    expires_at: bigint
    nonce: bigint
    signature: string
  }>(
    `select verifier, agent_id, expires_at, nonce, signature from participant.attestations
     where claim_hash = $1 order by expires_at desc, verifier limit $2`,
    [hash, maxAttestations],
  )
  return rows.map(({ verifier, agent_id, expires_at, nonce, signature }) => ({
    verifier,
    ...(agent_id === null ? {} : { agentId: Number(agent_id) }),
    expiresAt: Number(expires_at),
    nonce: Number(nonce),
    signature,
  }))
}
