import { expect } from 'chai'
import { RefusedError } from '../../../services/http/Failure.ts'
import { makeQueue } from '../../../workers/sdk/WorkQueue.ts'

/** Work that ends when it is let go. */
function held() {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  return { gate, release }
}

describe('WorkQueue', () => {
  it('runs so many at a time, in the order in which they came', async () => {
    const queue = makeQueue({ running: 1, waiting: 2 })
    const { gate, release } = held()
    const order: number[] = []
    const all = [1, 2, 3].map((i) =>
      queue.run(async () => {
        await gate
        order.push(i)
        return i
      }),
    )
    expect([queue.running, queue.waiting]).to.deep.equal([1, 2])
    release()
    expect(await Promise.all(all)).to.deep.equal([1, 2, 3])
    expect(order).to.deep.equal([1, 2, 3])
    expect([queue.running, queue.waiting]).to.deep.equal([0, 0])
  })

  it('error: refuses what finds no room to wait', async () => {
    const queue = makeQueue({ running: 1, waiting: 0 })
    const { gate, release } = held()
    const first = queue.run(() => gate)
    const error = await queue.run(async () => {}).catch((error: unknown) => error)
    expect(error).to.be.instanceOf(RefusedError).and.include({ reason: 'overloaded' })
    release()
    await first
  })

  it('goes on after work that failed, and says when it is idle', async () => {
    const queue = makeQueue({ running: 1, waiting: 1 })
    const failing = queue.run(() => Promise.reject(new Error('no'))).catch(({ message }) => message)
    const next = queue.run(async () => 'yes')
    await queue.idle()
    expect(await Promise.all([failing, next])).to.deep.equal(['no', 'yes'])
    await queue.idle()
  })
})
