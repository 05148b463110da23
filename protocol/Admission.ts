import type { Address } from './Brand.ts'
import * as Docket from './Docket.ts'
import * as Eip712 from './Eip712.ts'
import type * as Hash from './Hash.ts'
import * as Vote from './Vote.ts'
import * as Wire from './Wire.ts'

/** Whether an answer counts: read, signed by who joined, for this request, and with a check that holds. */

/** What a reply is judged by: the round, the request, the rule, and whether it must be signed. */
export type Terms = {
  readonly separator: Uint8Array
  readonly marketId: number
  readonly round: number
  readonly requestHash: Hash.RequestHash
  /** null on manual rules. */
  readonly rule: Docket.Rule | null
  /** A gateway could have written an unsigned answer itself; a worker that was asked directly could not be forged. */
  readonly requireSignature: boolean
}

/** Who must have signed, and as which agent: both fixed when the agent joined. */
export type Worker = { readonly agentId: number; readonly signer: Address }

/** An answer that was read and is the worker's own. */
export type Answer = {
  readonly reply: Wire.ResolveReply
  readonly vote: Vote.Vote
  readonly check: Docket.Check | null
  readonly responseHash: Hash.Hash
  readonly signature: string | null
}

/** The decision on one reply: the answer and its vote, or the reason why there is none. */
export type Admission =
  | { readonly answer: Answer; readonly vote: Vote.Vote; readonly detail: null }
  | { readonly answer: null; readonly vote: Vote.Vote; readonly detail: string }

const excluded = (reason: Vote.Reason, detail: string): Admission => ({
  answer: null,
  vote: Vote.none(reason),
  detail,
})

/**
 * Decides on one reply. Never throws.
 *
 * @example
 * const terms = {
 *   separator: Eip712.separator(Wire.domain(31337, Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'))),
 *   marketId: 1,
 *   round: 1,
 *   requestHash: Hash.asRequestHash(Hash.ofText('the request')),
 *   rule: null,
 *   requireSignature: true,
 * }
 * const read = Wire.readAnswer('{"determination":true,"confidence":0.9,"evidence":"It rained.","sources":[]}')
 * const worker = { agentId: 3, signer: Address.of('0x70997970c51812dc3a010c7d01b50e0d17dc79c8') }
 * Admission.admit(read, worker, terms).vote.reason // 'plain'
 * Admission.admit(read, worker, { ...terms, requireSignature: false }).vote.outcome // 'YES'
 */
export function admit(read: Wire.Read<Wire.ResolveReply>, worker: Worker, terms: Terms): Admission {
  if (read.reason !== null) return excluded(read.reason, read.detail)
  const { reply } = read
  const check = Wire.docketCheck(reply)
  const responseHash = Wire.responseHash(reply)
  const statement = {
    marketId: terms.marketId,
    agentId: worker.agentId,
    round: terms.round,
    phase: 'resolve' as const,
    requestHash: terms.requestHash,
    responseHash,
    checkHash: Docket.checkHash(check),
  }
  const unsigned = signatureFault(reply, worker.signer, terms, statement)
  if (unsigned !== null) return excluded(unsigned, `not signed by ${worker.signer} for this request`)
  const vote = voteOf(reply, check, terms.rule)
  const signature = reply.attestation?.signature ?? null
  return { answer: { reply, vote, check, responseHash, signature }, vote, detail: null }
}

function voteOf(reply: Wire.ResolveReply, check: Docket.Check | null, rule: Docket.Rule | null): Vote.Vote {
  const outcome = Wire.outcomeOf(reply)
  if (rule === null) return Vote.cast(outcome)
  if (check === null) return Vote.none('no-check')
  return Docket.fault(rule, check, outcome) === null ? Vote.cast(outcome) : Vote.none('false-check')
}

