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
type Totals = { readonly yes: string; readonly no: string; readonly invalid: string }
type Appealed = { readonly ballots: Ballot[]; readonly standing: Totals; readonly minWorkers: number }

// A contract's reader finds no fields in null: a seat without a record has a vote without outcome and reason.
type Seat = Omit<Payout.Worker, 'vote' | 'share' | 'stake'> & {
  readonly vote: Vote.Vote | { readonly outcome: null; readonly reason: null }
  readonly share: string
  readonly stake: string
}
type Ended = Omit<Payout.Ended, 'pool' | 'workers' | 'appeals' | 'rulingCost'> & {
  readonly pool: string
  readonly workers: readonly Seat[]
  readonly appeals: readonly (Omit<Payout.Appeal, 'bond'> & { readonly bond: string })[]
  readonly rulingCost: string
}
type Whole = {
  readonly round: Omit<Round.Round, 'parsed'>
  /** Bodies as they came; null for none. */
  readonly answers: readonly (string | null)[]
  readonly defences: readonly (string | null)[]
  readonly reference: Vote.Outcome | null
  readonly expiresAt: number
}

const ballotsOf = (ballots: readonly Ballot[]): Tally.Ballot[] =>
  ballots.map(({ vote, weight }) => ({ vote, weight: BigInt(weight) }))

const seatOf = ({ vote, share, stake, ...seat }: Seat): Payout.Worker => ({
  ...seat,
  vote: vote.outcome === null && vote.reason === null ? null : (vote as Vote.Vote),
  share: BigInt(share),
  stake: BigInt(stake),
})

const silent: Wire.Read<never> = { reply: null, reason: 'silent', detail: 'no reply' }

export const run = {
  plan: (input: Plan.Input) => Plan.make(input),
  limits: (input: unknown) => Limits.read(input),
  tally: (input: { ballots: Ballot[]; minMarginBps?: number }) =>
    Tally.count(
      ballotsOf(input.ballots),
      input.minMarginBps === undefined ? {} : { minMarginBps: input.minMarginBps },
    ),
  /** The round of an appeal, whose weights are added to what stands. */
  appeal: ({ ballots, standing: { yes, no, invalid }, minWorkers }: Appealed) =>
    Tally.count(ballotsOf(ballots), {
      standing: { yes: BigInt(yes), no: BigInt(no), invalid: BigInt(invalid) },
      quorum: Tally.quorumOf(
        { isAppealing: true, isRepeat: false, answeredBefore: 0 },
        ballots.map(({ vote }) => vote),
        minWorkers,
      ),
    }),
  payout: ({ pool, workers, appeals, rulingCost, ...ended }: Ended) =>
    Payout.preview({
      ...ended,
      pool: BigInt(pool),
      workers: workers.map(seatOf),
      appeals: appeals.map((appeal) => ({ ...appeal, bond: BigInt(appeal.bond) })),
      rulingCost: BigInt(rulingCost),
    }),
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
      reproduce: Round.challenges(round, admissions).map((request) => request?.reproduce ?? null),
      testimony: entries.map(({ testimony }) => testimony),
      observation: Observation.encode(entries),
      leaves: tree.layers[0],
      root: tree.root,
      report: bytes,
      weights,
      tally,
    }
  },
}
