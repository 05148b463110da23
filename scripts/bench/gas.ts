import { network } from 'hardhat'
import { challenge, toldMarket, yes } from '../../local/ledger/evidence.ts'
import {
  autoQuestion,
  createMarket,
  deliver,
  deploySystem,
  joinAll,
  reportOf,
  type Saying,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { Bytes, type Docket, Hash, Proof, type Report, type Vote } from '../../protocol/index.ts'
import { ownProof } from '../../workers/sentinel/evidence.ts'
import type { Row } from './measure.ts'

export const summary = 'gas of a market’s life, with the genuine forwarder (f = 1)'

/**
 * What each step costs, in gas of whole transactions; n is the number of workers. Every size has a chain of its own, so that all
 * workers are new. `report` has a docket and goes through the forwarder; `join` and `claim` are means; `settle` writes reputations;
 * `market` is everything from creation to the last claim;
 * `challenge` is a strike by a branch of depth 12.
 */
export async function rows(): Promise<Row[]> {
  const found: Row[] = []
  for (const n of [3, 10, 20, 32]) {
    const life = await measure(n)
    found.push({ name: 'report', n, value: life.report, unit: 'gas' })
    if (n !== 10) continue
    found.push({ name: 'join', n, value: Math.round(life.joins / n), unit: 'gas' })
    found.push({ name: 'create', n: 1, value: life.create, unit: 'gas' })
    found.push({ name: 'request', n: 1, value: life.request, unit: 'gas' })
    found.push({ name: 'settle', n, value: life.settle, unit: 'gas' })
    found.push({ name: 'claim', n, value: Math.round(life.claims / n), unit: 'gas' })
    const whole = life.create + life.joins + life.request + life.report + life.settle + life.claims
    found.push({ name: 'market', n, value: whole, unit: 'gas' })
  }
  found.push({ name: 'challenge', n: 10, value: await strike(10), unit: 'gas' })
  return found
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
  const rule = { sourceId, op: 1, target, from: deadline, to: deadline + 3_900, maxTier: 3 }
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
