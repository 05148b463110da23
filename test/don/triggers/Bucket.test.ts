import { expect } from 'chai'
import fc from 'fast-check'
import { Bucket } from '../../../don/triggers/Bucket.ts'

describe('a bucket of tokens', () => {
  const bucketAt = (everyMs: number, burst: number) => {
    const clock = { now: 1_000 }
    return { clock, bucket: new Bucket({ everyMs, burst }, () => clock.now) }
  }

  it('has so many at once, then none', () => {
    const { bucket } = bucketAt(6_000, 3)
    expect([1, 2, 3, 4].map(() => bucket.take())).to.deep.equal([true, true, true, false])
  })

  it('has one more each time so long has passed, and says how long that is', () => {
    const { bucket, clock } = bucketAt(6_000, 1)
    expect(bucket.waitMs()).to.equal(0)
    bucket.take()
    expect(bucket.waitMs()).to.equal(6_000)
    clock.now += 5_000
    expect(bucket.take()).to.equal(false)
    expect(bucket.waitMs()).to.equal(1_000)
    clock.now += 1_000
    expect(bucket.take()).to.equal(true)
  })

  it('never has more than at first, however long nobody came', () => {
    const { bucket, clock } = bucketAt(1_000, 2)
    clock.now += 1_000_000
    expect([1, 2, 3].map(() => bucket.take())).to.deep.equal([true, true, false])
  })

  it('loses nothing when a clock is set back', () => {
    const { bucket, clock } = bucketAt(1_000, 1)
    clock.now -= 500
    expect(bucket.take()).to.equal(true)
    expect(bucket.waitMs()).to.equal(1_000)
  })

  it('without a time between two there is always one', () => {
    const { bucket } = bucketAt(0, 1)
    expect([1, 2, 3].map(() => bucket.take())).to.deep.equal([true, true, true])
  })

  it('who waits as long as it says gets one', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 20 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 5 }),
        steps,
        (everyMs, burst, waits) => {
          const { bucket, clock } = bucketAt(everyMs, burst)
          for (const wait of waits) {
            clock.now += wait
            bucket.take()
          }
          clock.now += bucket.waitMs()
          // A token short of one by a rounding of doubles is there a millisecond later.
          clock.now += 1
          expect(bucket.take()).to.equal(true)
        },
      ),
    )
  })
})
