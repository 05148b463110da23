import { expect } from 'chai'
import { begin, spend, steps } from '../../../scripts/demo/MarketRecord.ts'
import { ended } from './records.ts'

describe('the record of a market', () => {
  const { market } = ended(1)

  it('begins with nothing spent and nothing known', () => {
    const told = begin(market, [0, 1])
    expect(Object.keys(told.gas)).to.deep.equal([...steps])
    expect(Object.values(told.gas).every((gas) => gas === 0n)).to.equal(true)
    expect(told).to.include({ paidIn: 0n, paidOut: 0n, round: null, rechecked: null, end: null })
  })

  it('adds up gas by step, apart from that of other markets', () => {
    const [told, other] = [begin(market, []), begin(market, [])]
    spend(told, 'join', { gasUsed: 5n } as never)
    spend(told, 'join', { gasUsed: 7n } as never)
    spend(told, 'claim', { gasUsed: 1n } as never)
    expect([told.gas.join, told.gas.claim, told.gas.create, other.gas.join]).to.deep.equal([12n, 1n, 0n, 0n])
  })
})
