import { Finding, type Report, RoundFile, Schema, type Verification } from '../../protocol/index.ts'
import type { ChainFacts } from '../../services/chain/browser/readFacts.ts'
import type { Case, Found } from './Case.ts'
import { found } from './Case.ts'
import { chainFaults } from './chainFaults.ts'
import { citationFaults, citationsIn } from './citationFaults.ts'
import { counterSamples } from './counterSamples.ts'
import { equivocations } from './equivocations.ts'
import type { Options } from './inspectProof.ts'
import { modelFaults } from './modelFaults.ts'
import { proofFaults } from './proofFaults.ts'
import { readProof } from './replay.ts'
import * as Reported from './reportFaults.ts'
import { contradictedLeaves, otherLeaves } from './transcriptFaults.ts'

/** What inspecting a round gives: the result, and beside each finding what can be sent for it. */
export type Inspection = {
  readonly result: Finding.RoundResult
  /** One per finding; null where nothing on-chain is to be done. */
  readonly bundles: readonly (Verification.ChallengeBundle | null)[]
}

/**
 * Does a round again from its file: request, signatures, admission, challenges, citations, scores, tally, transcript, report,
 * proofs; and compares with the chain where its facts are given.
 *
 * @example
 * const { result, bundles } = await inspectRound(file, facts)
 */
export async function inspectRound(
  document: unknown,
  facts: ChainFacts | null = null,
  options: Options = {},
): Promise<Inspection> {
  const opened = open(document, facts)
  if ('result' in opened) return opened
  const about: Case = opened
  const voiding = contradictedLeaves(about)
  // What voids the round needs no appeal as well.
  const isVoiding = ({ finding }: Found) =>
    voiding.some((one) => one.finding.leaf_index === finding.leaf_index)
  const appeals = (findings: readonly Found[]) => findings.filter((one) => !isVoiding(one))
  const n = about.file.workers.length
  const counted = about.rebuilt.entries.filter(({ vote }) => vote.outcome !== null).length
  const byModel = about.file.evaluations.length
  const cited = citationsIn(about)
  const { proofs, other_replies: others, observations } = about.file
  const committed = about.rebuilt.entries.filter(({ answer }) => hasProof(answer?.porRoot)).length
  const proven = await proofFaults(about, options)
  const checks: [string, boolean, string, readonly Found[]][] = [
    [
      'chain',
      facts !== null,
      facts === null ? 'no chain was asked' : 'as the chain has it',
      chainFaults(about),
    ],
    ['votes', true, `${counted} of ${n} replies count`, Reported.votes(about)],
    [
      'rule',
      true,
      about.report.docket === null ? 'manual' : 'as in the question',
      appeals(Reported.rule(about)),
    ],
    ['checks', about.report.docket !== null, 'docket and signed replies', appeals(Reported.checks(about))],
    [
      'scores',
      true,
      byModel === 0 ? 'scored again by the rubric' : `${byModel} by a model, which can't be asked again`,
      [...Reported.scores(about), ...modelFaults(about)],
    ],
    ['citations', cited.count > 0, cited.detail, citationFaults(about)],
    ['tally', true, about.report.outcome ?? 'no quorum', Reported.tally(about)],
    [
      'transcript',
      true,
      `${about.rebuilt.leaves.length} leaves under ${about.report.roundRoot}`,
      [...voiding, ...appeals(otherLeaves(about))],
    ],
    ['proofs', proofs.length > 0, `${proofs.length} of ${committed} at hand`, proven.findings],
    ['origins', ...originsOf(proofs, proven.notChecked), []],
    ['statements', others.length > 0, `${others.length} other replies`, equivocations(about)],
    ['observations', observations.length > 0, `${observations.length} signed samples`, counterSamples(about)],
  ]
  return conclude(
    about,
    checks.map(([name, isChecked, detail, findings]) => ({ name, isChecked, detail, findings })),
  )
}

/** Whether all origins that the proofs claim were checked, and if not, the first reason. */
function originsOf(
  proofs: readonly { proof: unknown }[],
  open: readonly Finding.Finding[],
): [boolean, string] {
  const [first] = open
  if (first !== undefined) return [false, `${open.length} could not be checked: ${first.message}`]
  const claimed = proofs.flatMap(({ proof }) => readProof(proof)?.evidence.items ?? [])
  const count = claimed.filter(({ provenance }) => provenance.kind !== 'none').length
  return count === 0 ? [false, 'none is claimed'] : [true, `${count} with a proof`]
}

const hasProof = (root: string | undefined): boolean => root !== undefined && !/^0x0+$/.test(root)

type Check = {
  readonly name: string
  readonly isChecked: boolean
  readonly detail: string
  readonly findings: readonly Found[]
}

function conclude({ file }: Pick<Case, 'file'>, checks: readonly Check[]): Inspection {
  const all = checks.flatMap(({ findings }) => findings)
  return {
    result: {
      schema_version: 'v1',
      ok: all.length === 0,
      market_id: file.market_id,
      round: file.round,
      round_root: file.report.round_root,
      checks: checks.map(({ name, isChecked, detail, findings }) => ({
        name,
        ok: findings.length > 0 ? false : isChecked ? true : null,
        detail: findings.length > 0 ? told(findings.length) : detail,
      })),
      findings: all.map(({ finding }) => finding),
    },
    bundles: all.map(({ bundle }) => bundle),
  }
}

const told = (count: number): string => (count === 1 ? '1 finding' : `${count} findings`)

/** Puts a round on the table, or says why it can't be. */
function open(document: unknown, facts: ChainFacts | null): Case | Inspection {
  let file: RoundFile.RoundFile
  let report: Report.Report
  let rebuilt: RoundFile.Rebuilt
  try {
    file = RoundFile.read(document)
  } catch (error) {
    return unreadable(error instanceof Schema.MismatchError ? error.path : '', error)
  }
  try {
    report = RoundFile.toReport(file)
  } catch (error) {
    return unreadable('/report/records_and_docket', error)
  }
  try {
    rebuilt = RoundFile.rebuild(file)
  } catch (error) {
    return unreadable('', error)
  }
  const about = { file, report, rebuilt, facts }
  if (file.requires_signature || file.workers.length <= 2) return about
  const message = 'More than two workers are asked through a gateway, and their answers must be signed.'
  const fault = found(about, [Finding.nowhere, 'SCHEMA', '/requires_signature', message], { remedy: 'none' })
  return conclude(about, [{ name: 'document', isChecked: true, detail: '', findings: [fault] }])
}

function unreadable(path: string, error: unknown): Inspection {
  const message = (error as Error).message.slice(0, 1_024)
  const finding: Finding.RoundFinding = {
    ...Finding.at(Finding.nowhere, 'SCHEMA', path.slice(0, 512), message),
    worker_index: null,
    kind: null,
    remedy: 'none',
  }
  return {
    result: {
      schema_version: 'v1',
      ok: false,
      market_id: null,
      round: null,
      round_root: null,
      checks: [{ name: 'document', ok: false, detail: "it can't be read" }],
      findings: [finding],
    },
    bundles: [null],
  }
}
