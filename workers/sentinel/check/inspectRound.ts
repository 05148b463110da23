import { Finding, type Report, RoundFile, Schema, type Verification } from '../../../protocol/index.ts'
import type { ChainFacts } from '../../../services/chain/browser/readFacts.ts'
import type { Case, Found } from './Case.ts'
import { found } from './Case.ts'
import { chainFaults } from './chainFaults.ts'
import { citationFaults, citationsIn } from './citationFaults.ts'
import { counterSamples, whyUncheckedSamples } from './counterSamples.ts'
import { equivocations } from './equivocations.ts'
import type { Options } from './inspectProof.ts'
import { modelFaults } from './modelFaults.ts'
import { proofFaults } from './proofFaults.ts'
import type { Replayed } from './Replay.ts'
import { readProof } from './readProof.ts'
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
  const replayed: Replayed[] = []
  const proven = await proofFaults(about, recording(options, replayed))
  const unseen = whyUncheckedSamples(about)
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
    [
      'checks',
      about.report.docket !== null,
      about.report.docket === null ? 'agents decide, not a number' : 'docket and signed replies',
      appeals(Reported.checks(about)),
    ],
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
    ['reasoning', ...reasoningOf(proofs.length, replayed, options), []],
    ['origins', ...originsOf(proofs, proven.notChecked), []],
    ['statements', others.length > 0, `${others.length} other replies`, equivocations(about)],
    [
      'observations',
      observations.length > 0 && unseen === null,
      unseen ?? `${observations.length} signed samples`,
      counterSamples(about),
    ],
  ]
  return conclude(
    about,
    checks.map(([name, isChecked, detail, findings]) => ({ name, isChecked, detail, findings })),
  )
}

/** Notes what executing each proof again gave. */
function recording(options: Options, replayed: Replayed[]): Options {
  const { replay } = options
  if (replay === undefined) return options
  return {
    ...options,
    replay(proof) {
      const result = replay(proof)
      replayed.push(result)
      return result
    },
  }
}

/** Whether all proofs at hand were executed again, and if not, the first reason. What came of it is with the proofs. */
function reasoningOf(proofs: number, replayed: readonly Replayed[], { replay }: Options): [boolean, string] {
  if (proofs === 0) return [false, 'no proof is at hand']
  if (replay === undefined) return [false, 'nothing was executed again']
  const open = replayed.flatMap((one) => (one.executed ? [] : [one.why]))
  const unread = proofs - replayed.length
  if (open.length + unread === 0) return [true, `${proofs} executed again`]
  return [false, `${open.length + unread} of ${proofs} not executed again: ${open[0] ?? 'no proof'}`]
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

function conclude({ file, facts }: Pick<Case, 'file' | 'facts'>, checks: readonly Check[]): Inspection {
  const sorted = checks.map((check) => ({ ...check, ...sort(check, facts) }))
  const open = sorted.flatMap((check) => check.open)
  const done = sorted.flatMap((check) => check.done)
  return {
    result: {
      schema_version: 'v1',
      ok: open.length === 0,
      market_id: file.market_id,
      round: file.round,
      round_root: file.report.round_root,
      checks: sorted.map((check) => ({
        name: check.name,
        ok: check.open.length > 0 ? false : check.isChecked ? true : null,
        detail: check.open.length > 0 ? told(check.open.length) : detailOf(check),
      })),
      findings: open.map(({ finding }) => finding),
      settled: done.map(({ finding }) => finding),
    },
    bundles: open.map(({ bundle }) => bundle),
  }
}

const detailOf = ({ detail, done }: { readonly detail: string; readonly done: readonly Found[] }): string =>
  done.length === 0 ? detail : `${detail}; ${told(done.length)} acted on already`

/** The checks whose findings are about a worker's own words: a strike answers them. */
const ofWorkers: ReadonlySet<string> = new Set(['proofs', 'statements', 'observations'])

/** What is still to be done, and what strikes have done already. */
function sort({ name, findings }: Check, facts: ChainFacts | null) {
  const isDone = ({ finding: { worker_index: seat, kind } }: Found): boolean => {
    if (facts === null) return false
    if (ofWorkers.has(name)) return seat !== null && facts.struck.includes(seat)
    return facts.isVoid && kind === voiding
  }
  return { open: findings.filter((one) => !isDone(one)), done: findings.filter(isDone) }
}

/** Of the contract's `ChallengeKind`: the transcript contradicts the report. */
const voiding = 4

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
      settled: [],
    },
    bundles: [null],
  }
}
