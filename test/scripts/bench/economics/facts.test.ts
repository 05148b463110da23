import { expect } from 'chai'
import {
  breakEvenBps,
  correctorGain,
  deterrenceWithGhosts,
  factRows,
  lateTake,
  outsiders,
} from '../../../../scripts/bench/economics/facts.ts'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { ether } from '../../../../scripts/bench/economics/ledger.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { describe as inWords } from '../../../../scripts/bench/economics/strategies.ts'
import { agentsOf, lineOf } from '../../../../scripts/bench/economics/table.ts'
import { poolForAll } from '../../../../scripts/bench/economics/variants.ts'

describe('figures beside the table', () => {
  const line = lineOf(second, 3, 'turn')

  it('say how often a worker may err', () => {
    // A tenth of the pool against half a stake.
    expect(breakEvenBps(first, 10)).to.equal(2_857)
    expect(breakEvenBps(second, 3)).to.be.greaterThan(breakEvenBps(second, 5))
  })

  it('say what those take who come late: nothing', () => {
    for (const n of [3, 5, 10]) {
      const { plan, profit } = lateTake(second, n, 32)
      expect([inWords(plan), profit]).to.deep.equal(['no seat', 0n])
    }
  })

  it('say what each earns that corrects an outcome in an appeal: a part of what the wrong lose, and nothing of the pool', () => {
    // Six lose 1.5, of which 0.6 are the appellant's; four and ten share the rest.
    expect(Number(correctorGain(second, 10, 'turn')) / 1e18).to.be.closeTo(0.9 / 14, 1e-9)
    expect(Number(correctorGain(poolForAll, 10, 'turn')) / 1e18).to.be.closeTo((0.9 + 0.97) / 14, 1e-9)
    // What doubters lose is the treasury's.
    expect(correctorGain(second, 10, 'block')).to.equal(0n)
    expect(Number(correctorGain(poolForAll, 10, 'block')) / 1e18).to.be.closeTo(0.97 / 15, 1e-9)
  })

  it('say how many turn a right outcome from outside, and how many more if honest agents join', () => {
    expect([3, 5, 10, 32].map((n) => agentsOf(outsiders(second, n, 0, 0)!))).to.deep.equal([4, 7, 13, 40])
    expect([3, 5, 10].map((n) => agentsOf(outsiders(second, n, 0, n)!))).to.deep.equal([8, 13, 26])
    expect(outsiders(second, 32, 0, 32)).to.equal(null)
    expect(agentsOf(outsiders(second, 10, 4, 0)!)).to.equal(8)
  })

  it('say what agents do to the cap on bets that join and leave again', () => {
    const { cap, oddsBps } = deterrenceWithGhosts(line)
    expect(cap).to.equal((45n * ether) / 10n)
    expect(oddsBps).to.equal(9_173)
  })

  it('come as rows, with the lines they are asked about', () => {
    const rows = factRows([line])
    const value = (name: string, n: number) => rows.find((row) => row.name === name && row.n === n)?.value
    expect(value('first edition: votes of such an agent', 10)).to.equal(3.2)
    expect(value('second edition: votes of such an agent', 10)).to.equal(1)
    expect(value('second edition: errors at which a worker breaks even', 32)).to.equal(10.81)
    expect(value('second edition: those bets', 3)).to.equal(4.5)
    expect(value('second edition: those bets', 5)).to.equal(undefined)
    expect(rows.every((row) => Number.isFinite(row.value))).to.equal(true)
  })
})
