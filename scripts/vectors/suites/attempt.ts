import {
  Address,
  Admission,
  Bytes,
  Decision,
  Endpoint,
  Plan,
  Round,
  Score,
  Sweep,
  Tally,
  Vote,
} from '../../../protocol/index.ts'

type Word = Vote.Outcome | Vote.Reason
const voteOf = (word: Word): Vote.Vote =>
  Vote.outcomes.includes(word as Vote.Outcome)
    ? Vote.cast(word as Vote.Outcome)
    : Vote.none(word as Vote.Reason)

/** What of a rule says when it can be decided; the rest makes no difference here. */
type Window = { readonly from: number; readonly to: number; readonly readyAt: number }
type Deciding = {
  readonly votes: readonly Word[]
  readonly factors: readonly number[]
  readonly clock: Decision.Clock
  readonly deadline?: number
  readonly rule?: Window
}
const noNumbers = { sourceId: Bytes.zero32, op: 1, target: 0n, maxTier: 3 }

type Waiting = { readonly marketId: string; readonly value: string }

/** What one attempt at a round decides: whom to ask, where, when to report, and which market is next. */
export const run = {
  endpoint: ({ text, isLocal }: { text: string; isLocal?: boolean }) =>
    Endpoint.read(text, isLocal === undefined ? {} : { isLocal }),
  sweep: ({ count, tick, waiting }: { count: number; tick: number; waiting: Waiting[] }) => {
    const found = waiting.map(({ marketId, value }) => ({ marketId: BigInt(marketId), value: BigInt(value) }))
    return {
      pages: Sweep.pages(count, tick),
      pick: Sweep.pick(found, count, tick),
      beside: Sweep.beside(found, 1n),
    }
  },
  probed: ({ omitted, probes, attempt }: { omitted: number[]; probes: number; attempt: number }) =>
    Plan.probed(omitted, probes, attempt),
  quorum: ({ asked, votes, minWorkers }: { asked: Tally.Asked; votes: Word[]; minWorkers: number }) =>
    Tally.quorumOf(asked, votes.map(voteOf), minWorkers),
  unprobed: ({ words, isEarly = false }: { words: Word[]; isEarly?: boolean }) =>
    words.map((word) => {
      const vote = voteOf(word)
      return {
        isHearsay: Admission.isHearsay({ answer: null, vote }),
        unprobed: Admission.unprobed(vote, { isEarly }),
      }
    }),
  /** Every vote has full weight. */
  decision: ({ votes, factors, clock, deadline = 0, rule }: Deciding) => {
    const entries = votes.map((word) => Round.unanswered(voteOf(word)))
    const workers = factors.map((factorBps, agentId) => ({ agentId, signer: Address.zero, factorBps }))
    const tally = Tally.count(entries.map(({ vote }) => ({ vote, weight: BigInt(Score.maxWeight) })))
    const asked = { workers, deadline, rule: rule === undefined ? null : { ...noNumbers, ...rule } }
    return Decision.make(asked, entries, tally, clock)
  },
}
