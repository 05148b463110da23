import { type Bytes, Docket, Eip712, Finding, type RoundFile, Wire } from '../../protocol/index.ts'
import { attestationOf, type Case, type Found, found, isStrikable } from './Case.ts'
import { type Attestation, equivocation } from './evidence.ts'

/** Workers that were seen to sign two different things for one round and phase (kind 2). */
export function equivocations(about: Case): Found[] {
  const { file, rebuilt } = about
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
    const one = earlier.find(
      ({ phase, responseHash }) => phase === statement.phase && responseHash !== statement.responseHash,
    )
    earlier.push(statement)
    if (one === undefined) continue
    const seats = rebuilt.round.workers.filter(
      ({ signer }) => signer === rebuilt.round.workers[other.index]!.signer,
    )
    // Two answers of one wallet may be those of two agents; and without a vote there is nothing to strike.
    const isProven = seats.length === 1 && isStrikable(about, other.index)
    const message = `It signed ${one.responseHash} and ${statement.responseHash} for one ${statement.phase} request.`
    findings.push(
      found(about, [Finding.nowhere, 'EQUIVOCATION', path, message], {
        worker: other.index,
        remedy: isStrikable(about, other.index) ? 'appeal' : 'none',
        evidence: isProven ? equivocation(one, statement) : null,
      }),
    )
  }
  return findings
}

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
  const statement: Wire.Statement = {
    marketId: terms.marketId,
    round: terms.round,
    phase: other.phase,
    requestHash,
    responseHash: isAnswer ? Wire.responseHash(reply) : Wire.defenceHash(reply),
    checkHash: Docket.checkHash(isAnswer ? Wire.docketCheck(reply) : null),
  }
  const signature = reply.attestation?.signature ?? ''
  const { signer } = round.workers[other.index]!
  if (!Eip712.isSignedBy(signer, Wire.attestationDigest(terms.separator, statement), signature))
    return `${signer} did not sign it for this round.`
  const { phase, responseHash, checkHash } = statement
  return { phase, requestHash, responseHash, checkHash, signature: signature as Bytes.Hex }
}
