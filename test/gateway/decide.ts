import {
  Admission,
  type Observation,
  Round,
  RoundFile,
  Schema,
  type Score,
  type Vote,
  Wire,
} from '../../protocol/index.ts'
import { sealed } from './gateways.ts'

/** What a DON does between the batches and the report, with what it adds of its own. */
type Additions = {
  readonly reference?: Vote.Outcome
  /** Answers of workers that it asked itself, by their places. */
  readonly direct?: Readonly<Record<number, Wire.ResolveReply>>
  readonly dimensions?: Score.Dimensions
}

export async function decide(url: string, round: Round.Round, additions: Additions = {}) {
  const { reference = null, direct = {}, dimensions } = additions
  const page = async (phase: 'answers' | 'defences', from: number) =>
    Schema.read(RoundFile.batch, JSON.parse(await sealed(url, round, phase, `?from=${from}&count=16`))).items
  const batch = async (phase: 'answers' | 'defences') => [
    ...(await page(phase, 0)),
    ...(round.workers.length > 16 ? await page(phase, 16) : []),
  ]
  const answers = (await batch('answers')).map((item) =>
    item.status === 'ok'
      ? Wire.readAnswer({ value: item.reply })
      : { reply: null, reason: item.status, detail: item.status },
  )
  const given = await batch('defences')
  const defences = round.workers.map((_, i) => {
    const found = given.find(({ index }) => index === i)
    return found?.status === 'ok' ? Wire.readDefence({ value: found.reply }) : null
  })
  const late = Object.keys(direct).map(Number)
  const first = Round.admit(round, answers)
  const admissions = Round.admit(
    round,
    answers.map((read, i) => (direct[i] === undefined ? read : Wire.readAnswer({ value: direct[i] }))),
  )
  const observed = Round.observe(round, admissions, defences, {
    late,
    ...(dimensions === undefined ? {} : { evaluate: () => dimensions }),
  }).map((entry, i): Observation.Entry => {
    if (dimensions !== undefined && entry.dimensions !== null) return { ...entry, evaluator: 'llm' }
    // Nobody is blamed on a gateway's word.
    return direct[i] === undefined && Admission.isHearsay(first[i]!)
      ? { ...entry, vote: Admission.unprobed(entry.vote) }
      : entry
  })
  const { report, transcript } = Round.conclude(round, Round.veto(observed, reference), { expiresAt: 0 })
  return {
    report,
    transcript,
    reported: {
      marketId: round.marketId,
      round: round.round,
      outcome: report.outcome,
      roundRoot: report.roundRoot,
      recordsAndDocket: RoundFile.recordsAndDocket(report),
    },
  }
}
