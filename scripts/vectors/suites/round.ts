import {
  Limits,
  Observation,
  Payout,
  Plan,
  Question,
  Round,
  Tally,
  Transcript,
  type Vote,
  Wire,
} from '../../../protocol/index.ts'

type Ballot = { readonly vote: Vote.Vote; readonly weight: string }
type Stake = Ballot & { readonly stake: string }
type Whole = {
  readonly round: Omit<Round.Round, 'parsed'>
  /** Bodies as they came; null for none. */
  readonly answers: readonly (string | null)[]
  readonly defences: readonly (string | null)[]
  readonly reference: Vote.Outcome | null
  readonly expiresAt: number
}

const silent: Wire.Read<never> = { reply: null, reason: 'silent', detail: 'no reply' }

export const run = {
  plan: (input: Plan.Input) => Plan.make(input),
  limits: (input: unknown) => Limits.read(input),
  tally: (input: { ballots: Ballot[]; minMarginBps?: number }) =>
    Tally.count(
      input.ballots.map(({ vote, weight }) => ({ vote, weight: BigInt(weight) })),
      input.minMarginBps === undefined ? {} : { minMarginBps: input.minMarginBps },
    ),
  payout: (input: { ending: Payout.Ending; pool: string; workers: Stake[] }) =>
    Payout.preview(
      input.ending,
      BigInt(input.pool),
      input.workers.map(({ vote, weight, stake }) => ({
        vote,
        weight: BigInt(weight),
        stake: BigInt(stake),
      })),
    ),
  /** A whole round, from bodies to the report's bytes. */
  conclude: ({ round: given, answers, defences, reference, expiresAt }: Whole) => {
    const round = Question.pose(given)
    const reads = answers.map((body) => (body === null ? silent : Wire.readAnswer(body)))
    const admissions = Round.admit(round, reads)
    const replies = defences.map((body) => (body === null ? null : Wire.readDefence(body)))
    const entries = Round.veto(Round.observe(round, admissions, replies), reference)
    const { transcript, bytes, weights, tally } = Round.conclude(round, entries, { expiresAt })
    const tree = Transcript.build(transcript)
    return {
      challenges: Round.challenges(round, admissions).map((request) => request?.challenges ?? null),
      observation: Observation.encode(entries),
      leaves: tree.layers[0],
      root: tree.root,
      report: bytes,
      weights,
      tally,
    }
  },
}
