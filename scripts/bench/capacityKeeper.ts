import { startLocalKeeper } from '../../local/startLocalKeeper.ts'
import { BaseError } from '../../protocol/index.ts'
import { at, getMarket } from '../../services/chain/browser/market.ts'
import { statuses } from '../../services/chain/browser/names.ts'
import { type Counts, callsSince, startCountingRpc } from './countingRpc.ts'
import { type Row, rounded } from './measure.ts'
import { pokeOf } from './pokeOf.ts'
import { openStage, type Stage } from './roundStage.ts'

/** Calls that one transaction needs, whoever sends it. */
const ofTransactions: readonly string[] = [
  'eth_getTransactionCount',
  'eth_estimateGas',
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
]
/** Two more of them come with each look at a new block. */
const ofLooks: readonly string[] = ['eth_getBalance', 'eth_maxPriorityFeePerGas']
/** Deeper than what a keeper holds for replaceable. */
const deep = 80

/** What a keeper asks of the chain for a market, from the request to the last published record, on a chain of its own. */
export async function keeperRows(workers: number, markets: number): Promise<Row[]> {
  const stage = await openStage(workers)
  try {
    const rpc = await startCountingRpc(stage.chain.url)
    try {
      const found = await lived(stage, rpc, workers, markets)
      const row = (name: string, value: number, unit = 'a market'): Row => ({
        name: `${markets} markets, ${name}`,
        n: workers,
        value: rounded(value / markets),
        unit,
      })
      const sent = found.of(['eth_sendRawTransaction'])
      const forTransactions = found.of(ofTransactions)
      return [
        row('transactions of the keeper', sent),
        row('RPC calls of the keeper for its transactions', forTransactions),
        row('RPC calls of the keeper beside them', found.ofMarkets - forTransactions - found.of(ofLooks)),
        row('RPC calls of the keeper, with its looks at the chain', found.all),
      ]
    } finally {
      await rpc.stop()
    }
  } finally {
    await stage.close()
  }
}

type Rpc = Awaited<ReturnType<typeof startCountingRpc>>

async function lived(stage: Stage, rpc: Rpc, workers: number, markets: number) {
  const { chain, place } = stage
  const marketIds: number[] = []
  for (let i = 0; i < markets; i++) marketIds.push(await stage.open(workers))
  const don = await stage.enrol(4)
  const keeper = await startLocalKeeper({ ...chain, url: rpc.url }, place)
  try {
    await keeper.idle()
    const before = rpc.counts()
    await stage.begin()
    await keeper.idle()
    for (const marketId of marketIds) {
      await stage.sealed(marketId)
      await don.execute(1, pokeOf(marketId), `kept ${marketId}`)
    }
    const view = (marketId: number) =>
      getMarket({ client: chain.client, market: at(place.market).address }, BigInt(marketId))
    const ends = (await Promise.all(marketIds.map(view))).map(({ windowEnd }) => Number(windowEnd))
    await chain.warpTo(Math.max(...ends) + 1)
    await keeper.idle()
    await chain.client.mine({ blocks: deep })
    await keeper.idle()
    for (const marketId of marketIds) {
      const status = statuses[(await view(marketId)).status]
      if (status !== 'Finalized') throw new UnkeptError(marketId, status ?? 'unknown')
    }
    const after = rpc.counts()
    const of = (methods: readonly string[]) =>
      methods.reduce((sum, method) => sum + countOf(after, method) - countOf(before, method), 0)
    return { ...callsSince(before, after), of }
  } finally {
    await keeper.stop()
    await don.stop()
  }
}

const countOf = (counts: Counts, method: string): number => counts[method] ?? 0

export class UnkeptError extends BaseError {
  override readonly name = 'Bench.UnkeptError'
  constructor(marketId: number, status: string) {
    super(`The keeper left market ${marketId} as it is: ${status}.`)
  }
}
