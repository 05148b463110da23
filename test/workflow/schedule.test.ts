import { expect } from 'chai'
import { steady, tickAt } from '../../workflow/schedule.ts'

describe('the schedule of the sweep', () => {
  it('comes round at one pace, or is refused', () => {
    for (const one of ['*/30 * * * * *', '0 */1 * * * *', '0 * * * * *', '30 */5 * * * *', '15 */30 * * * *'])
      expect(steady.test(one), one).to.equal(true)
    for (const one of [
      '0 */7 * * * *',
      '0 0 * * * *',
      '* * * * * *',
      '*/20 * * * * *',
      '60 * * * * *',
      '0 */1 * * * 1',
      '* * * * *',
      '0 */0 * * * *',
    ])
      expect(steady.test(one), one).to.equal(false)
  })

  it('AUDIT C1: counts sweeps, whatever the pace: no schedule sees every other tick only', () => {
    const paces = {
      '*/30 * * * * *': 30,
      '0 */1 * * * *': 60,
      '30 * * * * *': 60,
      '0 */2 * * * *': 120,
      '0 */30 * * * *': 1_800,
    }
    for (const [sweep, seconds] of Object.entries(paces)) {
      const offset = sweep.startsWith('30') ? 30 : 0
      const ticks = [0, 1, 2, 3].map((i) => tickAt(sweep, 1_800_000_000 + offset + i * seconds))
      expect(
        ticks.map((tick) => tick - ticks[0]!),
        sweep,
      ).to.deep.equal([0, 1, 2, 3])
    }
  })
})
