import type { Hex } from 'viem'
import { sourceKeysAbi } from '../../../deployments/abi/SourceKeys.ts'
import {
  Address,
  BaseError,
  type Bytes,
  type Hash,
  Round,
  Tally,
  type Vote,
} from '../../../protocol/index.ts'
import { getMarket, getParameters, getWorkers, type MarketContract, type MarketView } from './market.ts'
import { type FullReport, readReports } from './readReports.ts'

/** What a chain says of a round: nothing of it is taken from the round's file. */
export type ChainFacts = {
  readonly round: Round.Round
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
  readonly sourceKeys: { readonly address: Address.Address; readonly key: Address.Address | null } | null
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
  const [view, reports] = await Promise.all([
    getMarket(from, marketId),
    readReports(from, marketId, from.since),
  ])
  const reported = round === undefined ? reports.at(-1) : reports.find((one) => one.round === round)
  if (reported === undefined) throw new NotReportedError(marketId, round)
  const { cohortStart, report } = reported
  const workers = await getWorkers(from, marketId, report.records.length, cohortStart)
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
  }
  return { facts, view, reports }
}

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

/** After a round without quorum, those who answered in either round count; an appeal starts afresh. */
function quorumOf(reported: FullReport, reports: readonly FullReport[], minWorkers: number): number {
  const { cohortStart, report } = reported
  const n = report.records.length
  const before = reports.find(
    (one) => one.round < reported.round && one.cohortStart === cohortStart && one.outcome === null,
  )
  if (cohortStart !== 0 || before === undefined) return Tally.quorum(n)
  const either = report.records.filter(
    ({ vote }, i) => vote.outcome !== null || before.report.records[i]!.vote.outcome !== null,
  ).length
  return Tally.retryQuorum(either, minWorkers)
}

async function sourceKeysOf(
  { client, sourceKeys: address }: Contracts,
  round: Round.Round,
): Promise<ChainFacts['sourceKeys']> {
  const rule = Round.docketRule(round)
  if (rule === null || address === null) return null
  return { address: Address.of(address), key: await readSourceKey(client, address, rule.sourceId) }
}

/** The key of a source in a registry, in lower case; null for a source that it does not know. */
export async function readSourceKey(
  client: Pick<MarketContract['client'], 'readContract'>,
  address: Hex,
  sourceId: Hash.Hash,
): Promise<Address.Address | null> {
  const key = await client.readContract({
    address,
    abi: sourceKeysAbi,
    functionName: 'keyOf',
    args: [sourceId],
  })
  return BigInt(key) === 0n ? null : Address.of(key)
}

export class NotReportedError extends BaseError {
  override readonly name = 'Round.NotReportedError'
  constructor(marketId: bigint, round: number | undefined) {
    super(`${round === undefined ? 'No round' : `Round ${round}`} of market ${marketId} was reported.`, {
      metaMessages: [`\`cresolver market show ${marketId}\` says what it waits for.`],
    })
  }
}
