import { type Address, type ContractFunctionReturnType, BaseError as ViemError } from 'viem'
import type { cresolverMarketAbi } from '../../deployments/abi/CREsolverMarket.ts'
import * as Contract from '../../services/chain/browser/market.ts'
import { readRevert, revertData } from '../../services/chain/revert.ts'
import type { Reader } from './marketState.ts'
import { read } from './send.ts'

/** A seat's number is that of its cohort · 32 + k: cohort 0 joined before the deadline, cohort i in appeal i. */
export const seatsPerCohort = 32

export type Seat = Contract.WorkerView & { readonly seat: number }

type MemberView = ContractFunctionReturnType<typeof cresolverMarketAbi, 'view', 'getMember'>
export type Member = MemberView & { readonly agentId: bigint }

// The contract says how many seats the current cohort has; those of earlier ones are found by asking.
const page = 8

/** Every seat of a market with who has it, all cohorts in their order. */
export async function getSeats(from: Reader, marketId: bigint, view: Contract.MarketView): Promise<Seat[]> {
  const seats: Seat[] = []
  for (let cohort = 0; cohort < view.appeals; cohort++)
    seats.push(...(await earlierSeats(from, marketId, cohort * seatsPerCohort)))
  const first = view.appeals * seatsPerCohort
  const current = await Promise.all(range(first, view.seats).map((seat) => getSeat(from, marketId, seat)))
  return [...seats, ...current]
}

export const getSeat = async (from: Reader, marketId: bigint, seat: number): Promise<Seat> => ({
  ...(await read(Contract.getWorker(from, marketId, seat))),
  seat,
})

async function earlierSeats(from: Reader, marketId: bigint, first: number): Promise<Seat[]> {
  const seats: Seat[] = []
  while (seats.length < seatsPerCohort) {
    const asked = range(first + seats.length, page)
    const found = await Promise.all(asked.map((seat) => findSeat(from, marketId, seat)))
    const there = found.filter((one) => one !== null)
    seats.push(...there)
    if (there.length < page) break
  }
  return seats
}

async function findSeat(from: Reader, marketId: bigint, seat: number): Promise<Seat | null> {
  try {
    return { ...(await Contract.getWorker(from, marketId, seat)), seat }
  } catch (error) {
    const data = error instanceof ViemError ? revertData(error) : undefined
    if (data !== undefined && readRevert(data).name === 'UnknownWorker') return null
    return read(Promise.reject(error))
  }
}

/** Agents that joined a market and have not left it, in the order they joined; of one signer only, if one is named. */
export async function joinedAgents(from: Reader, marketId: bigint, signer?: Address): Promise<bigint[]> {
  const fromBlock = BigInt(from.deployment.contracts.CREsolverMarket?.block ?? 0)
  const query = { ...Contract.at(from.market), fromBlock, strict: true } as const
  const [joins, leaves] = await read(
    Promise.all([
      from.client.getContractEvents({
        ...query,
        eventName: 'WorkerJoined',
        args: { marketId, ...(signer === undefined ? {} : { signer }) },
      }),
      from.client.getContractEvents({ ...query, eventName: 'WorkerLeft', args: { marketId } }),
    ]),
  )
  const last = new Map<bigint, boolean>()
  const steps = [...joins, ...leaves].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
  for (const { eventName, args } of steps) {
    const isIn = eventName === 'WorkerJoined'
    // An agent that comes back stands behind those who stayed.
    if (isIn) last.delete(args.agentId)
    if (isIn || last.has(args.agentId)) last.set(args.agentId, isIn)
  }
  return [...last].flatMap(([agentId, isIn]) => (isIn ? [agentId] : []))
}

/** What each seat was paid, by the contract's log. */
export async function paidSeats(from: Reader, marketId: bigint): Promise<Map<number, bigint>> {
  const fromBlock = BigInt(from.deployment.contracts.CREsolverMarket?.block ?? 0)
  const logs = await read(
    from.client.getContractEvents({
      ...Contract.at(from.market),
      eventName: 'WorkerPaid',
      args: { marketId },
      fromBlock,
      strict: true,
    }),
  )
  return new Map(logs.map(({ args }) => [Number(args.seat), args.amount]))
}

/** Where an agent stands in a market. */
export const getMember = async (from: Reader, marketId: bigint, agentId: bigint): Promise<Member> => {
  const view = await read(
    from.client.readContract({
      ...Contract.at(from.market),
      functionName: 'getMember',
      args: [marketId, agentId],
    }),
  )
  return { ...view, agentId }
}

const noSeat = 2n ** 256n - 1n

/** The seat of a member; null where it has none, or none yet. */
export const seatOf = ({ seat }: MemberView): number | null => (seat === noSeat ? null : Number(seat))

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i)
