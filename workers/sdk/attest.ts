import { type Address, BaseError, Docket, Eip712, type Hash, Wire } from '../../protocol/index.ts'
import { type Signer, WrongSignerError } from './Signer.ts'
import { type Context, readContext } from './Standing.ts'

/** A round of a market: what a signature is good for. */
export type RoundPlace = {
  readonly chainId: number
  readonly market: Address.Address
  readonly marketId: number
  readonly round: number
}

/** Who signs: an agent, and the key of its wallet. Agents may share a wallet, so a signature names both. */
export type AgentSigner = { readonly agentId: number; readonly signer: Signer }

/** What an attestation commits to, beside the round. */
export type Hashes = Pick<Wire.Statement, 'requestHash' | 'responseHash' | 'checkHash'>

/** The hashes that the attestation of an answer holds. */
export const answerHashes = (requestHash: Hash.RequestHash, reply: Wire.ResolveReply): Hashes => ({
  requestHash,
  responseHash: Wire.responseHash(reply),
  checkHash: Docket.checkHash(Wire.docketCheck(reply)),
})

/** The hashes that the attestation of a defence holds. */
export const defenceHashes = (requestHash: Hash.RequestHash, defence: Wire.ChallengeReply): Hashes => ({
  requestHash,
  responseHash: Wire.defenceHash(defence),
  checkHash: Docket.checkHash(null),
})

/** Signs one statement about a round. Whether it may be signed is the caller's decision. */
export async function attest(
  { agentId, signer }: AgentSigner,
  place: RoundPlace,
  phase: Wire.Phase,
  hashes: Hashes,
): Promise<Wire.Attestation> {
  const { chainId, market, marketId, round } = place
  const separator = Eip712.separator(Wire.domain(chainId, market))
  const digest = Wire.attestationDigest(separator, { ...hashes, marketId, agentId, round, phase })
  const signature = (await signer.sign(digest)).toLowerCase()
  const address = signer.address.toLowerCase()
  // A signature of another key would cost as much as silence, so it is found here and not in the round.
  if (!Eip712.isSignedBy(address, digest, signature)) throw new WrongSignerError(address)
  return { signer: address, signature, request_hash: hashes.requestHash }
}

/**
 * The attestation of an answer, for the round that the request names. It signs whatever it is given: `createWorker` makes
 * sure that a request gets one signature, so use this only where you keep records of your own.
 *
 * @example
 * import { attestAnswer, signerOf } from '@cresolver/worker'
 *
 * const signer = signerOf('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
 * const context = `{"chain_id":31337,"market":"0x5fbdb2315678afecb367f032d93f642f64180aa3","round":1}`
 * const request = { market_id: 1, question: 'Did it rain?', deadline: 1771631940, context }
 * const response = { determination: true, confidence: 0.9, evidence: 'It rained.', sources: [] }
 * const attestation = await attestAnswer({ agentId: 3, signer }, request, response)
 * attestation.signer // '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
 * attestation.signature.length // 132
 */
export const attestAnswer = async (
  who: AgentSigner,
  request: Wire.ResolveRequest,
  response: Wire.ResolveReply,
): Promise<Wire.Attestation> =>
  attest(who, placeOf(request), 'resolve', answerHashes(Wire.requestHash(request), response))

/**
 * The attestation of a defence: phase 2, for the round that the answered request names. Like `attestAnswer` it keeps no
 * records.
 */
export const attestDefence = async (
  who: AgentSigner,
  answered: Wire.ResolveRequest,
  challenge: Wire.ChallengeRequest,
  defence: Wire.ChallengeReply,
): Promise<Wire.Attestation> =>
  attest(who, placeOf(answered), 'challenge', defenceHashes(Wire.requestHash(challenge), defence))

function placeOf(request: Wire.ResolveRequest): RoundPlace {
  const context = readContext(request)
  if (context === null) throw new NoRoundError()
  return toPlace(request, context)
}

/** Where a request stands, from its own words. */
export const toPlace = (request: Wire.ResolveRequest, context: Context): RoundPlace => ({
  chainId: context.chain_id,
  market: context.market,
  marketId: request.market_id,
  round: context.round,
})

/** Thrown when a request names no chain, market and round, so that nothing can be signed for it. */
export class NoRoundError extends BaseError {
  override readonly name = 'Worker.NoRoundError'
  constructor() {
    super('The request names no round to sign for.', {
      metaMessages: ['Its `context` must be JSON text with chain_id, market and round.'],
    })
  }
}
