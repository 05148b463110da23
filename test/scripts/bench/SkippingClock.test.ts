import { expect } from 'chai'
import { SkippingClock } from '../../../scripts/bench/SkippingClock.ts'

describe('a clock that skips', () => {
  it('is moved on, never back, and goes on from there', () => {
    const clock = new SkippingClock()
    const start = clock.now()
    clock.skipTo(start + 60_000)
    expect(clock.now()).to.be.at.least(start + 60_000)
    clock.skipTo(start)
    expect(clock.now()).to.be.at.least(start + 60_000)
    expect(clock.skippedMs).to.be.greaterThan(0)
    expect(clock.skippedMs).to.be.at.most(60_000)
  })
})
