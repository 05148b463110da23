import type { PrivateKeyAccount } from 'viem/accounts'
import type { Hash, Wire } from '../../protocol/index.ts'
import type { Queries } from '../../services/store/Store.ts'
import { attest, type Hashes } from '../sdk/attest.ts'
import type { Round } from './Records.ts'

/** Who signs. Only the digest ever reaches the key. */
export type Signer = Pick<PrivateKeyAccount, 'address' | 'sign'>

export type Signing = Round & {
  readonly marketId: number
  readonly agentId: number
  readonly phase: Wire.Phase
}

/** What was decided to be signed for a phase of a round: by whoever came first, for ever. */
export type Decision = {
  readonly requestHash: Hash.RequestHash
  readonly responseHash: Hash.Hash
  readonly isOurs: boolean
}

const where =
  'agent_id = $1 and signer = $2 and chain_id = $3 and market = $4 and market_id = $5 and round = $6 and phase = $7'

const keyOf = (signer: Signer, { agentId, chainId, market, marketId, round, phase }: Signing) => [
  agentId,
  signer.address.toLowerCase(),
  chainId,
  market,
  marketId,
  round,
  phase,
]

/**
 * Claims the one response that may be signed. Two of them, signed for one request, cost a worker its stake, so the database's
 * unique key decides, across processes and restarts; whoever loses signs what the winner decided, or nothing.
 */
export async function decide(
  queries: Queries,
  signer: Signer,
  signing: Signing,
  hashes: { readonly requestHash: Hash.RequestHash; readonly responseHash: Hash.Hash },
): Promise<Decision> {
  const key = keyOf(signer, signing)
  const claimed = await queries.query(
    `insert into signatures (agent_id, signer, chain_id, market, market_id, round, phase, request_hash, response_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning 1 as one`,
    [...key, hashes.requestHash, hashes.responseHash],
  )
  if (claimed.length > 0) return { ...hashes, isOurs: true }
  const [row] = await queries.query<{ request_hash: Hash.RequestHash; response_hash: Hash.Hash }>(
    `select request_hash, response_hash from signatures where ${where}`,
    key,
  )
  const decision = { requestHash: row!.request_hash, responseHash: row!.response_hash }
  return { ...decision, isOurs: decision.responseHash === hashes.responseHash }
}

/**
 * Signs what was decided, and nothing else: what differs from the decision is a fault of ours. `decided` is the hash that the
 * decision is about, where the statement holds more that is kept elsewhere.
 */
export async function signDecided(
  queries: Queries,
  signer: Signer,
  signing: Signing,
  statement: Hashes,
  decided: Hash.Hash = statement.responseHash,
): Promise<Wire.Attestation | null> {
  const decision = await decide(queries, signer, signing, { ...statement, responseHash: decided })
  if (!decision.isOurs) return null
  const { address } = signer
  const { agentId, phase } = signing
  const who = { agentId, signer: { address, sign: (hash: Hash.Hash) => signer.sign({ hash }) } }
  const attestation = await attest(who, signing, phase, statement)
  await queries.query(
    `update signatures set signature = $8 where ${where} and signature is null and request_hash = $9`,
    [...keyOf(signer, signing), attestation.signature, statement.requestHash],
  )
  return attestation
}
