import { Finding, Proof, Transcript } from '../../../protocol/index.ts'
import { type Case, type Found, found, signedCheck } from './Case.ts'
import { challengeBundle } from './challengeBundle.ts'
import { contradictsAnswer } from './contradiction.ts'
import { inspectProof, type Options } from './inspectProof.ts'
import { readProof } from './readProof.ts'

/** What is wrong with the workers' proofs, and which leaves contradict what they answered (kind 3). */
export async function proofFaults(about: Case, options: Options): Promise<Inspected> {
  const findings: Found[] = []
  const notChecked: Finding.Finding[] = []
  for (const [at, { index, proof }] of about.file.proofs.entries()) {
    const inspected = await inspectOne(about, index, proof, `/proofs/${at}`, options)
    findings.push(...inspected.findings)
    notChecked.push(...inspected.notChecked)
  }
  return { findings, notChecked }
}

type Inspected = {
  readonly findings: readonly Found[]
  /** Origins and attestations that nothing here could check. */
  readonly notChecked: readonly Finding.Finding[]
}

async function inspectOne(
  about: Case,
  worker: number,
  value: unknown,
  path: string,
  options: Options,
): Promise<Inspected> {
  const answered = about.rebuilt.entries[worker]!.answer
  const result = await inspectProof(value, options)
  const proof = readProof(value)
  if (answered === null || proof?.bundle.por_root !== answered.porRoot) {
    const message = `It is not the proof that the worker answered with, ${answered?.porRoot ?? 'none'}.`
    const at = [Finding.nowhere, 'ROOT_MISMATCH', `${path}/proof/bundle/por_root`, message] as const
    return { findings: [found(about, at, { worker, remedy: 'none' })], notChecked: [] }
  }
  const signed = signedCheck(about, worker)
  const all = [...result.findings, ...contradictions(about, worker, proof, result.findings)]
  const findings = all.map((finding): Found => {
    const { tree, leaf_index: index, code, message } = finding
    const at = [
      { tree, leaf_index: index },
      code,
      `${path}/proof${finding.path}`.slice(0, 512),
      message,
    ] as const
    const plain = found(about, at, { worker })
    if (signed === null || tree === null || tree === 'transcript' || index === null) return plain
    const bundle = challengeBundle(proof, { tree, index }, finding, {
      workerIndex: about.file.cohort_start + worker,
      position: worker,
      reported: about.report,
      attestation: signed.attestation,
    })
    if (bundle === null || bundle.kind === null) return plain
    const { kind, remedy, branch, evidence } = bundle
    return {
      finding: { ...plain.finding, kind, remedy },
      bundle: { ...plain.bundle!, kind, remedy, branch, evidence },
    }
  })
  return { findings, notChecked: result.not_checked }
}

/** Leaves that hold within the proof, and contradict the answer. */
function contradictions(
  about: Case,
  worker: number,
  proof: Proof.Proof,
  known: readonly Finding.Finding[],
): Finding.Finding[] {
  // Held against what the worker itself said, whatever was reported of it.
  const check = Transcript.checkOf(about.rebuilt.entries[worker]!)
  if (check === null) return []
  return (['evidence', 'reasoning'] as const).flatMap((tree) =>
    Proof.leavesOf(proof, tree).flatMap((leaf, index) => {
      const fault = contradictsAnswer(leaf, tree, check, about.report)
      const isKnown = known.some((one) => one.tree === tree && one.leaf_index === index)
      if (fault === null || isKnown) return []
      const path = `/leaves/${tree}/${index}`
      return [Finding.at({ tree, leaf_index: index }, 'CONTRADICTED', path, fault)]
    }),
  )
}