function signatureFault(
  reply: Wire.ResolveReply,
  signer: Address,
  terms: Terms,
  statement: Wire.Statement,
): Vote.Reason | null {
  const { attestation } = reply
  if (attestation === undefined) return terms.requireSignature ? unsignedAs(reply) : null
  const isSigned = (requestHash: Hash.RequestHash) =>
    Eip712.isSignedBy(
      signer,
      Wire.attestationDigest(terms.separator, { ...statement, requestHash }),
      attestation.signature,
    )
  if (isSigned(terms.requestHash)) return null
  const other = attestation.request_hash
  // Honestly signed, but for something else: another market, another round, another spelling of the question.
  return other !== undefined && other !== terms.requestHash && isSigned(other)
    ? 'wrong-market-or-round'
    : 'bad-signature'
}

/** Four fields and no signature are all that a plain worker knows; one that claims more knows that it has to sign. */
const unsignedAs = ({ rule_check, por, citations }: Wire.ResolveReply): Vote.Reason =>
  rule_check === undefined && por === undefined && citations === undefined ? 'plain' : 'unsigned'

/**
 * Whether a worker is excluded on a gateway's word alone: it signed nothing that shows it. A gateway that drops or alters an
 * answer looks the same, so such a worker is asked directly before it can be blamed.
 *
 * @example
 * Admission.isHearsay({ answer: null, vote: Vote.none('silent') }) // true
 * Admission.isHearsay({ answer: null, vote: Vote.none('wrong-market-or-round') }) // false
 */
export const isHearsay = ({
  answer,
  vote,
}: {
  readonly answer: object | null
  readonly vote: Vote.Vote
}): boolean => answer === null && vote.reason !== 'wrong-market-or-round'

/**
 * The vote to report for such a worker if it was not asked directly. It is not silent then, only absent; before the rule can be
 * decided (`isEarly`) it may be not ready, which costs nothing.
 *
 * @example
 * Admission.unprobed(Vote.none('silent')).reason // 'omitted-unprobed'
 * Admission.unprobed(Vote.none('not-ready')).reason // 'omitted-unprobed'
 * Admission.unprobed(Vote.none('not-ready'), { isEarly: true }).reason // 'not-ready'
 */
export function unprobed({ reason }: Vote.Vote, { isEarly = false } = {}): Vote.Vote {
  if (reason === 'not-ready' && isEarly) return Vote.none('not-ready')
  return Vote.none(reason !== null && alterations.has(reason) ? 'gateway-altered' : 'omitted-unprobed')
}

const alterations: ReadonlySet<Vote.Reason> = new Set([
  'malformed',
  'oversized',
  'unsigned',
  'bad-signature',
  'gateway-altered',
  'plain',
])

/** A defence that was read: how many challenges it answers, with what, and what it found of the citations of others. */
export type Defence = {
  readonly asked: number
  readonly answered: number
  readonly responses: readonly (string | null)[]
  /** What it says of the citations of others; null where it says nothing. */
  readonly reproductions: string | null
  readonly requestHash: Hash.RequestHash
  readonly responseHash: Hash.Hash
  readonly signature: string | null
}

/** Reads a defence. Whatever is wrong with it, the answer stands. */
export function defend(
  read: Wire.Read<Wire.ChallengeReply>,
  worker: Worker,
  request: Wire.ChallengeRequest,
  terms: Omit<Terms, 'requestHash' | 'rule'>,
): Defence | null {
  if (read.reason !== null) return null
  const { reply } = read
  const requestHash = Wire.requestHash(request)
  const responseHash = Wire.defenceHash(reply)
  const digest = Wire.attestationDigest(terms.separator, {
    marketId: terms.marketId,
    agentId: worker.agentId,
    round: terms.round,
    phase: 'challenge',
    requestHash,
    responseHash,
    checkHash: Docket.checkHash(null),
  })
  const signature = reply.attestation?.signature ?? null
  const isOwn =
    signature === null ? !terms.requireSignature : Eip712.isSignedBy(worker.signer, digest, signature)
  if (!isOwn) return null
  const asked = request.challenges.length
  const responses = Wire.responsesTo(asked, reply)
  const answered = responses.filter((response) => response !== null).length
  const reproductions = reply.reproductions ?? null
  return { asked, answered, responses, reproductions, requestHash, responseHash, signature }
}
