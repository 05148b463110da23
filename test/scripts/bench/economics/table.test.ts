import { expect } from 'chai'
import { oddsNeeded } from '../../../../scripts/bench/economics/bets.ts'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import {
  lineOf,
  markdown,
  rowsOf,
  stakesAsCreator,
  stakesOf,
  stakesWithBet,
} from '../../../../scripts/bench/economics/table.ts'

describe('the table of the cost of corruption', () => {
  const [before, turn, block] = [
    lineOf(first, 5, 'turn'),
    lineOf(second, 5, 'turn'),
    lineOf(second, 5, 'block'),
  ]

  it('has for each size what a coalition takes and brings', () => {
    const value = (line: typeof turn, name: string) =>
      rowsOf(line).find((row) => row.name.endsWith(`: ${name}`))!.value
    expect(value(turn, 'seats')).to.equal(3)
    expect(value(turn, 'capital')).to.equal(1.5)
    expect(value(turn, 'profit of the truth')).to.equal(0.582)
    expect(value(turn, 'profit')).to.equal(1.47)
    // And 99 hundredths of a cap of 0.75.
    expect(value(turn, 'profit with a bet')).to.equal(2.2125)
    expect(value(turn, 'profit if ruled against')).to.equal(-0.75)
    expect(value(block, 'profit if ruled against')).to.equal(-0.15)
    expect(value(before, 'seats, records of 10 own markets')).to.equal(2)
    expect(value(turn, 'seats, records of 10 own markets')).to.equal(3)
  })

  it('says what appeals and a ruling take back', () => {
    expect(before.afterAppeals.outcome).to.equal('NO')
    expect(turn.afterAppeals.outcome).to.equal('YES')
    expect(turn.afterLastResort.outcome).to.equal('YES')
    expect(turn.afterLastResort.profit < turn.truth).to.equal(true)
    expect(before.despiteAppeals!.seats).to.equal(3)
    expect(turn.despiteAppeals!.seats).to.equal(4)
  })

  it('says what bets corrections protect, more the more frequent they are', () => {
    const bets = rowsOf(turn).filter(({ name }) => name.includes('bets protected'))
    const values = bets.map(({ value }) => value)
    expect(values).to.have.length(4)
    expect(values).to.deep.equal(values.toSorted((a, b) => a - b))
    expect(rowsOf(block).some(({ name }) => name.includes('bets protected'))).to.equal(false)
  })

  it('reckons with a bet what is at stake with it', () => {
    expect(stakesWithBet(turn, 0n)).to.deep.equal(stakesOf(turn))
    expect(stakesWithBet(turn).stands).to.equal(turn.profitWithBet)
    expect(stakesWithBet(turn).corrected < stakesOf(turn).corrected).to.equal(true)
  })

  it('knows that a creator has the pool back from an Invalid', () => {
    // The pool is a constant of his where it is paid out, and a gain where it is not.
    expect(oddsNeeded(stakesAsCreator(turn))).to.equal(oddsNeeded(stakesOf(turn)))
    expect(oddsNeeded(stakesOf(block))).to.equal(0)
    expect(oddsNeeded(stakesAsCreator(block))).to.be.greaterThan(0)
  })

  it('is Markdown with a column for each figure', () => {
    const lines = markdown([before, turn])
    expect(lines).to.have.length(4)
    const columns = new Set(lines.map((text) => text.split('|').length))
    expect(columns.size).to.equal(1)
    expect(lines[3]).to.match(/^\| 5 \| turn \| 3 \| 3 \| 1\.5 \|/)
  })
})
