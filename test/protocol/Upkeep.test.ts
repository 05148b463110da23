import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes, Upkeep } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'

const due = (step: Upkeep.Step, marketId: number, value = 1, gas = 100_000): Upkeep.Due => ({
  step,
  marketId: BigInt(marketId),
  value: BigInt(value),
  gas: BigInt(gas),
})
const idsOf = (all: readonly Upkeep.Due[]) => all.map(({ marketId }) => Number(marketId))

describe('what a DON keeps', () => {
  it('looks at all markets where one look is enough for them', () => {
    expect(Upkeep.pages(0, 7)).to.deep.equal([])
    expect(Upkeep.pages(64, 7)).to.deep.equal([1])
    expect(Upkeep.pages(65, 7)).to.deep.equal([1, 65])
  })

  it('property: so many ticks in a row look at every market, however many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), fc.nat(1_000_000), (count, tick) => {
        const all = Math.ceil(count / Upkeep.pageSize)
        const ticks = Math.ceil(all / Upkeep.maxPages) + 1
        const seen = new Set<number>()
        for (let i = 0; i < ticks; i++) {
          const pages = Upkeep.pages(count, tick + i)
          expect(pages.length).to.be.at.most(Upkeep.maxPages)
          expect(new Set(pages).size).to.equal(pages.length)
          for (const first of pages) seen.add(first)
        }
        expect(seen.size).to.equal(all)
      }),
      { numRuns: budget(200, 2_000) },
    )
  })

  it('goes by what is lost first, then by money, then by number', () => {
    const all = [
      due('finalize', 1, 9),
      due('settle', 2, 5),
      due('expire', 3, 7),
      due('request', 4),
      due('draw', 5),
      due('settle', 7, 5),
      due('settle', 6, 5),
    ]
    expect(idsOf(Upkeep.choose(all, 5_000_000n))).to.deep.equal([5, 4, 3, 2, 6, 7, 1])
  })

  it('leaves what does not fit into the gas, and takes what does', () => {
    const all = [due('settle', 1, 9, 2_000_000), due('settle', 2, 8, 2_000_000), due('settle', 3, 7, 100_000)]
    expect(idsOf(Upkeep.choose(all, 5_000_000n))).to.deep.equal([1, 3])
    expect(Upkeep.choose(all, 200_000n)).to.deep.equal([])
  })

  it('the costliest step that there is, of three cohorts of 32, fits into CRE’s gas', () => {
    expect(Upkeep.choose([due('settle', 1, 1, 3_300_000)], 5_000_000n)).to.have.length(1)
  })

  it('is written as one byte of step and eight of market each', () => {
    const bytes = Upkeep.encode([due('settle', 258), due('expire', 1)])
    expect(Bytes.toHex(bytes)).to.equal('0x030000000000000102000000000000000001')
  })
})
