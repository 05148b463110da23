import type { Hex } from 'viem'
import { cresolverMarketAbi, sourceKeysAbi } from '../../deployments/abi/index.ts'
import {
  BaseError,
  Bytes,
  type Hash,
  type Report,
  Round,
  RoundFile,
  Tally,
  Vote,
} from '../../protocol/index.ts'
import type { ChainFacts } from '../../workers/sentinel/index.ts'
import { addressIn } from './deployment.ts'
import { at, getMarket, getWorker, type MarketView, type Reader } from './marketState.ts'
import { read } from './send.ts'

/** One report of a market, as its event tells it. */
export type Reported = {
  readonly round: number
  readonly outcome: Vote.Outcome | null
  readonly roundRoot: Hash.Hash
  readonly recordsAndDocket: Bytes.Hex
  readonly report: Report.Report
  readonly block: bigint
  readonly transaction: Hex
  /** The market's number of the first worker asked. */
  readonly cohortStart: number
  readonly isVoid: boolean
}

/** All reports of a market in their order. */
export async function readReports(from: Reader, marketId: bigint): Promise<Reported[]> {
  const query = { ...at(from.market), args: { marketId }, fromBlock: firstBlock(from), strict: true } as const
  const { client } = from
  const [reports, joins, voids] = await read(
    Promise.all([
      client.getContractEvents({ ...query, eventName: 'RoundReported' }),
      client.getContractEvents({ ...query, eventName: 'WorkerJoined' }),
      client.getContractEvents({ ...query, eventName: 'RoundVoided' }),
    ]),
  )
  return reports.map(({ args, blockNumber, logIndex, transactionHash }) => {
    const rest = Bytes.fromHex(args.recordsAndDocket)
    const n = RoundFile.recordCount(rest)
    if (n === null) throw new UnreadableReportError(marketId, args.round)
    const outcome = Vote.fromCode(args.outcome)
    const head = { marketId, round: args.round, roundRoot: args.roundRoot, n }
    // Those who joined last are those who are asked: joins are closed while a round waits.
    const isEarlier = (join: (typeof joins)[number]) =>
      join.blockNumber < blockNumber || (join.blockNumber === blockNumber && join.logIndex < logIndex)
    const joined = joins.filter(isEarlier).length
    return {
      round: args.round,
      outcome,
      roundRoot: args.roundRoot,
      recordsAndDocket: args.recordsAndDocket,
      report: RoundFile.decodeReport(head, outcome, rest),
      block: blockNumber,
      transaction: transactionHash,
      cohortStart: joined - n,
      isVoid: voids.some((one) => one.args.round === args.round),
    }
  })
}

/** A node may refuse to search from the first block of all; nothing happened before the contract stood. */
const firstBlock = ({ deployment }: Reader): bigint =>
  BigInt(deployment.contracts.CREsolverMarket?.block ?? 0)

export type Known = {
  readonly facts: ChainFacts
  readonly view: MarketView
  readonly reports: readonly Reported[]
}

/** What the chain says of one round; the last that was reported unless another one is named. */
export async function readFacts(from: Reader, marketId: bigint, round?: number): Promise<Known> {
  const [view, reports] = await Promise.all([getMarket(from, marketId), readReports(from, marketId)])
  const reported = round === undefined ? reports.at(-1) : reports.find((one) => one.round === round)
  if (reported === undefined) throw new NotReportedError(marketId, round)
  const n = reported.report.records.length
  const workers = await Promise.all(
    Array.from({ length: n }, (_, i) => getWorker(from, marketId, reported.cohortStart + i)),
  )
  const asked: Round.Round = {
    chainId: from.chainId,
    market: from.market.toLowerCase() as Bytes.Hex,
    marketId: Number(marketId),
    round: reported.round,
    question: view.question,
    createdAt: Number(view.createdAt),
    deadline: Number(view.deadline),
    workers: workers.map(({ agentId, signer, factorBps }) => ({
      agentId: Number(agentId),
      signer: signer.toLowerCase() as Bytes.Hex,
      factorBps,
    })),
  }
  const parameters = await read(from.client.readContract({ ...at(from.market), functionName: 'parameters' }))
  const facts: ChainFacts = {
    round: asked,
    cohortStart: reported.cohortStart,
    minMarginBps: parameters.minMarginBps,
    standing: await standingBefore(from, marketId, reported),
    quorum: quorumOf(reported, reports, parameters.minWorkers),
    reported,
    sourceKeys: await sourceKeysOf(from, asked),
  }
  return { facts, view, reports }
}

/** The weights before a round: none in a first cohort, else what the market had a block earlier, if the node still knows. */
async function standingBefore(
  { client, market }: Reader,
  marketId: bigint,
  { cohortStart, block }: Reported,
): Promise<Tally.Totals | null> {
  if (cohortStart === 0) return Tally.nothing
  try {
    const { yesWeight, noWeight, invalidWeight } = await client.readContract({
      address: market,
      abi: cresolverMarketAbi,
      functionName: 'getMarket',
      args: [marketId],
      blockNumber: block - 1n,
    })
    return { yes: yesWeight, no: noWeight, invalid: invalidWeight }
  } catch {
    return null
  }
}

/** After a round without quorum, those who answered in either round count; an appeal starts afresh. */
function quorumOf(reported: Reported, reports: readonly Reported[], minWorkers: number): number {
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

async function sourceKeysOf(from: Reader, round: Round.Round): Promise<ChainFacts['sourceKeys']> {
  const rule = Round.docketRule(round)
  if (rule === null || from.deployment.contracts.SourceKeys === undefined) return null
  const address = addressIn(from.deployment, 'SourceKeys')
  const key = await read(
    from.client.readContract({
      address,
      abi: sourceKeysAbi,
      functionName: 'keyOf',
      args: [rule.sourceId],
    }),
  )
  const isKnown = BigInt(key) !== 0n
  return { address, key: isKnown ? (key.toLowerCase() as Bytes.Hex) : null }
}

export class NotReportedError extends BaseError {
  override readonly name = 'Round.NotReportedError'
  constructor(marketId: bigint, round: number | undefined) {
    super(`${round === undefined ? 'No round' : `Round ${round}`} of market ${marketId} was reported.`, {
      metaMessages: [`\`cresolver market show ${marketId}\` says what it waits for.`],
    })
  }
}

export class UnreadableReportError extends BaseError {
  override readonly name = 'Round.UnreadableReportError'
  constructor(marketId: bigint, round: number) {
    super(`The report of round ${round} of market ${marketId} has a form that is not known here.`, {
      metaMessages: ['Is the record in deployments/ that of the contracts on this chain?'],
    })
  }
}
