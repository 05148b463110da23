import { expect } from 'chai'
import { Payout, Vote } from '../../protocol/index.ts'
import { Outcome, type System, treasury } from './market.ts'

/** What a market owes, by the payout table and by the contract; and that it owes nothing in the end. */
export const seatsPerCohort = 32

/** The numbers of all seats, cohort by cohort. */
export async function seatsOf({ market }: System, marketId: bigint): Promise<number[]> {
  const { appeals } = await market.getMarket(marketId)
  const seats: number[] = []
  for (let cohort = 0; cohort <= Number(appeals); cohort++) {
    const first = cohort * seatsPerCohort
    // A cohort's seats are its first ones: where one is nobody's, so are those behind it.
    for (let seat = first; seat < first + seatsPerCohort; seat++) {
      const isSeat = await market.getWorker(marketId, seat).then(
        () => true,
        () => false,
      )
      if (!isSeat) break
      seats.push(seat)
    }
  }
  return seats
}

/** What each seat will be paid, in seat order. */
export async function payouts(system: System, marketId: bigint): Promise<bigint[]> {
  const all: bigint[] = []
  for (const seat of await seatsOf(system, marketId))
    all.push((await system.market.getWorker(marketId, seat)).payout)
  return all
}

/** Whom the events of a market say to have joined, each once. */
export async function agentsOf({ market }: System, marketId: bigint): Promise<bigint[]> {
  const joined = await market.queryFilter(market.filters.WorkerJoined!(marketId))
  return [...new Set(joined.map((event) => (event as unknown as { args: { agentId: bigint } }).args.agentId))]
}

/** Pays everybody everything: not a wei may stay, and not one be missing. */
export async function expectEmptied(system: System, ...marketIds: bigint[]) {
  const { market, ethers, address } = system
  for (const marketId of marketIds) {
    for (const seat of await seatsOf(system, marketId)) {
      const { isClaimed } = await market.getWorker(marketId, seat)
      if (!isClaimed) await market.claim(marketId, seat)
    }
    for (const agentId of await agentsOf(system, marketId)) await leaveIfFree(system, marketId, agentId)
  }
  for (const account of await ethers.getSigners()) {
    if ((await market.creditOf(account.address)) > 0n) await market.connect(account).withdraw(account.address)
  }
  await withdrawTreasury(system)
  expect(await ethers.provider.getBalance(address)).to.equal(0n)
}

async function leaveIfFree(system: System, marketId: bigint, agentId: bigint) {
  const { market } = system
  const member = await market.getMember(marketId, agentId).catch(() => null)
  if (member === null || !member.canLeave) return
  await market.connect(await actAs(system, member.signer)).leaveMarket(marketId, agentId)
}

/** Pays out what the treasury was credited. */
export async function withdrawTreasury(system: System) {
  const { market } = system
  if ((await market.creditOf(treasury)) === 0n) return
  await market.connect(await actAs(system, treasury)).withdraw(treasury)
}

/** Any account as a signer, with money for its gas: a contract's too. */
export async function actAs({ ethers, connection }: System, address: string) {
  const { impersonateAccount, setBalance } = connection.networkHelpers
  await impersonateAccount(address)
  if ((await ethers.provider.getBalance(address)) < 10n ** 17n) await setBalance(address, 10n ** 18n)
  return ethers.getSigner(address)
}

export type Turned = Partial<Pick<Payout.Ended, 'decidedIn' | 'turnedBy' | 'rulingCost'>> & {
  /** Where it is not what the market's outcome and ending say. */
  readonly ending?: Payout.Ending
}

