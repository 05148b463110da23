import { expect } from 'chai'
import { type Options, playRound, type Saying, sampleRoundOf } from '../../../local/samples/round.ts'
import {
  Bytes,
  type Docket,
  Finding,
  type Json,
  type Report,
  type Round,
  RoundFile,
  Schema,
  type Transcript,
  Verification,
} from '../../../protocol/index.ts'
import type { ChainFacts } from '../../../services/chain/browser/readFacts.ts'
import type { Case, Found } from '../../../workers/sentinel/check/Case.ts'
import { inspectRound } from '../../../workers/sentinel/index.ts'

export const yes = { value: '75120.5' } as const
export const no = { value: '74000' } as const
export const sayings: readonly Saying[] = [yes, yes, no, 'silent']
export const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'

export const play = (
  said: readonly Saying[] = sayings,
  options: Options = {},
  changes: Partial<Round.Round> = {},
) => playRound(sampleRoundOf(said.length, changes), said, options)

export const copy = (file: RoundFile.RoundFile): RoundFile.RoundFile => JSON.parse(JSON.stringify(file))

/** What a chain would say that took this file's report. */
export const factsOf = (file: RoundFile.RoundFile): ChainFacts => ({
  round: RoundFile.toRound(file),
  cohortStart: file.cohort_start,
  minMarginBps: file.min_margin_bps,
  standing: { yes: 0n, no: 0n, invalid: 0n },
  quorum: file.quorum,
  reported: {
    outcome: file.report.outcome,
    roundRoot: file.report.round_root,
    recordsAndDocket: file.report.records_and_docket as Bytes.Hex,
  },
  sourceKeys: null,
  now: file.deadline + 86_400,
  struck: [],
  isVoid: false,
})

const told = ({ code, worker_index, tree, leaf_index, kind, remedy }: Finding.RoundFinding) =>
  [code, worker_index, tree, leaf_index, kind ?? remedy].filter((part) => part !== null).join(' ')

/** All that is found, each in a line, and each with the bundle it deserves. */
export async function findings(file: unknown, facts: ChainFacts | null = null) {
  const { result, bundles } = await inspectRound(file, facts)
  Schema.read(Finding.roundResult, result)
  expect(bundles).to.have.length(result.findings.length)
  for (const [i, bundle] of bundles.entries()) {
    const { remedy, kind } = result.findings[i]!
    if (remedy === 'none') expect(bundle).to.equal(null)
    else expect(Schema.read(Verification.challengeBundle, bundle)).to.deep.include({ kind, remedy })
    expect(bundle?.evidence ?? null, 'evidence is there if and only if a contract decides').to.satisfy(
      (evidence: string | null) => (evidence === null) === (kind === null),
    )
  }
  return result.findings.map(told)
}

export const ofRecord =
  (index: number, change: (record: Report.Record) => Report.Record) =>
  (report: Report.Report): Report.Report => ({
    ...report,
    records: report.records.map((record, i) => (i === index ? change(record) : record)),
  })

export const ofDocket =
  (change: (docket: Docket.Docket) => Docket.Docket) =>
  (report: Report.Report): Report.Report => ({ ...report, docket: change(report.docket!) })

export const ofWorker =
  (index: number, change: (worker: Transcript.Worker) => Transcript.Worker) =>
  (transcript: Transcript.Transcript): Transcript.Transcript => ({
    ...transcript,
    workers: transcript.workers.map((worker, i) => (i === index ? change(worker) : worker)),
  })

/** The round of a file on the table. */
export const caseOf = (file: RoundFile.RoundFile, facts: ChainFacts | null = null): Case => ({
  file,
  report: RoundFile.toReport(file),
  rebuilt: RoundFile.rebuild(file),
  facts,
})

/** What one check alone found, each in a line. */
export const linesOf = (found: readonly Found[]): string[] => found.map(({ finding }) => told(finding))

/** As it travels: fields that are not there are not there. */
export const json = (value: object): Json.Json => JSON.parse(JSON.stringify(value))

/** A check that the worker at place 1 did not make, in the docket and in the transcript. */
const otherCheck = (given: Docket.Check): Docket.Check => ({ ...given, value: given.value + 1n })
export const inDocket = ofDocket((docket) => ({
  ...docket,
  checks: docket.checks.map((one, i) => (i === 1 ? otherCheck(one) : one)),
}))
export const inTranscript = ofWorker(1, (worker) => ({
  ...worker,
  answer: { ...worker.answer!, check: otherCheck({ ...worker.answer!.check!, porRoot: Bytes.zero32 }) },
}))
