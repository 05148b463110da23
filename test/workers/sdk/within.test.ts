import { expect } from 'chai'
import { RefusedError } from '../../../services/http/Failure.ts'
import { within } from '../../../workers/sdk/within.ts'

describe('within', () => {
  it('gives the result, or the failure, that comes in time', async () => {
    expect(await within(Promise.resolve(5), 1_000)).to.equal(5)
    const error = await within(Promise.reject(new Error('no')), 1_000).catch(({ message }) => message)
    expect(error).to.equal('no')
  })

  it('error: refuses what is late, and does not mind how it ends', async () => {
    let fail = (_: Error) => {}
    const work = new Promise<never>((_, reject) => {
      fail = reject
    })
    const error = await within(work, -5).catch((error: unknown) => error)
    expect(error).to.be.instanceOf(RefusedError).and.include({ reason: 'not-ready-yet', retryAfter: 5 })
    fail(new Error('later'))
    await new Promise((resolve) => setImmediate(resolve))
  })
})
