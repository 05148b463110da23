import { expect } from 'chai'
import { kept } from '../../../services/http/kept.ts'

describe('kept', () => {
  it('reads once in its time, also for those who ask together, and anew where a clock was set back', async () => {
    let [reads, now] = [0, 1_000]
    const read = kept(async () => ++reads, { ms: 100, now: () => now })
    expect(await Promise.all([read(), read()])).to.deep.equal([1, 1])
    now = 1_099
    expect(await read()).to.equal(1)
    now = 1_100
    expect(await read()).to.equal(2)
    now = 500
    expect(await read()).to.equal(3)
  })
})