/** A market as the payout table needs it: read from the chain but for what turned the outcome, which the test says. */
export async function endedOf(
  system: System,
  marketId: bigint,
  { ending, decidedIn = 0, turnedBy = null, rulingCost = 0n }: Turned = {},
): Promise<Payout.Ended> {
  const { market } = system
  const made = await market.getMarket(marketId)
  const workers: Payout.Worker[] = []
  for (const seat of await seatsOf(system, marketId)) {
    const { vote, reason, share, stake } = await market.getWorker(marketId, seat)
    const isFirst = seat < seatsPerCohort
    workers.push({
      vote: vote === 0n && reason === 0n ? null : Vote.fromByte(Number(vote | (reason << 2n))),
      answeredBefore: isFirst && ((Number(made.answeredBefore) >>> seat) & 1) === 1,
      share,
      stake,
      cohort: Math.floor(seat / seatsPerCohort),
    })
  }
  const appeals = await appealsOf(system, marketId)
  const endings = [Vote.fromCode(Number(made.outcome)), 'INVALID-by-default', 'INVALID-no-record'] as const
  const said = ending ?? endings[Number(made.ending)]!
  return { ending: said, pool: made.pool, workers, appeals, decidedIn, turnedBy, rulingCost }
}

/** The appeals of a market, out of its events: against what each was raised, and whether enough answered it. */
async function appealsOf({ market, ethers }: System, marketId: bigint): Promise<Payout.Appeal[]> {
  const topic = `0x${marketId.toString(16).padStart(64, '0')}`
  const filter = { address: await market.getAddress(), topics: [null, topic], fromBlock: 0 }
  let outcome: bigint = Outcome.None
  const appeals: { bond: bigint; against: Vote.Outcome; hadQuorum: boolean }[] = []
  for (const log of await ethers.provider.getLogs(filter as never)) {
    const event = market.interface.parseLog(log)
    if (event === null) continue
    const { name, args } = event
    if (name === 'MarketEscalated')
      appeals.push({ bond: args.bond, against: Vote.fromCode(Number(outcome))!, hadQuorum: false })
    if (name === 'RoundVoided' && appeals.length > 0) appeals.at(-1)!.hadQuorum = false
    if (name === 'RoundReported' && appeals.length > 0) appeals.at(-1)!.hadQuorum = args.outcome !== 0n
    // What the first cohort's report says stands; what an appeal's says does only where it changes something.
    if (name === 'RoundReported' && appeals.length === 0) outcome = args.outcome || Outcome.Invalid
    if (name === 'MarketDefaulted') outcome = Outcome.Invalid
    if (name === 'OutcomeChanged') outcome = args.to
  }
  return appeals
}

/** What the contract will pay, and has credited with the market's settlement, is what the payout table says, to the wei. */
export async function expectTable(
  system: System,
  marketId: bigint,
  turned: Turned = {},
): Promise<Payout.Payout> {
  const table = Payout.preview(await endedOf(system, marketId, turned), ratesOf(system))
  expect(await payouts(system, marketId), 'workers').to.deep.equal([...table.workers])
  const credited = await creditsOf(system, marketId)
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  expect(credited, 'creator, treasury, challengers, appellants, arbiter').to.deep.equal([
    table.creator,
    table.treasury,
    table.challengers,
    sum(table.appellants),
    table.arbiter,
  ])
  return table
}

/** What a market credited, by why: creator, treasury, challengers, appellants (bonds and reward), who paid a ruling. */
export async function creditsOf({ market }: System, marketId: bigint): Promise<bigint[]> {
  const sums: [bigint, bigint, bigint, bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n, 0n, 0n, 0n]
  for (const event of await market.queryFilter(market.filters.Credited!(marketId))) {
    const { amount, why } = (event as unknown as { args: { amount: bigint; why: bigint } }).args
    sums[Number(why)]! += amount
  }
  const [, creator, fees, challengers, bonds, reward, arbiter] = sums
  return [creator, fees, challengers, bonds + reward, arbiter]
}

/** The rates of a deployment, as the payout table takes them. */
export function ratesOf({ parameters }: System): Payout.Parameters {
  const names = Object.keys(Payout.defaults) as (keyof Payout.Parameters)[]
  return Object.fromEntries(names.map((name) => [name, BigInt(parameters[name])])) as Payout.Parameters
}
