import { expect } from 'chai'
import { sleep, wallClock } from '../../services/Clock.ts'
import { virtualClock } from '../helpers/virtualClock.ts'

describe('Clock', () => {
  it('runs what is due, and not what was cancelled', async () => {
    const ran: string[] = []
    await new Promise<void>((resolve) => {
      wallClock.after(1, () => ran.push('cancelled'))()
      wallClock.after(1, () => {
        ran.push('due')
        resolve()
      })
    })
    expect(ran).to.deep.equal(['due'])
    expect(wallClock.now()).to.be.above(Date.parse('2026-01-01'))
  })

  it('sleeps as long as it is told to, or until it is woken', async () => {
    const clock = virtualClock(0)
    await clock.run(sleep(clock, 500))
    expect(clock.now()).to.equal(500)
    const controller = new AbortController()
    clock.after(100, () => controller.abort())
    await clock.run(sleep(clock, 10_000, controller.signal))
    expect(clock.now()).to.equal(600)
    await sleep(clock, 10_000, AbortSignal.abort())
    expect(clock.now()).to.equal(600)
  })
})
