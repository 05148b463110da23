import {
  type Bytes,
  Decimal,
  Docket,
  Eip712,
  Finding,
  Round,
  type RoundFile,
  Rule,
} from '../../../protocol/index.ts'
import { sampleDigest, signedSampleOf } from '../../source/provenance/signedSample.ts'
import { type Case, type Found, found, signedCheck } from './Case.ts'
import { contradictsSample } from './contradiction.ts'
import { counterSample, type SignedSample } from './evidence.ts'
import { readProof } from './readProof.ts'

/** Workers whose sample the source itself contradicts, by samples that it signed (kind 1). */
export function counterSamples(about: Case): Found[] {
  const { file, report } = about
  const { docket } = report
  const findings: Found[] = []
  const valid: Signed[] = []
  for (const [at, given] of file.observations.entries()) {
    const path = `/observations/${at}`
    const fault = docket === null ? 'The round has no docket to hold it against.' : faultOf(about, given)
    if (fault === null) valid.push({ path, sample: toSample(given) })
    else if (fault !== unknownKey)
      findings.push(found(about, [Finding.nowhere, 'BAD_SIGNATURE', path, fault], { remedy: 'none' }))
  }
  if (docket === null) return findings
  valid.push(...fromProofs(about))
  for (const worker of file.workers.keys()) {
    const signed = signedCheck(about, worker)
    if (signed === null) continue
    const { check, attestation } = signed
    const against = deciding(about, valid, check)
    if (against === undefined || !contradictsSample(docket.rule, check, against.sample)) continue
    const { observedAt, value } = against.sample
    // Who doubted may have looked while the source was silent: that costs the vote, and no stake.
    const follows = check.result === 'INVALID' ? 'refutes the doubt' : 'gives another result'
    const message = `At ${observedAt} the source signed ${Decimal.fromFixed18(value)}, which ${follows}.`
    // A contract can't tell a high from a low, so it takes no sample against either.
    const isJudged = !Docket.isOfMany(docket.rule, file.deadline)
    const evidence = isJudged ? counterSample(report, attestation, against.sample) : null
    findings.push(
      found(about, [Finding.nowhere, 'CONTRADICTED', against.path, message], { worker, evidence }),
    )
  }
  return findings
}

/** Why the samples of a file could not be checked; null where all were. A key that is not known proves nothing about anyone. */
export function whyUncheckedSamples(about: Case): string | null {
  const { file, report } = about
  if (report.docket === null) return null
  const open = file.observations.filter((given) => faultOf(about, given) === unknownKey)
  return open.length === 0 ? null : `${open.length} could not be checked: ${keyTrouble(about)}`
}

const unknownKey = Symbol('unknown key')

/** Why the contract takes nothing by the source's key; null where it does. */
function keyTrouble({ facts }: Pick<Case, 'facts'>): string | null {
  if (facts === null) return null
  const { sourceKeys, round } = facts
  const key = sourceKeys?.key ?? null
  if (key === null) return 'The source has no registered key.'
  if (key.isRevoked) return `${key.address}, the key of the source, is revoked.`
  if (key.registeredAt >= round.createdAt)
    return `${key.address}, the key of the source, is not older than the market.`
  return null
}

type Signed = { readonly path: string; readonly sample: SignedSample }

/**
 * The sample that decides, of those the source signed: the first in the window. A high or a low is decided by a sample on the
 * far side of the target alone, whenever it was taken: an early one on the near side says nothing about the extreme.
 */
function deciding(
  { rebuilt, report }: Case,
  signed: readonly Signed[],
  check: Docket.Check,
): Signed | undefined {
  const { rule } = report.docket!
  const inWindow = signed
    .filter(({ sample: { observedAt } }) => observedAt >= rule.from && observedAt <= rule.to)
    .sort((a, b) => a.sample.observedAt - b.sample.observedAt)
  const metric = metricOf(rebuilt)
  if (metric === null) return undefined
  if (!Rule.isExtreme(metric)) return inWindow[0]
  return inWindow.find(
    ({ sample }) => isDecisive(rule, sample.value, metric) && contradictsSample(rule, check, sample),
  )
}

/** Whether one sample settles a high or a low: no other sample could take its result back. */
function isDecisive({ op, target }: Docket.Rule, value: bigint, metric: string): boolean {
  const { gte, lte, gt, lt } = Rule.opCodes
  const isHigh = metric.toLowerCase().endsWith('_high')
  const settlesAtTarget = isHigh ? op === gte || op === lt : op === lte || op === gt
  if (value === target) return settlesAtTarget
  return isHigh ? value > target : value < target
}

/** The metric of the question; null where its rule is not one that numbers decide. */
const metricOf = ({ round }: Case['rebuilt']): string | null =>
  Round.docketRule(round) === null ? null : Rule.metricUsed(round.parsed.rule)

const toSample = (given: RoundFile.SignedObservation): SignedSample => ({
  observedAt: given.observed_at,
  value: Decimal.toFixed18(given.value),
  signature: given.signature as Bytes.Hex,
})

/** Samples in the workers' own proofs that the source signed; without its key nobody's word is taken for that. */
function fromProofs(about: Case): Signed[] {
  const { sourceId } = about.report.docket!.rule
  if (about.facts === null) return []
  return about.file.proofs.flatMap(({ proof }, at) => {
    const items = readProof(proof)?.evidence.items ?? []
    return items.flatMap((item, i) => {
      const sample = item.source.source_id === sourceId ? signedSampleOf(item) : null
      if (sample === null) return []
      const given = {
        source_id: sourceId,
        observed_at: sample.observedAt,
        value: Decimal.fromFixed18(sample.value),
        signature: sample.signature,
      }
      const path = `/proofs/${at}/proof/evidence/items/${i}`
      return faultOf(about, given) === null ? [{ path, sample }] : []
    })
  })
}

/** Why a sample proves nothing, or null. Without a chain nobody knows the source's key, and the contract will say. */
function faultOf(
  about: Pick<Case, 'report' | 'facts' | 'file'>,
  given: RoundFile.SignedObservation,
): string | typeof unknownKey | null {
  const { report, facts, file } = about
  const { sourceId } = report.docket!.rule
  if (given.source_id !== sourceId) return `It is of another source than ${sourceId}.`
  if (!Decimal.fitsFixed18(given.value)) return 'Its value has more than 18 decimals, or is too large.'
  if (facts === null) return null
  if (keyTrouble(about) !== null) return unknownKey
  if (given.observed_at > facts.now) return 'It is from the future.'
  const { address, key } = facts.sourceKeys!
  const keys = { chainId: file.chain_id, address }
  const digest = sampleDigest(keys, sourceId, { observedAt: given.observed_at, value: given.value })
  return Eip712.isSignedBy(key!.address, digest, given.signature)
    ? null
    : `${key!.address}, the key of the source, did not sign it.`
}
