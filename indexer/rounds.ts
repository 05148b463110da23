import { Address, Bytes, Decimal, type Docket, Hash, RoundFile, type Vote } from '../protocol/index.ts'
import { outcomeName } from '../services/chain/browser/names.ts'
import type { Event } from './Event.ts'

/** A round of a market, as its events tell it. */
export type Round = {
  readonly round: number
  readonly cohort: number
  readonly requestedAt: number | null
  readonly report: Report | null
}

export type Report = {
  readonly time: number
  readonly block: number
  readonly transaction: string
  readonly root: string
  readonly outcome: Vote.Outcome | null
  readonly isVoid: boolean
  readonly records: readonly Record[]
  readonly decided: Decided | null
}

/** What a report says of the worker on one place of the round. */
export type Record = {
  readonly vote: Vote.Outcome | null
  readonly reason: Vote.Reason | null
  readonly res: number
  readonly src: number
  readonly depth: number
}

export type Decided = { readonly value: string; readonly observed_at: number; readonly agents: number }

type Draft = {
  round: number
  cohort: number
  requestedAt: number | null
  report: Report | null
}

/** What the rounds of a market are numbered by: events of the market contract alone, in their order. */
const telling: ReadonlySet<string> = new Set([
  'ResolutionRequested',
  'RoundReported',
  'RoundVoided',
  'MarketDefaulted',
  'MarketEscalated',
])

/** All rounds of a market, from its events in their order. */
export function roundsOf(place: { chainId: number; market: string }, events: readonly Event[]): Round[] {
  const told = events.filter(({ contract, name }) => contract === 'market' && telling.has(name))
  const rounds = new Map<number, Draft>()
  let cohort = 0
  /** The last that was asked for, and whether something has ended it. */
  let last = { round: 0, isOver: true }
  const draft = (round: number): Draft => {
    const known = rounds.get(round) ?? { round, cohort, requestedAt: null, report: null }
    rounds.set(round, known)
    return known
  }
  for (const event of told) {
    const { name, args, time, transaction } = event
    const round = Number(args.round)
    if (name === 'MarketEscalated') {
      cohort++
      last = { ...last, isOver: true }
    } else if (name === 'ResolutionRequested') {
      // Where a round leads to the next one, that one is asked for before the contract tells how the first came out.
      const before = told.find(
        (one) =>
          one.transaction === transaction && (one.name === 'RoundReported' || one.name === 'RoundVoided'),
      )
      const asked = before === undefined ? last.round + (last.isOver ? 1 : 0) : Number(before.args.round) + 1
      const one = draft(asked)
      one.requestedAt ??= time
      last = { round: asked, isOver: false }
    } else {
      const one = draft(round)
      if (name === 'RoundReported') one.report = reportOf(place, event)
      else if (name === 'RoundVoided' && one.report !== null) one.report = { ...one.report, isVoid: true }
      if (round >= last.round) last = { round, isOver: true }
    }
  }
  return [...rounds.values()].sort((a, b) => a.round - b.round)
}

function reportOf({ chainId, market }: { chainId: number; market: string }, event: Event): Report {
  const { args, time, block, transaction, marketId } = event
  const rest = Bytes.fromHex(args.recordsAndDocket as Bytes.Hex)
  const outcome = outcomeName(Number(args.outcome))
  const head = {
    ...{ chainId, market: Address.of(market), marketId: BigInt(marketId!) },
    ...{ round: Number(args.round), roundRoot: Hash.asRoot(String(args.roundRoot)) },
  }
  const n = RoundFile.recordCount(rest)
  const report = n === null ? null : RoundFile.decodeReport({ ...head, n }, outcome, rest)
  return {
    ...{ time, block, transaction, outcome, root: head.roundRoot, isVoid: false },
    records: (report?.records ?? []).map(({ vote, resQuality, srcQuality, analysisDepth }) => ({
      vote: vote.outcome,
      reason: vote.outcome === null ? vote.reason : null,
      res: resQuality,
      src: srcQuality,
      depth: analysisDepth,
    })),
    decided:
      report === null
        ? null
        : decidedBy(
            report.docket,
            report.records.map(({ vote }) => vote.outcome),
            outcome,
          ),
  }
}

/** The middle one of the values by which agents came to the outcome. */
function decidedBy(
  docket: Docket.Docket | null,
  votes: readonly (Vote.Outcome | null)[],
  outcome: Vote.Outcome | null,
): Decided | null {
  if (docket === null || outcome === null || outcome === 'INVALID') return null
  const checks = docket.checks
    .filter((check, i) => votes[i] === outcome && check.result === outcome)
    .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.observedAt - b.observedAt))
  const middle = checks[Math.floor((checks.length - 1) / 2)]
  if (middle === undefined) return null
  return {
    value: Decimal.fromFixed18(middle.value),
    observed_at: middle.observedAt,
    agents: checks.length,
  }
}
