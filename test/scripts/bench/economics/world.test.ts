import { expect } from 'chai'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { tableWorld, worldOf } from '../../../../scripts/bench/economics/world.ts'

describe('the world of the model', () => {
  it('has two sides alike, whom nobody watches, unless it is told otherwise', () => {
    const world = worldOf(second)
    expect(world.own).to.deep.equal(world.honest)
    expect(world.own).to.include({ factorBps: second.newcomerFactorBps, isNew: true, isBacked: true })
    expect(world.watch).to.equal('nobody')
    expect(worldOf(second, { watch: 'appeals', isEarly: true })).to.include({
      watch: 'appeals',
      isEarly: true,
    })
  })

  it('opens all seats to all where editions are compared', () => {
    const { own, honest } = tableWorld(second)
    expect([own.isNew, honest.isNew]).to.deep.equal([false, false])
    expect({ ...own, isNew: true }).to.deep.equal(worldOf(second).own)
  })
})
