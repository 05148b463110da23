import { encodeFunctionData, parseEther, parseEventLogs } from 'viem'
import { read } from '../../../cli/chain/send.ts'
import { transact } from '../../../local/transact.ts'
import { firstWorker } from '../../../local/workers/startWorkers.ts'
import { BaseError } from '../../../protocol/index.ts'
import { at } from '../../../services/chain/browser/market.ts'
import { type MarketRecord, type Stage, spend } from '../MarketRecord.ts'
import { creator } from '../people.ts'

const reward = parseEther('0.1')

/** Opens every market, and has its workers join with their stakes. */
export async function open(stage: Stage): Promise<void> {
  for (const told of stage.told) await create(stage, told)
  // Each worker has an account of its own, so that they need not wait for each other; within a market the order is kept.
  await Promise.all(stage.told.map((told) => join(stage, told)))
}

async function create({ world: { chain, place }, say }: Stage, told: MarketRecord): Promise<void> {
  const { id, question, deadline, title } = told.market
  const args = [question, BigInt(deadline)] as const
  const data = encodeFunctionData({ ...at(place.market), functionName: 'createMarket', args })
  const receipt = await transact(chain, creator, { to: place.market, data, value: reward })
  const [event] = parseEventLogs({
    abi: at(place.market).abi,
    eventName: 'MarketCreated',
    logs: receipt.logs,
  })
  if (event?.args.marketId !== BigInt(id)) throw new OtherMarketError(id)
  spend(told, 'create', receipt)
  told.paidIn += reward
  say(`market ${id}: ${title}`)
}

async function join({ world: { chain, place } }: Stage, told: MarketRecord): Promise<void> {
  const marketId = BigInt(told.market.id)
  const stake = await read(
    place.client.readContract({ ...at(place.market), functionName: 'stakeOf', args: [marketId] }),
  )
  for (const agentId of told.workers) {
    const args = [marketId, BigInt(agentId)] as const
    const data = encodeFunctionData({ ...at(place.market), functionName: 'joinMarket', args })
    const from = firstWorker + agentId
    spend(told, 'join', await transact(chain, from, { to: place.market, data, value: stake }))
    told.paidIn += stake
  }
}

export class OtherMarketError extends BaseError {
  override readonly name = 'Demo.OtherMarketError'
  constructor(expected: number) {
    super(`Market ${expected} got another id: somebody else uses this chain.`)
  }
}
