import { deadline } from '../../local/samples/proof.ts'
import { type Address, Bytes, type Round, Tally } from '../../protocol/index.ts'
import type { FullChain, Registration, Reported, RoundView } from '../../services/chain/Chain.ts'

/** After every rule of the tests can be decided. */
const lateTime = deadline + 4_000

/** A chain in memory: rounds, registrations and reports are what the test puts there. */
export type FakeChain = FullChain & {
  readonly rounds: Map<number, RoundView>
  readonly agents: Map<number, Registration>
  readonly values: Map<number, bigint>
  readonly reports: Reported[]
  /** Asks a round, with an event in a new block. */
  ask(round: Round.Round): void
  report(reported: Omit<Reported, 'block'>): void
  break(isBroken: boolean): void
  /** The chain's time from now on, in Unix seconds; without it all rules can be decided. */
  setTime(time: number): void
  /** The block with the report of a market is replaced by one without it. */
  reorganise(marketId: number): void
  /** Makes a market final. */
  finalize(marketId: number): void
}

export function fakeChain(place: { chainId: number; market: Address.Address }): FakeChain {
  const rounds = new Map<number, RoundView>()
  const agents = new Map<number, Registration>()
  const values = new Map<number, bigint>()
  const reports: Reported[] = []
  const requested: { block: bigint; marketId: number }[] = []
  let head = 10n
  let isBroken = false
  let time: number | null = null
  const finals = new Set<number>()
  const check = () => {
    if (isBroken) throw new Error('the node is away')
  }
  const replaced = new Set<bigint>()
  const hashOf = (block: bigint) => `0x${block.toString(16).padStart(64, replaced.has(block) ? 'e' : '0')}`
  const within = (block: bigint, from: bigint, to: bigint) => block >= from && block <= to
  const pendingValues = async () => {
    check()
    const asked = [...rounds.values()].filter(({ isAsked }) => isAsked)
    return new Map(asked.map(({ marketId }) => [marketId, values.get(marketId) ?? 1n]))
  }
  async function eventsBetween(from: bigint, to: bigint) {
    check()
    const seen = [...requested, ...reports].filter(({ block }) => within(block, from, to))
    return {
      marks: seen.map(({ block, marketId }) => ({ marketId, id: String(block) })),
      requested: requested.filter(({ block }) => within(block, from, to)).map(({ marketId }) => marketId),
      reported: reports.filter(({ block }) => within(block, from, to)),
      voided: [],
    }
  }
  return {
    ...place,
    rounds,
    agents,
    values,
    reports,
    ask(round) {
      const { deadline } = round
      const times = { requestedAt: deadline + 60, now: time ?? deadline + 4_000 }
      rounds.set(round.marketId, { ...round, isAsked: true, isRepeat: false, ...times })
      requested.push({ block: ++head, marketId: round.marketId })
    },
    report(reported) {
      const view = rounds.get(reported.marketId)
      if (view !== undefined) rounds.set(view.marketId, { ...view, isAsked: false })
      reports.push({ ...reported, block: ++head })
    },
    reorganise(marketId) {
      const [{ block }] = reports.splice(
        reports.findIndex((one) => one.marketId === marketId),
        1,
      ) as [Reported]
      const view = rounds.get(marketId)!
      rounds.set(marketId, { ...view, isAsked: true })
      replaced.add(block)
    },
    break(next) {
      isBroken = next
    },
    setTime(next) {
      time = next
      for (const view of rounds.values()) rounds.set(view.marketId, { ...view, now: next })
    },
    finalize(marketId) {
      finals.add(marketId)
    },
    async isFinal(marketId) {
      check()
      return finals.has(marketId)
    },
    async readRound(marketId) {
      check()
      return rounds.get(marketId) ?? null
    },
    async head() {
      check()
      return { number: head, hash: hashOf(head), timestamp: time ?? lateTime }
    },
    hashOf: async (block) => (block <= head ? hashOf(block) : null),
    requestedBetween: async (from, to) => (await eventsBetween(from, to)).marks,
    pending: async () => [...(await pendingValues()).keys()],
    eventsBetween,
    async findReport(marketId, round, from) {
      check()
      return (
        reports.find((one) => one.marketId === marketId && one.round === round && one.block >= from) ?? null
      )
    },
    pendingValues,
    readStanding: async (marketId) => ({
      round: rounds.get(marketId)?.round ?? 1,
      isAppealing: false,
      isRepeat: false,
      answeredBefore: 0,
      cohortStart: 0,
      totals: Tally.nothing,
    }),
    readParameters: async () => ({ minMarginBps: 1_000, minWorkers: 3, resolutionTimeout: 172_800 }),
    async readAgent(agentId) {
      check()
      return agents.get(agentId) ?? null
    },
  }
}

/** Registered under the metadata key. */
export const atEndpoint = (url: string): Registration => ({ a2a: Bytes.fromText(url), uri: '' })
