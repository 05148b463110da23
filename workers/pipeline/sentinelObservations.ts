import { Bytes as Byte, type Bytes, Decimal, Eip712, Finding, type RoundFile } from '../../protocol/index.ts'
import { type Case, type Found, found, signedCheck } from './sentinelCase.ts'
import { contradictsSample } from './sentinelContradiction.ts'
import { counterObservation, type Observation } from './sentinelEvidence.ts'

/** Workers whose sample the source itself contradicts, by samples that it signed (kind 1). */
export function counterObservations(about: Case): Found[] {
  const { file, report } = about
  const { docket } = report
  const findings: Found[] = []
  const valid: { path: string; sample: Observation }[] = []
  for (const [at, given] of file.observations.entries()) {
    const path = `/observations/${at}`
    const fault = docket === null ? 'The round has no docket to hold it against.' : faultOf(about, given)
    if (fault === null) valid.push({ path, sample: toSample(given) })
    else findings.push(found(about, [Finding.nowhere, 'BAD_SIGNATURE', path, fault], { remedy: 'none' }))
  }
  if (docket === null) return findings
  for (const worker of file.workers.keys()) {
    const signed = signedCheck(about, worker)
    if (signed === null) continue
    const { check, attestation } = signed
    const against = valid.find(({ sample }) => contradictsSample(docket.rule, check, sample))
    if (against === undefined) continue
    // If the source vouches for the worker's sample too, it was not lying: it loses its vote, and keeps its stake.
    const own = valid.find(
      ({ sample }) => sample.observedAt === check.observedAt && sample.value === check.value,
    )
    const evidence = counterObservation(report, attestation, against.sample, own?.sample.signature)
    const { observedAt, value } = against.sample
    const message = `At ${observedAt} the source signed ${Decimal.fromFixed18(value)}, which gives another result.`
    findings.push(
      found(about, [Finding.nowhere, 'CONTRADICTED', against.path, message], { worker, evidence }),
    )
  }
  return findings
}

const toSample = (given: RoundFile.SignedObservation): Observation => ({
  observedAt: given.observed_at,
  value: Decimal.toFixed18(given.value),
  signature: given.signature as Bytes.Hex,
})

/** Why a sample proves nothing, or null. Without a chain nobody knows the source's key, and the contract will say. */
function faultOf({ report, facts, file }: Case, given: RoundFile.SignedObservation): string | null {
  const { sourceId } = report.docket!.rule
  if (given.source_id !== sourceId) return `It is of another source than ${sourceId}.`
  if (!Decimal.fitsFixed18(given.value)) return 'Its value has more than 18 decimals, or is too large.'
  if (facts === null) return null
  const key = facts.sourceKeys?.key ?? null
  if (key === null) return 'The source has no registered key.'
  const separator = Eip712.separator({
    name: 'CREsolver Source',
    version: '1',
    chainId: file.chain_id,
    verifyingContract: facts.sourceKeys!.address,
  })
  const struct = Eip712.structHash(
    'Observation(bytes32 sourceId,uint40 observedAt,int128 value)',
    Byte.bytes32(sourceId),
    Eip712.word(given.observed_at),
    Byte.int(Decimal.toFixed18(given.value), 32),
  )
  return Eip712.isSignedBy(key, Eip712.digest(separator, struct), given.signature)
    ? null
    : `${key}, the key of the source, did not sign it.`
}
