import { Schema } from '../../protocol/index.ts'
import { staleness } from './freshness.ts'
import { fail, type Judgement, needMore } from './Judgement.ts'
import type { Ports } from './Ports.ts'
import { reproduce } from './reproduce.ts'
import { type ClaimPayload, claimHash, claim as claimSchema, uriOf } from './Subject.ts'
import { faultOf } from './specs/Specs.ts'
import type { VerifyTask } from './Task.ts'

type Policy = VerifyTask['validationPolicy']

/** Evidence is there, the hash is the claim's own, it is fresh, and the source or the archive says it again: in this order. */
export async function verifyClaim(
  payload: unknown,
  subjectHash: string,
  policy: Policy,
  ports: Ports,
): Promise<Judgement> {
  const missing = missingEvidence(payload)
  if (missing !== null) return missing
  const claim = readClaim(payload)
  if (claim === null) return fail('MALFORMED_SUBJECT', 'The subject is no claim as the schema has it.')
  if (claimHash(claim) !== subjectHash)
    return fail('HASH_MISMATCH', 'The subject does not have the given hash.')
  const fault = faultOf(claim.sourceSpec, ports.specs)
  if (fault !== null) return fail('SPEC_MISMATCH', fault)
  return checkAge(claim, policy, ports.now()) ?? reproduce(claim, policy, ports)
}

/** Before the schema is asked: a claim without evidence is not wrong, it is unproven. */
function missingEvidence(payload: unknown): Judgement | null {
  const { observation } = payload as { observation?: Record<string, unknown> | null }
  const isMissing = (field: string) => {
    const value = observation?.[field]
    return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  }
  for (const field of ['evidenceURI', 'responseHash'])
    if (isMissing(field)) return needMore('MISSING_EVIDENCE', `The subject has no ${field}.`)
  return isMissing('timestamp')
    ? needMore('MISSING_TIMESTAMP', 'The subject does not say of when it is.')
    : null
}

/** What refers to itself in two ways must do so alike, or its hash could be of something else than what is checked. */
function readClaim(payload: unknown): ClaimPayload | null {
  try {
    const claim = Schema.read(claimSchema, payload)
    const { sourceSpec, observation } = claim
    const isWhole =
      observation.sourceSpecId === sourceSpec.sourceSpecId &&
      observation.evidenceURI === uriOf(observation.responseHash)
    return isWhole ? claim : null
  } catch {
    return null
  }
}

function checkAge({ observation, sourceSpec }: ClaimPayload, policy: Policy, now: number): Judgement | null {
  const { timestamp } = observation
  const maxAge = policy.maxDataAgeSeconds ?? sourceSpec.freshnessSeconds
  const fault = staleness(timestamp, now, maxAge)
  if (fault === null) return null
  return fault === 'STALE_DATA'
    ? fail(fault, `The data is ${now - timestamp} seconds old, and ${maxAge} are allowed.`)
    : fail(fault, `The data is of ${timestamp - now} seconds from now.`)
}
