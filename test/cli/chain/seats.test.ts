import { expect } from 'chai'
import { encodeErrorResult, HttpRequestError, RawContractError, BaseError as ViemError } from 'viem'
import type { Reader } from '../../../cli/chain/marketState.ts'
import { getSeats, joinedAgents, paidSeats, seatOf } from '../../../cli/chain/seats.ts'
import { cresolverMarketAbi } from '../../../deployments/abi/index.ts'
import type { MarketView } from '../../../services/chain/browser/market.ts'
import { failed } from '../../adapters/moltbook/failed.ts'

const view = (appeals: number, seats: number) => ({ appeals, seats }) as MarketView

/** A chain on which seats below these numbers are taken, cohort by cohort. */
function chainWith(seats: readonly number[], asked: number[] = []): Reader {
  const readContract = async ({ args }: { args: readonly bigint[] }) => {
    const seat = Number(args[1])
    asked.push(seat)
    if (seat % 32 < (seats[Math.floor(seat / 32)] ?? 0)) return { agentId: BigInt(seat) }
    const unknown = { errorName: 'UnknownWorker', args: [1n, BigInt(seat)] } as const
    const data = encodeErrorResult({ abi: cresolverMarketAbi, ...unknown })
    throw new ViemError('reverted', { cause: new RawContractError({ data }) })
  }
  return { client: { readContract } } as unknown as Reader
}

/** A chain with these events, in their order. */
function chainOf(events: readonly { eventName: string; args: object }[]): Reader {
  const getContractEvents = async (query: { eventName: string; args: { signer?: string } }) =>
    events
      .map((event, logIndex) => ({ ...event, blockNumber: 7n, logIndex }))
      .filter(({ eventName }) => eventName === query.eventName)
      .filter(({ args }) => !query.args.signer || (args as { signer?: string }).signer === query.args.signer)
  return { client: { getContractEvents }, deployment: { contracts: {} } } as unknown as Reader
}

describe('the seats of a market', () => {
  it('are those of all cohorts, numbered cohort · 32 + k', async () => {
    const seats = await getSeats(chainWith([3, 2]), 1n, view(1, 2))
    expect(seats.map(({ seat }) => seat)).to.deep.equal([0, 1, 2, 32, 33])
    expect(seats.map(({ agentId }) => Number(agentId))).to.deep.equal([0, 1, 2, 32, 33])
  })

  it('of an earlier cohort are asked for until one is not there, and never beyond the cohort', async () => {
    const asked: number[] = []
    expect(await getSeats(chainWith([32], asked), 1n, view(1, 0))).to.have.length(32)
    expect(Math.max(...asked)).to.equal(31)
    asked.length = 0
    expect(await getSeats(chainWith([8], asked), 1n, view(1, 0))).to.have.length(8)
    expect(asked).to.have.length(16)
  })

  it('are none before it is asked', async () => {
    const asked: number[] = []
    expect(await getSeats(chainWith([3], asked), 1n, view(0, 0))).to.deep.equal([])
    expect(asked).to.deep.equal([])
  })

  it('error: a node that does not answer is not taken for an empty seat', async () => {
    const readContract = async () => {
      throw new ViemError('away', { cause: new HttpRequestError({ url: 'http://127.0.0.1:1' }) })
    }
    const { name } = await failed(getSeats({ client: { readContract } } as never, 1n, view(1, 0)))
    expect(name).to.equal('Chain.UnreachableError')
  })
})

describe('who joined a market', () => {
  const join = (agentId: bigint, signer = '0xa') => ({ eventName: 'WorkerJoined', args: { agentId, signer } })
  const leave = (agentId: bigint) => ({ eventName: 'WorkerLeft', args: { agentId } })

  it('are those who have not left, in the order they came last', async () => {
    const events = [join(1n), join(2n), leave(1n), join(3n), join(1n), leave(3n)]
    expect(await joinedAgents(chainOf(events), 1n)).to.deep.equal([2n, 1n])
    expect(await joinedAgents(chainOf([]), 1n)).to.deep.equal([])
  })

  it('can be asked for by who signs', async () => {
    const events = [join(1n, '0xa'), join(2n, '0xb'), join(3n, '0xa'), leave(2n), leave(3n)]
    expect(await joinedAgents(chainOf(events), 1n, '0xa')).to.deep.equal([1n])
    expect(await joinedAgents(chainOf(events), 1n, '0xb')).to.deep.equal([])
  })

  it('may have no seat', () => {
    expect(seatOf({ seat: 2n ** 256n - 1n } as never)).to.equal(null)
    expect(seatOf({ seat: 34n } as never)).to.equal(34)
  })
})

describe('what seats were paid', () => {
  it('is in the log', async () => {
    const paid = (seat: bigint, amount: bigint) => ({ eventName: 'WorkerPaid', args: { seat, amount } })
    expect([...(await paidSeats(chainOf([paid(0n, 5n), paid(33n, 7n)]), 1n))]).to.deep.equal([
      [0, 5n],
      [33, 7n],
    ])
  })
})
