import {
  Address,
  Admission,
  Decision,
  Endpoint,
  Plan,
  Round,
  Sweep,
  Tally,
  Vote,
} from '../../../protocol/index.ts'

type Word = Vote.Outcome | Vote.Reason
const voteOf = (word: Word): Vote.Vote =>
  Vote.outcomes.includes(word as Vote.Outcome)
    ? Vote.cast(word as Vote.Outcome)
    : Vote.none(word as Vote.Reason)

type Waiting = { readonly marketId: string; readonly value: string }

/** What one attempt at a round decides: whom to ask, where, when to report, and which market is next. */
export const run = {
  endpoint: ({ text, isLocal }: { text: string; isLocal?: boolean }) =>
    Endpoint.read(text, isLocal === undefined ? {} : { isLocal }),
  sweep: ({ count, tick, waiting }: { count: number; tick: number; waiting: Waiting[] }) => ({
    pages: Sweep.pages(count, tick),
    pick: Sweep.pick(
      waiting.map(({ marketId, value }) => ({ marketId: BigInt(marketId), value: BigInt(value) })),
      tick,
    ),
  }),
  probed: ({ omitted, probes, attempt }: { omitted: number[]; probes: number; attempt: number }) =>
    Plan.probed(omitted, probes, attempt),
  quorums: ({ asked, votes, minWorkers }: { asked: Tally.Asked; votes: Word[]; minWorkers: number }) =>
    Tally.quorums(asked, votes.map(voteOf), minWorkers),
  unprobed: ({ words }: { words: Word[] }) =>
    words.map((word) => {
      const vote = voteOf(word)
      return { isHearsay: Admission.isHearsay({ answer: null, vote }), unprobed: Admission.unprobed(vote) }
    }),
  decision: ({ votes, factors, clock }: { votes: Word[]; factors: number[]; clock: Decision.Clock }) => {
    const entries = votes.map((word) => Round.unanswered(voteOf(word)))
    const workers = factors.map((factorBps, agentId) => ({ agentId, signer: Address.zero, factorBps }))
    const tally = Tally.count(
      entries.map(({ vote }, i) => ({ vote, weight: BigInt(vote.outcome === null ? 0 : factors[i]!) })),
    )
    return Decision.make({ workers }, entries, tally, clock)
  },
}
