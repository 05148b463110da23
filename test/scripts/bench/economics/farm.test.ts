import { expect } from 'chai'
import { farm, farmed } from '../../../../scripts/bench/economics/farm.ts'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { worldOf } from '../../../../scripts/bench/economics/world.ts'

describe('markets that a coalition makes for itself', () => {
  it('bring a record for nothing in the first edition, and for fees in the second', () => {
    expect(farm(first, 10)).to.deep.equal({ factorBps: 8_000, cost: 0n })
    expect(farm(second, 10)).to.deep.equal({ factorBps: 7_625, cost: 3n * 10n ** 14n })
    expect(farm(second, 0)).to.deep.equal({ factorBps: 2_500, cost: 0n })
  })

  it('turn newcomers into agents with a record', () => {
    const { own } = worldOf(first)
    expect(farmed(first, own, 0)).to.equal(own)
    expect(farmed(first, own, 10)).to.deep.equal({ ...own, factorBps: 8_000, isNew: false })
  })
})
