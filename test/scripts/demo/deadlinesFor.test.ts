import { expect } from 'chai'
import { deadlinesFor, probeFor, slownessNow } from '../../../scripts/demo/deadlinesFor.ts'

describe('the gateway’s deadlines', () => {
  it('grow with the workers and on a busy machine, and never beyond what the protocol gives', () => {
    expect(deadlinesFor(5, 1)).to.deep.equal({
      resolveMs: 4_800,
      patienceMs: 4_300,
      challengeMs: 1_900,
    })
    expect(deadlinesFor(32, 1).resolveMs).to.be.greaterThan(deadlinesFor(5, 1).resolveMs)
    expect(deadlinesFor(5, 2).challengeMs).to.be.greaterThan(deadlinesFor(5, 1).challengeMs)
    expect(deadlinesFor(32, 100)).to.deep.equal({
      resolveMs: 30_000,
      patienceMs: 60_000,
      challengeMs: 15_000,
    })
  })

  it('are as long for the DON’s own questions as the machine is slow, within what CRE allows', () => {
    expect(slownessNow()).to.be.within(1, 4)
    expect([1, 1.2, 4].map(probeFor)).to.deep.equal(['1s', '2s', '4s'])
  })
})
