import { type Address, encodeFunctionData, parseEther, parseEventLogs } from 'viem'
import { eth } from '../../../cli/chain/units.ts'
import { binaryMarketAbi } from '../../../deployments/abi/index.ts'
import { addressOf, transact } from '../../../local/transact.ts'
import { Vote } from '../../../protocol/index.ts'
import type { MarketRecord, Stage } from '../MarketRecord.ts'
import { bettors } from '../people.ts'

/** All bets together are bounded by what the lie would cost its makers: two of three stakes of 0.05, slashed by half. */
const amount = parseEther('0.02')

/** Two bet beside the market that will be lied about, one on each side. */
export async function placeBets(stage: Stage): Promise<void> {
  const { id, truth } = lieOf(stage).market
  const falsehood = truth === 'YES' ? 'NO' : 'YES'
  for (const [bettor, side] of [
    [bettors.truth, truth],
    [bettors.lie, falsehood],
  ] as const) {
    const args = [BigInt(id), Vote.code(side), amount] as const
    const data = encodeFunctionData({ abi: binaryMarketAbi, functionName: 'bet', args })
    await transact(stage.world.chain, bettor, { to: bookOf(stage), data, value: amount })
  }
  stage.say(`market ${id}: two bettors put ${eth(amount)} on Yes and on No`)
}

/** The keeper has settled the bets as the market was; who was right takes all. */
export async function settleBets(stage: Stage): Promise<{ readonly won: bigint; readonly left: bigint }> {
  const { chain } = stage.world
  const { id } = lieOf(stage).market
  const to = bookOf(stage)
  const args = [BigInt(id), addressOf(bettors.truth)] as const
  const data = encodeFunctionData({ abi: binaryMarketAbi, functionName: 'claim', args })
  const { logs } = await transact(chain, bettors.truth, { to, data })
  const [paid] = parseEventLogs({ abi: binaryMarketAbi, eventName: 'BetPaid', logs })
  const won = paid?.args.amount ?? 0n
  stage.say(`market ${id}: who bet on the truth has ${eth(won)}`)
  return { won, left: await chain.client.getBalance({ address: to }) }
}

const lieOf = ({ told }: Stage): MarketRecord => told.find(({ market }) => market.kind === 'lie')!
const bookOf = ({ world }: Stage): Address => world.place.at('BinaryMarket')
