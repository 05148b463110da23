import { encodeFunctionData, parseEventLogs } from 'viem'
import { getMarket } from '../../../cli/chain/marketState.ts'
import { getSeats } from '../../../cli/chain/seats.ts'
import { eth } from '../../../cli/chain/units.ts'
import { transact } from '../../../local/transact.ts'
import { firstWorker } from '../../../local/workers/startWorkers.ts'
import { at } from '../../../services/chain/browser/market.ts'
import { type MarketRecord, type Stage, spend } from '../MarketRecord.ts'

/** Waits for the block whose hash is the lot and for the keeper, which draws the seats, and lets go who has none. */
export async function draw(stage: Stage, told: MarketRecord, drawBlock: bigint): Promise<void> {
  const { chain, place, keeper } = stage.world
  const left = Number(drawBlock - (await chain.client.getBlockNumber()))
  if (left > 0) await chain.client.mine({ blocks: left })
  await keeper.idle()
  const marketId = BigInt(told.market.id)
  const seats = await getSeats(place, marketId, await getMarket(place, marketId))
  const seated = new Set(seats.map(({ agentId }) => Number(agentId)))
  for (const agentId of told.workers) if (!seated.has(agentId)) await leave(stage, told, agentId)
  const names = told.undrawn.map(
    ({ agentId, paid }) => `agent ${agentId} has none, and its ${eth(paid)} back`,
  )
  stage.say(
    `market ${told.market.id}: ${told.workers.length} agents drew lots for ${seats.length} seats; ${names.join(', ')}`,
  )
}

async function leave({ world: { chain, place } }: Stage, told: MarketRecord, agentId: number): Promise<void> {
  const args = [BigInt(told.market.id), BigInt(agentId)] as const
  const { stake } = await chain.client.readContract({ ...at(place.market), functionName: 'getMember', args })
  const data = encodeFunctionData({ ...at(place.market), functionName: 'leaveMarket', args })
  const receipt = await transact(chain, firstWorker + agentId, { to: place.market, data })
  spend(told, 'leave', receipt)
  const { abi } = at(place.market)
  const paid = parseEventLogs({ abi, eventName: 'WorkerLeft', logs: receipt.logs })[0]?.args.amount ?? 0n
  told.paidOut += paid
  told.undrawn.push({ agentId, stake, paid })
}
