import { encodeFunctionData, parseEventLogs, type TransactionReceipt } from 'viem'
import { at } from '../../services/chain/browser/market.ts'
import { type Actor, getMarket, getParameters, type Reader } from './marketState.ts'
import { read, send } from './send.ts'

export type Opened = {
  readonly marketId: bigint
  readonly receipt: TransactionReceipt
  readonly reward: bigint
}

/** Creates a market with a question and a deadline; the reward is the least the contract takes, unless told. */
export async function openMarket(
  me: Actor,
  question: string,
  deadline: number,
  reward?: bigint,
): Promise<Opened> {
  const call = await creation(me, question, deadline, reward)
  const receipt = await send(me, call)
  const [created] = parseEventLogs({ abi: at(me.market).abi, eventName: 'MarketCreated', logs: receipt.logs })
  return { marketId: created!.args.marketId, receipt, reward: call.value }
}

/** Asks the chain whether it would take the market, and changes nothing. */
export async function tryMarket(
  me: Actor,
  question: string,
  deadline: number,
  reward?: bigint,
): Promise<void> {
  const { client, account } = me
  await read(client.call({ account, ...(await creation(me, question, deadline, reward)) }))
}

async function creation(me: Actor, question: string, deadline: number, reward?: bigint) {
  const args = [question, BigInt(deadline)] as const
  const data = encodeFunctionData({ ...at(me.market), functionName: 'createMarket', args })
  return { to: me.market, data, value: reward ?? (await leastReward(me)) }
}

const leastReward = async (me: Actor): Promise<bigint> => (await getParameters(me)).minReward

const batch = 16

/** The market that this account has created with just this question and deadline, among the latest ones; null when there is none. */
export async function findOwnMarket(
  me: Actor,
  question: string,
  deadline: number,
  latest = 256,
): Promise<bigint | null> {
  const total = await read(me.client.readContract({ ...at(me.market), functionName: 'marketCount' }))
  const end = total > BigInt(latest) ? total - BigInt(latest) : 0n
  const isIt = (view: Awaited<ReturnType<typeof getMarket>>) =>
    view.question === question &&
    view.deadline === BigInt(deadline) &&
    view.creator.toLowerCase() === me.account.address.toLowerCase()
  for (let id = total; id > end; id -= BigInt(batch)) {
    const ids = Array.from({ length: batch }, (_, i) => id - BigInt(i)).filter((one) => one > end)
    const views = await Promise.all(ids.map((one) => getMarket(me satisfies Reader, one)))
    const found = ids.find((_, i) => isIt(views[i]!))
    if (found !== undefined) return found
  }
  return null
}
