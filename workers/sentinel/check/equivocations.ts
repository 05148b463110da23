import { type Bytes, Docket, Eip712, Finding, type RoundFile, Wire } from '../../../protocol/index.ts'
import { attestationOf, type Case, type Found, found, isStrikable } from './Case.ts'
import { type Attestation, equivocation } from './evidence.ts'

/** Workers that were seen to sign two different replies to one request (kind 2). */
export function equivocations(about: Case): Found[] {
  const { file } = about
  const findings: Found[] = []
  const said = file.workers.map((_, i) => statementsOf(about, i))
  for (const [at, other] of file.other_replies.entries()) {
    const path = `/other_replies/${at}`
    const statement = read(about, other)
    if (typeof statement === 'string') {
      const more = { worker: other.index, remedy: 'none' } as const
      findings.push(found(about, [Finding.nowhere, 'BAD_SIGNATURE', path, statement], more))
      continue
    }
    const earlier = said[other.index]!
    const one = earlier.find((said) => isEquivocal(said, statement))
    earlier.push(statement)
    if (one === undefined) continue
    const message = `It signed ${one.responseHash} and ${statement.responseHash} for one ${statement.phase} request.`
    // Without a vote there is nothing to strike.
    const evidence = isStrikable(about, other.index) ? equivocation(one, statement) : null
    const more = { worker: other.index, remedy: 'none', evidence } as const
    findings.push(found(about, [Finding.nowhere, 'EQUIVOCATION', path, message], more))
  }
  return findings
}

/** The contract's own test. Whatever else callers ask of a worker, it may answer each of them. */
const isEquivocal = (one: Attestation, other: Attestation): boolean =>
  one.phase === other.phase &&
  one.requestHash === other.requestHash &&
  one.responseHash !== other.responseHash

/** What the round itself has of a worker: its answer and its defence. */
function statementsOf(about: Case, worker: number): Attestation[] {
  const answer = attestationOf(about, worker)
  const { defence } = about.rebuilt.entries[worker]!
  return [
    ...(answer === null ? [] : [answer]),
    ...(defence === null || defence.signature === null
      ? []
      : [
          {
            phase: 'challenge' as const,
            requestHash: defence.requestHash,
            responseHash: defence.responseHash,
            checkHash: Docket.checkHash(null),
            signature: defence.signature,
          },
        ]),
  ]
}

/** A reply with its worker's signature, or a sentence that says what is wrong with it. */
function read(about: Case, other: RoundFile.OtherReply): Attestation | string {
  const { terms, requests, round } = about.rebuilt
  const parsed =
    other.phase === 'resolve'
      ? Wire.readAnswer({ value: other.reply })
      : Wire.readDefence({ value: other.reply })
  if (parsed.reason !== null) return `The reply can't be read: ${parsed.detail}.`
  const { reply } = parsed
  const request = requests[other.index] ?? null
  const asked =
    other.phase === 'resolve' ? terms.requestHash : request === null ? null : Wire.requestHash(request)
  const requestHash = other.request_hash ?? asked
  if (requestHash === null) return 'The worker was not challenged, and no other request is named.'
  const isAnswer = 'evidence' in reply
  const { agentId, signer } = round.workers[other.index]!
  const statement: Wire.Statement = {
    marketId: terms.marketId,
    // Agents may share a wallet: what another one signed is not this one's.
    agentId,
    round: terms.round,
    phase: other.phase,
    requestHash,
    responseHash: isAnswer ? Wire.responseHash(reply) : Wire.defenceHash(reply),
    checkHash: Docket.checkHash(isAnswer ? Wire.docketCheck(reply) : null),
  }
  const signature = reply.attestation?.signature ?? ''
  if (!Eip712.isSignedBy(signer, Wire.attestationDigest(terms.separator, statement), signature))
    return `${signer} did not sign it for agent ${agentId} in this round.`
  const { phase, responseHash, checkHash } = statement
  return { phase, requestHash, responseHash, checkHash, signature: signature as Bytes.Hex }
}
