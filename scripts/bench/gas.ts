import { network, tasks } from 'hardhat'
import { challenge, toldMarket, yes } from '../../local/ledger/evidence.ts'
import {
  ask,
  autoQuestion,
  createMarket,
  deliver,
  deploySystem,
  drawSeats,
  join,
  joinAll,
  reportOf,
  type Saying,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { Bytes, type Docket, Hash, Proof, type Report, type Vote } from '../../protocol/index.ts'
import { ownProof } from '../../workers/sentinel/check/evidence.ts'
import type { Row } from './measure.ts'

export const summary = 'gas of a market’s life, with the genuine forwarder (f = 1)'

/**
 * What each step costs, in gas of whole transactions; n is the number of workers. Every size has a chain of its own, so that all
 * workers are new. `report` has a docket and goes through the forwarder; `join` and `claim` are means, but at n = 100 `join` is the
 * hundredth alone; `settle` writes reputations, at n = 96 those of three cohorts; `market` is everything from creation to the last
 * claim; `challenge` is a strike by a branch of depth 12; `draw` gives 32 seats to n agents, and is the most of several lots;
 * `leave` is that of the first of n, into whose place the last moves.
 */
export async function gasOfSteps(): Promise<Row[]> {
  const found: Row[] = []
  const row = (name: string, n: number, value: number) => found.push({ name, n, value, unit: 'gas' })
  for (const n of [3, 10, 20, 32]) {
    const life = await measure(n)
    row('report', n, life.report)
    if (n !== 10) continue
    row('join', n, Math.round(life.joins / n))
    row('create', 1, life.create)
    row('request', 1, life.request)
    row('settle', n, life.settle)
    row('claim', n, Math.round(life.claims / n))
    row('market', n, life.create + life.joins + life.request + life.report + life.settle + life.claims)
  }
  row('challenge', 10, await strike(10))
  const crowd = await crowded()
  row('join', 100, crowd.join)
  row('leave', 100, crowd.leave)
  row('draw', 128, crowd.draw)
  row('settle', 96, await largestSettlement())
  return found
}

/** The same of contracts as they are now: a fresh checkout has not compiled them yet. */
export async function rows(note: (text: string) => void): Promise<Row[]> {
  note('compiling contracts that have changed …')
  await tasks.getTask('build').run({ quiet: true, noTests: true })
  return gasOfSteps()
}

/** A strike by a leaf of the worker's own proof, ten layers under its evidence root and two more under the proof's. */
async function strike(n: number): Promise<number> {
  const connection = await network.create()
  const system = await deploySystem(connection)
  const early = (parts: Proof.Parts): Proof.Parts => {
    const [first] = parts.evidence.items
    const normalized = { ...first!.normalized!, observed_at: '2026-01-01T00:00:00Z' }
    const items = Array.from({ length: 500 }, (_, i) => ({ ...first!, normalized, evidence_id: `e${i}` }))
    return { ...parts, evidence: { ...parts.evidence, items } }
  }
  const told = await toldMarket(system, [...Array(n - 1).fill(yes), { ...yes, proof: early }])
  const { attestation, proof } = told.answers[n - 1]!
  const shown = ownProof(told.report, attestation, Proof.branch(proof!, 'evidence', 0))
  const gas = await gasOf(challenge(system, told.marketId, n - 1, shown))
  await connection.close()
  return gas
}

async function measure(n: number) {
  const connection = await network.create()
  const system = await deploySystem(connection)
  const { market } = system
  const { marketId, deadline } = await createMarket(system, { question: autoQuestion })
  const create = await lastGas(system)
  const joins = await joinsOf(system, marketId, n)
  await system.time.increaseTo(deadline)
  const request = await gasOf(market.requestResolution(marketId))
  const { gasUsed } = await deliver(system, await fullReport(system, marketId, n, deadline))
  const settled = await gasOf(settle(system, marketId))
  let claims = 0
  for (let i = 0; i < n; i++) claims += await gasOf(market.claim(marketId, i))
  await connection.close()
  return { create, joins, request, report: Number(gasUsed), settle: settled, claims }
}

/** A market with more agents than seats: what its hundredth join, a departure among so many, and its draw cost. */
async function crowded() {
  const connection = await network.create()
  const system = await deploySystem(connection)
  const { market } = system
  const { marketId, deadline } = await createMarket(system)
  const [first] = await joinAll(system, marketId, 99)
  await join(system, marketId, 99)
  const joined = await lastGas(system)
  const leave = await gasOf(market.connect(first!.wallet).leaveMarket(marketId, first!.agentId))
  await joinAll(system, marketId, 29, 100)
  await system.time.increaseTo(deadline)
  // How often the lot falls on a seat twice depends on the block: the most of several is what a keeper must be ready for.
  let draw = 0
  for (let lot = 0; lot < 8; lot++) {
    const before = await connection.networkHelpers.takeSnapshot()
    await connection.networkHelpers.mine(lot + 1)
    await market.requestResolution(marketId)
    draw = Math.max(draw, await gasOf(drawSeats(system, marketId)))
    await before.restore()
  }
  await connection.close()
  return { join: joined, leave, draw }
}

/** Three cohorts of 32, all new and all remembered: the most that a deployment with three rounds settles. */
async function largestSettlement(): Promise<number> {
  const connection = await network.create()
  const system = await deploySystem(connection)
  const gas = await gasOf(settle(system, await appealedMarket(system, 3)))
  await connection.close()
  return gas
}

/** A market that was appealed against until so many cohorts of 32 had answered, in the window after the last report. */
export async function appealedMarket(system: System, cohorts: number): Promise<bigint> {
  const { market, appellant } = system
  const { marketId, deadline } = await createMarket(system, { question: autoQuestion })
  for (let cohort = 0; cohort < cohorts; cohort++) {
    if (cohort > 0)
      await market
        .connect(appellant)
        .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await joinAll(system, marketId, 32, 32 * cohort)
    await ask(system, marketId)
    await deliver(system, await fullReport(system, marketId, 32, deadline))
  }
  return marketId
}

/** All vote, four of five for Yes, each with a check and a proof's root: the largest report of its size. */
export async function fullReport(
  system: System,
  marketId: bigint,
  n: number,
  deadline: number,
): Promise<Report.Report> {
  const sayings = Array.from({ length: n }, (_, i): Saying => (i % 5 === 4 ? 'NO' : 'YES'))
  const target = 75_000n * 10n ** 18n
  const checks = sayings.map(
    (saying, i): Docket.Check => ({
      observedAt: deadline + 40 + i,
      value: saying === 'YES' ? target + BigInt(i) * 10n ** 15n : target - 10n ** 18n,
      tier: 3,
      result: saying as Vote.Outcome,
      porRoot: Hash.asRoot(Bytes.toHex(Bytes.uint(BigInt(i + 1) * 0x1234567890abcdef1234567890abcdefn, 32))),
    }),
  )
  const sourceId = Hash.of(`0x${'c0'.repeat(32)}`)
  const to = deadline + 3_900
  const rule = { sourceId, op: 1, target, from: deadline, to, readyAt: to, maxTier: 3 }
  return reportOf(system, marketId, sayings, 'YES', { docket: { rule, checks } })
}

async function joinsOf(system: System, marketId: bigint, n: number): Promise<number> {
  const before = await system.ethers.provider.getBlockNumber()
  await joinAll(system, marketId, n)
  let gas = 0
  for (const event of await system.market.queryFilter(system.market.filters.WorkerJoined!, before)) {
    gas += Number((await event.getTransactionReceipt()).gasUsed)
  }
  return gas
}

async function lastGas(system: System): Promise<number> {
  const block = await system.ethers.provider.getBlock('latest')
  return Number(block!.gasUsed)
}

type Sent = Promise<{ wait(): Promise<{ gasUsed: bigint } | null> }>

const gasOf = async (sent: Sent): Promise<number> => Number((await (await sent).wait())!.gasUsed)
