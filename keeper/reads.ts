import { type PublicClient, BaseError as ViemError } from 'viem'
import { binaryMarketAbi, ctfResolverAbi, cresolverMarketAbi as marketAbi } from '../deployments/abi/index.ts'
import { BaseError, Question, Round } from '../protocol/index.ts'
import {
  at,
  getMarket,
  getParameters,
  type MarketView,
  seatsPerCohort,
} from '../services/chain/browser/market.ts'
import { statuses } from '../services/chain/browser/names.ts'
import { revertData } from '../services/chain/revert.ts'
import type { Change, Read, Reads } from './Chain.ts'
import { changeOf } from './changeOf.ts'
import type { Contracts } from './targets.ts'

/** What a keeper reads, from the market contract and those that follow it. */
export function reader(
  client: PublicClient,
  contracts: Contracts,
  { isLocal }: { readonly isLocal: boolean },
): Omit<Reads, 'chainId' | 'market'> {
  const { market, binaryMarket, ctfResolver } = contracts
  const followed = [market, binaryMarket, ctfResolver].filter((one) => one !== null)

  async function readMarket(marketId: number): Promise<Read | null> {
    const view = await getMarket({ client, market }, BigInt(marketId)).catch((error) => {
      // A block that was replaced may have created it.
      if (isRefused(error)) return null
      throw error
    })
    if (view === null) return null
    const status = statuses[view.status] ?? 'None'
    const isOver = status === 'Finalized' || status === 'Invalid'
    const [bets, condition] = await Promise.all([
      isOver && binaryMarket !== null ? hasOpenBets(marketId) : false,
      isOver && ctfResolver !== null
        ? passes(ctfResolver, ctfResolverAbi, 'resolve', [BigInt(marketId)])
        : false,
    ])
    return { ...readOf(marketId, view), bets, condition }
  }

  /** Bets of which nobody has any need no settling. */
  async function hasOpenBets(marketId: number): Promise<boolean> {
    const args = [BigInt(marketId)] as const
    const about = { address: binaryMarket!, abi: binaryMarketAbi, args } as const
    const { yes, no, result } = await client.readContract({ ...about, functionName: 'bookOf' })
    return result === 0 && yes + no > 0n
  }

  /** Whether a contract would take a call now. */
  async function passes(address: `0x${string}`, abi: object, functionName: string, args: readonly bigint[]) {
    try {
      // As a read, not as a simulation: reads of the same moment are one question to the node.
      await client.readContract({ address, abi, functionName, args } as never)
      return true
    } catch (error) {
      if (isRefused(error)) return false
      throw error
    }
  }

  return {
    genesis: async () => (await client.getBlock({ blockNumber: 0n })).hash,
    async head() {
      const [latest, next] = await Promise.all([
        client.getBlock({ blockTag: 'latest' }),
        isLocal ? client.getBlock({ blockTag: 'pending' }) : null,
      ])
      if (latest.baseFeePerGas === null) throw new NoBaseFeeError()
      return {
        number: Number(latest.number),
        timestamp: Number((next ?? latest).timestamp),
        hash: latest.hash,
        baseFee: latest.baseFeePerGas,
      }
    },
    async terms() {
      const terms = await getParameters({ client, market })
      const { minWorkers, maxWorkers, requestCooldown, resolutionTimeout } = terms
      return { minWorkers, maxWorkers, requestCooldown, resolutionTimeout }
    },
    marketCount: async () =>
      Number(await client.readContract({ ...at(market), functionName: 'marketCount' })),
    readMarkets: async (marketIds) =>
      (await Promise.all(marketIds.map(readMarket))).filter((read) => read !== null),
    async feedbackDue(marketId) {
      const seats = seatsOf(await getMarket({ client, market }, BigInt(marketId)))
      const due = await Promise.all(
        seats.map((seat) => passes(market, marketAbi, 'publishFeedback', [BigInt(marketId), BigInt(seat)])),
      )
      return seats.filter((seat) => due[seat])
    },
    async changes(from, to): Promise<Change[]> {
      const logs = await client.getLogs({
        address: followed,
        fromBlock: BigInt(from),
        toBlock: BigInt(to),
      })
      return logs.map(changeOf).filter((change) => change !== null)
    },
  }
}

/** Seats that somebody may have had: all of a cohort before the last one, whose number the contract no longer tells. */
const seatsOf = ({ appeals, seats }: MarketView): number[] =>
  Array.from({ length: appeals * seatsPerCohort + seats }, (_, seat) => seat)

const isRefused = (error: unknown): boolean => error instanceof ViemError && revertData(error) !== undefined

/** A market as its view tells it; what its rule says of time is read from its question. */
export function readOf(marketId: number, view: MarketView): Omit<Read, 'bets' | 'condition'> {
  const { question } = view
  const [createdAt, deadline] = [Number(view.createdAt), Number(view.deadline)]
  const rule = Round.docketRule(Question.pose({ question, createdAt, deadline }))
  return {
    marketId,
    status: statuses[view.status] ?? 'None',
    deadline,
    requestedAt: Number(view.requestedAt),
    readyAt: rule?.readyAt ?? deadline,
    windowEnd: Number(view.windowEnd),
    isAppealing: view.isAppealing,
    joined: Number(view.joined),
    seats: view.seats,
    drawBlock: Number(view.drawBlock),
    value: view.pool + view.stakes,
  }
}

export class NoBaseFeeError extends BaseError {
  override readonly name = 'Keeper.NoBaseFeeError'
  constructor() {
    super('The chain has no base fee (EIP-1559), and a keeper reckons its budget by one.', {
      metaMessages: ['Use the commands of `cresolver market` on this chain.'],
    })
  }
}
