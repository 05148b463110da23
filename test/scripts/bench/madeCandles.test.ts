import { expect } from 'chai'
import { madeCandles } from '../../../scripts/bench/madeCandles.ts'

describe('madeCandles', () => {
  it('makes markets of all kinds that end either way, the same for a seed', () => {
    const made = madeCandles(120, 4)
    expect(madeCandles(120, 4)).to.deep.equal(made)
    const outcomes = Object.groupBy(made, ({ outcome }) => outcome)
    expect(Object.keys(outcomes).toSorted()).to.deep.equal(['Down', 'No', 'Up', 'Yes'])
    for (const some of Object.values(outcomes)) expect(some!.length).to.be.greaterThan(5)
  })

  it('has 96 candles that hold their open and close', () => {
    const lines = madeCandles(1, 5)[0]!.csv.split('\n').slice(1)
    expect(lines).to.have.length(96)
    for (const line of lines) {
      const [, open, high, low, close] = line.split(',').map(Number) as [
        number,
        number,
        number,
        number,
        number,
      ]
      expect(high).to.be.at.least(Math.max(open, close))
      expect(low).to.be.at.most(Math.min(open, close))
    }
  })
})
