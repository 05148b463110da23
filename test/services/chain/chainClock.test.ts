import { expect } from 'chai'
import { makeChainClock } from '../../../services/chain/chainClock.ts'

describe('makeChainClock', () => {
  let here = 50_000
  const clock = makeChainClock(() => here)

  it('is this machine’s clock before the first block', () => {
    expect(clock.now()).to.equal(50)
  })

  it('SPEC §1: is the newest block’s time, and goes on by this machine’s clock', () => {
    clock.note(1_000)
    expect(clock.now()).to.equal(1_000)
    here += 2_500
    expect(clock.now()).to.equal(1_002.5)
  })

  it('is not held back by a chain without new blocks, or by a node that is behind', () => {
    clock.note(1_000)
    here += 250
    clock.note(990)
    here += 250
    expect(clock.now()).to.equal(1_003)
  })

  it('follows a chain that was moved on, and one that was set back', () => {
    clock.note(90_000)
    expect(clock.now()).to.equal(90_000)
    clock.note(1_010)
    expect(clock.now()).to.equal(1_010)
  })
})
