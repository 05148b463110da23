import { expect } from 'chai'
import { makeQueue } from '../../../../adapters/rules/service/Queue.ts'

const ids = (n: number): string[] => Array.from({ length: n }, (_, i) => `m${i}`)

describe('the queue of polls', () => {
  it('S4-80, S4-83: works on ten at once, holds a hundred, and refuses the rest', async () => {
    let running = 0
    let most = 0
    const done: string[] = []
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const queue = makeQueue({
      most: 100,
      mostInFlight: 10,
      batch: 1,
      failed: () => {},
      async work(some) {
        most = Math.max(most, ++running)
        await gate
        running--
        done.push(...some)
      },
    })
    for (const id of ids(10)) queue.offer(id)
    await new Promise((resolve) => setImmediate(resolve))
    const taken = ids(200).slice(10).filter(queue.offer)
    expect(taken).to.have.length(100)
    expect(queue.room).to.equal(0)
    release()
    await queue.idle()
    expect(most).to.equal(10)
    expect(done).to.have.length(110)
    expect(new Set(done).size).to.equal(110)
  })

  it('takes a market once, asks for several together, and outlives what fails', async () => {
    const batches: number[] = []
    const errors: unknown[] = []
    const queue = makeQueue({
      most: 100,
      mostInFlight: 2,
      batch: 7,
      failed: (error) => errors.push(error),
      async work(some) {
        batches.push(some.length)
        if (batches.length === 1) throw new Error('no')
      },
    })
    for (const id of [...ids(20), ...ids(20)]) expect(queue.offer(id)).to.equal(true)
    await queue.idle()
    expect(batches).to.deep.equal([7, 7, 6])
    expect(errors).to.have.length(1)
  })
})
