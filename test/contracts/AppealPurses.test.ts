import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  ask,
  deliver,
  deploySystem,
  joinAll,
  reportOf,
  resolved,
  type Saying,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable } from '../../local/ledger/payout.ts'
import type { Vote } from '../../protocol/index.ts'
import { escalate } from '../helpers/appeal.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)
const ether = parseEther
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** An appeal from its bond to its report. */
async function appeal(
  system: System,
  marketId: bigint,
  first: number,
  sayings: Saying[],
  outcome: Vote.Outcome,
) {
  const bond = await escalate(system, marketId)
  const workers = await joinAll(system, marketId, sayings.length, first)
  await ask(system, marketId)
  await deliver(system, await reportOf(system, marketId, sayings, outcome))
  return { bond, stakes: sum(workers.map(({ stake }) => stake)) }
}

const all = (outcome: Vote.Outcome, count: number): Saying[] => Array<Saying>(count).fill(outcome)

describe('seats that came after the outcome', () => {
  it('share nothing of the pool: an appeal against what is right, full of agents that repeat it, earns nothing', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { marketId } = await resolved(system, all('YES', 3), 'YES')
    const { bond, stakes } = await appeal(system, marketId, 3, all('YES', 16), 'YES')
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    const [honest, attacker] = [table.workers.slice(0, 3), table.workers.slice(3)]
    expect(honest).to.deep.equal(Array(3).fill(ether('0.5') + ether('0.97') / 3n))
    // All that comes back is the bond and the stakes, less dust.
    const back = sum(attacker) + table.appellants[0]!
    expect(back <= bond + stakes && back > bond + stakes - 16n).to.equal(true)
    await expectEmptied(system, marketId)
  })

  it('share nothing of the pool either where they turned it themselves, and back again', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { marketId } = await resolved(system, all('YES', 3), 'YES')
    const first = await appeal(system, marketId, 3, all('NO', 4), 'NO')
    const second = await appeal(system, marketId, 7, all('YES', 8), 'YES')
    await settle(system, marketId)
    const table = await expectTable(system, marketId, { decidedIn: 2, turnedBy: 'appeal' })
    const honest = table.workers.slice(0, 3)
    for (const amount of honest) expect(amount >= ether('0.5') + ether('0.97') / 3n).to.equal(true)
    const putIn = first.bond + first.stakes + second.bond + second.stakes
    const gotOut = sum(table.workers.slice(3)) + sum(table.appellants)
    expect(gotOut < putIn, `${putIn - gotOut}`).to.equal(true)
    await expectEmptied(system, marketId)
  })

  it('share the bond of their own appeal, and what their own cohort loses, by their scores', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES', 'NO'], 'YES')
    const first = await appeal(system, marketId, 4, ['YES', 'YES', 'YES', 'NO'], 'YES')
    const second = await appeal(system, marketId, 8, ['YES', 'YES', 'NO', 'INVALID'], 'YES')
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    // The pool and the wrong stake of the first round, by three.
    const early = ether('0.5') + ether('0.97') / 3n + ether('0.25') / 3n
    expect(table.workers.slice(0, 4)).to.deep.equal([early, early, early, ether('0.25')])
    // The first appeal's bond and half of its wrong stake of 1, by three.
    const later = ether('1') + (first.bond + ether('0.5')) / 3n
    expect(table.workers.slice(4, 8)).to.deep.equal([later, later, later, ether('0.5')])
    // The second's, by two; the doubt pays a tenth to the treasury.
    const last = ether('2') + (second.bond + ether('1')) / 2n
    expect(table.workers.slice(8)).to.deep.equal([last, last, ether('1'), ether('1.8')])
    expect(table.appellants).to.deep.equal([0n, 0n])
    await expectEmptied(system, marketId)
  })
})

describe('seats that were there when the outcome came', () => {
  it('share what all of them lose, and later ones do not; the pool is for the first round’s', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const first = await appeal(system, marketId, 3, all('NO', 4), 'NO')
    const second = await appeal(system, marketId, 7, ['NO', 'NO', 'NO', 'YES'], 'NO')
    await settle(system, marketId)
    const table = await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    // Two wrong stakes of 0.5 lose half; half of that is the appellant's; the rest is shared by five.
    const shared = (ether('0.5') - ether('0.25')) / 5n
    expect(table.workers[2]).to.equal(ether('0.5') + ether('0.97') + shared)
    expect(table.workers.slice(3, 7)).to.deep.equal(Array(4).fill(ether('1') + shared))
    // The second appeal was raised against No: its bond and its wrong stake are its own three's.
    expect(table.workers.slice(7, 10)).to.deep.equal(
      Array(3).fill(ether('2') + (second.bond + ether('1')) / 3n),
    )
    expect(table.appellants).to.deep.equal([first.bond + ether('0.25'), 0n])
    await expectEmptied(system, marketId)
  })

  it('share the pool where nobody of the first round was right', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { marketId } = await resolved(system, all('YES', 3), 'YES')
    const { bond } = await appeal(system, marketId, 3, all('NO', 5), 'NO')
    await settle(system, marketId)
    const table = await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    const each = (ether('0.97') + ether('0.75') - bond) / 5n
    expect(table.workers.slice(3)).to.deep.equal(Array(5).fill(ether('1') + each))
    expect(table.creator).to.equal(0n)
    await expectEmptied(system, marketId)
  })
})
