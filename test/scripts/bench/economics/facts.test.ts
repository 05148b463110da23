import { expect } from 'chai'
import { secondApart } from '../../../../scripts/bench/economics/apart.ts'
import {
  breakEvenBps,
  deterrenceWithGhosts,
  factRows,
  lateTake,
} from '../../../../scripts/bench/economics/facts.ts'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { ether } from '../../../../scripts/bench/economics/ledger.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { describe as inWords } from '../../../../scripts/bench/economics/strategies.ts'
import { lineOf } from '../../../../scripts/bench/economics/table.ts'

describe('figures beside the table', () => {
  const line = lineOf(second, 3, 'turn')

  it('say how often a worker may err', () => {
    // A tenth of the pool against half a stake.
    expect(breakEvenBps(first, 10)).to.equal(2_857)
    expect(breakEvenBps(second, 3)).to.be.greaterThan(breakEvenBps(second, 5))
  })

  it('say what those take who come late, by each rule of sharing', () => {
    const { plan, profit } = lateTake(second, 10, 32)
    expect(inWords(plan)).to.contain('raised by it: 32 truth')
    expect(profit > 0n).to.equal(true)
    for (const n of [3, 5, 10]) expect(lateTake(secondApart, n, 32).profit, `n = ${n}`).to.equal(0n)
  })

  it('say what agents do to the cap on bets that join and leave again', () => {
    const { cap, oddsBps } = deterrenceWithGhosts(line)
    expect(cap).to.equal((45n * ether) / 10n)
    expect(oddsBps).to.equal(8_650)
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
