import type { Hex } from 'viem'
import { sourceKeysAbi } from '../../../deployments/abi/SourceKeys.ts'
import { Address, BaseError, type Bytes, type Hash, Round, Tally, Vote } from '../../../protocol/index.ts'
import {
  getMarket,
  getParameters,
  getRoundHead,
  getWorkers,
  type MarketContract,
  type MarketView,
} from './market.ts'
import { type FullReport, readReports } from './readReports.ts'

/** What a chain says of a round: nothing of it is taken from the round's file. */
export type ChainFacts = {
  readonly round: Round.Round
  /** The seat number of the first worker: 32 times its cohort. */
  readonly cohortStart: number
  readonly minMarginBps: number
  /** Weights before this round; null where the node no longer knows. */
  readonly standing: Tally.Totals | null
  /** Votes that the round needed; null where the chain does not show it. */
  readonly quorum: number | null
  /** What the round's event holds; null before a report. */
  readonly reported: {
    readonly outcome: Vote.Outcome | null
    readonly roundRoot: Hash.Root
    readonly recordsAndDocket: Bytes.Hex
  } | null
  /** The registry of source keys, and the key of this market's source; null where there is none. */
  readonly sourceKeys: { readonly address: Address.Address; readonly key: SourceKey | null } | null
  /** The time of the block that was read: a contract takes no sample of the future. */
  readonly now: number
  /** Seats of the round that strikes have hit, before or since: nothing is left to do about them. */
  readonly struck: readonly number[]
  /** A challenge has voided the round. */
  readonly isVoid: boolean
}

/** The key of a source, as a registry has it. */
export type SourceKey = {
  /** In lower case. */
  readonly address: Address.Address
  /** Unix seconds: a market can be challenged with keys that are older than it. */
  readonly registeredAt: number
  /** Nothing that it signed counts any more. */
  readonly isRevoked: boolean
}

export type KnownRound = {
  readonly facts: ChainFacts
  readonly view: MarketView
  readonly reports: readonly FullReport[]
}

/** The contracts of a chain, as far as a round is read from them. */
export type Contracts = MarketContract & {
  readonly chainId: number
  /** The block that the market contract stands since. */
  readonly since: bigint
  /** The registry of source keys, where there is one. */
  readonly sourceKeys: Hex | null
}

/** What the chain says of one round; the last that was reported unless another one is named. */
export async function readFacts(from: Contracts, marketId: bigint, round?: number): Promise<KnownRound> {
  const [view, { now }, reports] = await Promise.all([
    getMarket(from, marketId),
    getRoundHead(from, marketId),
    readReports(from, marketId, from.since),
  ])
  const reported = round === undefined ? reports.at(-1) : reports.find((one) => one.round === round)
  if (reported === undefined) throw new NotReportedError(marketId, round)
  const { cohortStart } = reported
  const workers = await workersOf(from, marketId, reported)
  const { chainId, market } = from
  const place = { chainId, market, marketId: Number(marketId) }
  const asked = Round.fromContract(place, { ...view, round: reported.round }, workers)
  const { minMarginBps, minWorkers } = await getParameters(from)
  const facts: ChainFacts = {
    round: asked,
    cohortStart,
    minMarginBps,
    standing: await standingBefore(from, marketId, reported),
    quorum: quorumOf(reported, reports, minWorkers),
    reported,
    sourceKeys: await sourceKeysOf(from, asked),
    now: Number(now),
    struck: workers.flatMap(({ reason }, i) => (isStruck(reason) ? [cohortStart + i] : [])),
    isVoid: reported.isVoid,
  }
  return { facts, view, reports }
}

/** The workers of a reported round, as it had them: who was struck before it was asked again and weighed nothing. */
async function workersOf(
  from: MarketContract,
  marketId: bigint,
  { report, cohortStart, struck }: FullReport,
) {
  const workers = await getWorkers(from, marketId, report.records.length, cohortStart)
  return workers.map((worker, i) => (struck.includes(i) ? { ...worker, factorBps: 0 } : worker))
}

/** A doubt that the source refutes is struck too: it loses its vote. */
const isStruck = (reason: number): boolean =>
  reason === Vote.reasons.struck || reason === Vote.reasons['doubt-refuted']

/** The weights before a round: none in a first cohort, else what the market had a block earlier, if the node still knows. */
async function standingBefore(
  from: MarketContract,
  marketId: bigint,
  { cohortStart, block }: FullReport,
): Promise<Tally.Totals | null> {
  if (cohortStart === 0) return Tally.nothing
  try {
    return totalsOf(await getMarket(from, marketId, block - 1n))
  } catch {
    return null
  }
}

export const totalsOf = ({ yesWeight, noWeight, invalidWeight }: MarketView): Tally.Totals => ({
  yes: yesWeight,
  no: noWeight,
  invalid: invalidWeight,
})

/** The first round without quorum is the one that is repeated: those who answered in it count in every later one. */
function quorumOf(reported: FullReport, reports: readonly FullReport[], minWorkers: number): number {
  const { cohortStart, report, round } = reported
  const before = reports.find(
    (one) => one.round < round && one.cohortStart === cohortStart && one.outcome === null,
  )
  const answered = (before?.report.records ?? []).map(({ vote }) => vote.outcome !== null)
  const asked = {
    isAppealing: cohortStart > 0,
    isRepeat: before !== undefined,
    answeredBefore: answered.reduce((bits, isAnswered, i) => (isAnswered ? bits | (1 << i) : bits), 0),
  }
  const votes = report.records.map(({ vote }) => vote)
  return Tally.quorumOf(asked, votes, minWorkers)
}

async function sourceKeysOf(
  { client, sourceKeys: address }: Contracts,
  round: Round.Round,
): Promise<ChainFacts['sourceKeys']> {
  const rule = Round.docketRule(round)
  if (rule === null || address === null) return null
  return { address: Address.of(address), key: await readSourceKey(client, address, rule.sourceId) }
}

/** The key of a source in a registry; null for a source that it does not know. */
export async function readSourceKey(
  client: Pick<MarketContract['client'], 'readContract'>,
  address: Hex,
  sourceId: Hash.Hash,
): Promise<SourceKey | null> {
  const about = { address, abi: sourceKeysAbi, args: [sourceId] } as const
  const [key, registeredAt, isRevoked] = await Promise.all([
    client.readContract({ ...about, functionName: 'keyOf' }),
    client.readContract({ ...about, functionName: 'registeredAt' }),
    client.readContract({ ...about, functionName: 'isRevoked' }),
  ])
  if (BigInt(key) === 0n) return null
  return { address: Address.of(key), registeredAt: Number(registeredAt), isRevoked }
}

export class NotReportedError extends BaseError {
  override readonly name = 'Round.NotReportedError'
  constructor(marketId: bigint, round: number | undefined) {
    super(`${round === undefined ? 'No round' : `Round ${round}`} of market ${marketId} was reported.`, {
      metaMessages: [`\`cresolver market show ${marketId}\` says what it waits for.`],
    })
  }
}
