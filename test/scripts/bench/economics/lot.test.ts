import { expect } from 'chai'
import { joinsNeeded, oddsOfSeats } from '../../../../scripts/bench/economics/lot.ts'

describe('the lot of seats', () => {
  it('is no lot while there are seats for all', () => {
    expect(oddsOfSeats(18, 14, 32, 18)).to.equal(1)
    expect(oddsOfSeats(17, 15, 32, 18)).to.equal(0)
  })

  it('has the odds of drawing without putting back', () => {
    // Two of four for two seats: both own with 1 of 6.
    expect(oddsOfSeats(2, 2, 2, 2)).to.be.closeTo(1 / 6, 1e-12)
    expect(oddsOfSeats(2, 2, 2, 1)).to.be.closeTo(5 / 6, 1e-12)
    expect(oddsOfSeats(2, 2, 2, 0)).to.be.closeTo(1, 1e-12)
    expect(oddsOfSeats(1, 3, 2, 2)).to.equal(0)
  })

  it('asks for more agents, the more honest ones there are', () => {
    expect(joinsNeeded(14, 32, 18, 0.5)).to.equal(18)
    expect([32, 64, 96].map((honest) => joinsNeeded(honest, 32, 18, 0.5))).to.deep.equal([39, 78, 116])
    expect(oddsOfSeats(39, 32, 32, 18)).to.be.at.least(0.5)
    expect(oddsOfSeats(38, 32, 32, 18)).to.be.below(0.5)
  })
})
