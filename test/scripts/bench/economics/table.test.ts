import { expect } from 'chai'
import { oddsForAll } from '../../../../scripts/bench/economics/bets.ts'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { describe as inWords } from '../../../../scripts/bench/economics/strategies.ts'
import {
  agentsOf,
  inEther,
  largestBetsBps,
  lineOf,
  markdown,
  rowsOf,
  stakesAsCreator,
  stakesHedged,
  stakesOf,
  stakesWithBet,
} from '../../../../scripts/bench/economics/table.ts'
import { poolForAll } from '../../../../scripts/bench/economics/variants.ts'

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
    // Three seats and seven fresh agents.
    expect([agentsOf(turn.despiteAppeals), inEther(turn.despiteAppeals.capital)]).to.deep.equal([10, 8.5])
  })

  it('says what bets corrections protect, more the more frequent they are', () => {
    const bets = rowsOf(turn).filter(({ name }) => name.includes('bets protected'))
    const values = bets.map(({ value }) => value)
    expect(values).to.have.length(8)
    for (const some of [values.slice(0, 4), values.slice(4)])
      expect(some).to.deep.equal(some.toSorted((a, b) => a - b))
    // Hedging leaves less.
    for (const i of [0, 1, 2, 3]) expect(values[i + 4]!).to.be.below(values[i]!)
    expect(rowsOf(block).some(({ name }) => name.includes('bets protected'))).to.equal(false)
  })

  it('reckons with a bet what is at stake with it', () => {
    expect(stakesWithBet(turn, 0n)).to.deep.equal(stakesOf(turn))
    const smallest = turn.coalitions.findIndex(({ stands }) => inWords(stands.plan) === '3 lie')
    const [plain, betting] = [stakesOf(turn)[smallest]!, stakesWithBet(turn)[smallest]!]
    expect(betting.stands).to.equal(turn.profitWithBet)
    expect(betting.corrected < plain.corrected).to.equal(true)
    expect([plain.truth, plain.corrected]).to.deep.equal([turn.truth, turn.afterLastResort.profit])
  })

  it('says what a coalition loses that raises the appeal against itself and fills it with the truth', () => {
    expect(inWords(turn.hedged.plan)).to.equal('3 lie; appeal 1, raised by it: 28 truth')
    expect(turn.hedged.profit > turn.afterLastResort.profit).to.equal(true)
    expect(turn.hedged.profit < turn.truth).to.equal(true)
    expect(oddsForAll(stakesHedged(turn))).to.be.greaterThan(oddsForAll(stakesWithBet(turn)))
    // Doubters lose to the treasury: there is nothing to have back.
    expect(inWords(block.hedged.plan)).to.match(/^3 doubt; appeal 1: joins not/)
    expect(oddsForAll(stakesHedged(block))).to.equal(0)
  })

  it('says that it would lose nothing, if the pool were for all who brought the outcome', () => {
    for (const goal of ['turn', 'block'] as const) {
      const line = lineOf(poolForAll, 5, goal)
      expect(line.hedged.profit > line.truth, goal).to.equal(true)
      expect(oddsForAll(stakesHedged(line)), goal).to.equal(10_000)
    }
  })

  it('says what maxBetsBps may be, exactly as far as corrections deter', () => {
    const needed = oddsForAll(stakesWithBet(turn))
    expect(largestBetsBps(turn, needed)).to.equal(10_000)
    const fewer = largestBetsBps(turn, needed - 100)!
    expect(fewer).to.be.within(8_000, 9_999)
    expect(largestBetsBps(turn, oddsForAll(stakesOf(turn)) - 1)).to.equal(null)
    expect(largestBetsBps(turn, needed, stakesHedged)!).to.be.below(fewer)
    const hedged = oddsForAll(stakesHedged(turn, 0n))
    expect(largestBetsBps(turn, hedged - 1, stakesHedged)).to.equal(null)
  })

  it('knows that a creator has the pool back from an Invalid', () => {
    // The pool is a constant of theirs where it is paid out, and a gain where it is not.
    expect(oddsForAll(stakesAsCreator(turn))).to.equal(oddsForAll(stakesOf(turn)))
    expect(oddsForAll(stakesOf(block))).to.equal(0)
    expect(oddsForAll(stakesAsCreator(block))).to.be.greaterThan(0)
  })

  it('is Markdown with a column for each figure', () => {
    const lines = markdown([before, turn])
    expect(lines).to.have.length(4)
    const columns = new Set(lines.map((text) => text.split('|').length))
    expect(columns.size).to.equal(1)
    expect(lines[3]).to.match(/^\| 5 \| turn \| 3 \| 3 \| 1\.5 \|/)
    expect(markdown([turn], ['seats', 'needs'])).to.deep.equal([
      '| seats | needs |',
      '| --: | --: |',
      '| 5 | 3 |',
    ])
  })
})
