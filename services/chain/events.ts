import { type Address, getAbiItem, type PublicClient } from 'viem'
import { cresolverMarketAbi as abi } from '../../deployments/abi/index.ts'
import { toReported } from './browser/readReports.ts'
import type { Events, Mark, Reported } from './Chain.ts'

const requested = getAbiItem({ abi, name: 'ResolutionRequested' })
const reported = getAbiItem({ abi, name: 'RoundReported' })
const voided = getAbiItem({ abi, name: 'RoundVoided' })

/** Blocks searched at once: nodes refuse to search many. */
const searchRange = 2_000n

/** The events of a market contract that make somebody ask workers, or publish a round. */
export function eventReader(client: PublicClient, address: Address) {
  /** One question to the node for all of them. */
  async function eventsBetween(from: bigint, to: bigint): Promise<Events> {
    const logs = await client.getLogs({
      address,
      events: [requested, reported, voided],
      fromBlock: from,
      toBlock: to,
      strict: true,
    })
    const of = <name extends string>(name: name) =>
      logs.filter((log): log is Extract<(typeof logs)[number], { eventName: name }> => log.eventName === name)
    const marketsOf = (some: readonly { args: { marketId: bigint } }[]) => [
      ...new Set(some.map(({ args }) => Number(args.marketId))),
    ]
    return {
      marks: logs.map(markOf),
      requested: marketsOf(of('ResolutionRequested')),
      reported: of('RoundReported').map(toReported),
      voided: marketsOf(of('RoundVoided')),
    }
  }

  /** The requests alone, for those who need nothing else. */
  async function requestedBetween(from: bigint, to: bigint): Promise<Mark[]> {
    const blocks = { fromBlock: from, toBlock: to }
    const logs = await client.getLogs({ address, event: requested, ...blocks, strict: true })
    return logs.map(markOf)
  }

  async function findReport(marketId: number, round: number, from: bigint): Promise<Reported | null> {
    const head = await client.getBlockNumber()
    for (let start = from; start <= head; start += searchRange) {
      const logs = await client.getLogs({
        address,
        event: reported,
        args: { marketId: BigInt(marketId), round },
        fromBlock: start,
        toBlock: start + searchRange - 1n < head ? start + searchRange - 1n : head,
        strict: true,
      })
      if (logs.length > 0) return toReported(logs.at(-1)!)
    }
    return null
  }

  return { eventsBetween, requestedBetween, findReport }
}

const markOf = (log: {
  readonly args: { readonly marketId: bigint }
  readonly blockHash: string | null
  readonly logIndex: number | null
}): Mark => ({ marketId: Number(log.args.marketId), id: `${log.blockHash} ${log.logIndex}` })
