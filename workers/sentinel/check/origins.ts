import { type Evidence, Finding, type Proof, Verification } from '../../../protocol/index.ts'
import type { AttestationVerifier } from '../../source/provenance/attestations.ts'
import { type Verifiers, whyUnchecked } from '../../source/provenance/Provenance.ts'

/** What looking at claims gave: those that are false, and those that nothing here could check. */
export type Checked = {
  readonly findings: readonly Finding.Finding[]
  readonly notChecked: readonly Finding.Finding[]
}

/** Checks where the items of a bundle come from, with the verifiers at hand. */
export async function checkOrigins(
  { items }: Pick<Evidence.EvidenceBundle, 'items'>,
  verifiers: Verifiers,
): Promise<Checked> {
  const findings: Finding.Finding[] = []
  const notChecked: Finding.Finding[] = []
  for (const [i, item] of items.entries()) {
    const { kind } = item.provenance
    if (kind === 'none') continue
    const verify = verifiers[kind]
    if (verify === undefined) {
      notChecked.push(Verification.unverifiedOrigin(i, kind))
      continue
    }
    try {
      const fault = await verify(item)
      const path = `/evidence/items/${i}/provenance/proof`
      if (fault !== null) findings.push(bad(Finding.evidenceLeaf(2 * i + 1), path, fault))
    } catch (error) {
      notChecked.push(Verification.unverifiedOrigin(i, kind, whyUnchecked(error)))
    }
  }
  return { findings, notChecked }
}

/** Checks the attestation of a trusted environment, where a proof has one. */
export async function checkAttestation(
  { bundle }: Pick<Proof.Proof, 'bundle'>,
  verify: AttestationVerifier | undefined,
): Promise<Checked> {
  if (bundle.tee_attestation === null) return { findings: [], notChecked: [] }
  if (verify === undefined) return { findings: [], notChecked: [Verification.unverifiedAttestation()] }
  try {
    const fault = await verify(bundle)
    if (fault === null) return { findings: [], notChecked: [] }
    return { findings: [bad(Finding.nowhere, '/bundle/tee_attestation', fault)], notChecked: [] }
  } catch (error) {
    return { findings: [], notChecked: [Verification.unverifiedAttestation(whyUnchecked(error))] }
  }
}

const bad = (at: Finding.At, path: string, fault: string): Finding.Finding =>
  Finding.at(at, 'BAD_PROVENANCE', path, fault.slice(0, 1_024))
