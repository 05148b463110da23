import { expect } from 'chai'
import { makeClock } from '../../gateway/Clock.ts'

describe('makeClock', () => {
  it('shows this machine’s time, and the chain’s beside it', () => {
    const clock = makeClock(() => 7_000)
    clock.chain.note(1_000)
    expect([clock.now(), clock.chain.now()]).to.deep.equal([7_000, 1_000])
    expect(makeClock().now()).to.be.a('number')
  })

  it('sleeps until the time is over or the signal ends it, and never fails', async () => {
    const clock = makeClock()
    await clock.sleep(0)
    const stopping = new AbortController()
    const asleep = clock.sleep(3_600_000, stopping.signal)
    stopping.abort()
    await asleep
    await clock.sleep(3_600_000, stopping.signal)
  })
})
