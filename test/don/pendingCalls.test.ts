import { expect } from 'chai'
import { PendingCalls } from '../../don/pendingCalls.ts'

const why = (id: number, { message }: Error) => `call ${id}: ${message}`

describe('calls that a guest has not waited for yet', () => {
  it('are begun at once, and answered when they are asked for', async () => {
    const calls = new PendingCalls<string>()
    let begun = 0
    const make = (answer: string) => async () => {
      begun++
      return answer
    }
    calls.add(1, make('one'))
    calls.add(-1, make('minus one'))
    expect(begun).to.equal(2)
    expect(await calls.take([-1, 1], why)).to.deep.equal(
      new Map([
        [-1, 'minus one'],
        [1, 'one'],
      ]),
    )
  })

  it('have each an id of their own for good, and give one answer', async () => {
    const calls = new PendingCalls<number>()
    expect(await calls.add(0, async () => 5)).to.equal(5)
    expect(calls.add(0, async () => 6)).to.equal(undefined)
    expect(await calls.take([0], why)).to.deep.equal(new Map([[0, 5]]))
    expect(await calls.take([0], why)).to.deep.equal({ error: 'failed to get call from store : 0' })
    expect(calls.add(0, async () => 7)).to.equal(undefined)
  })

  it('that fail say so to whoever waits, and to nobody else', async () => {
    const calls = new PendingCalls<number>()
    calls.add(3, async () => {
      throw new Error('no luck')
    })
    expect(await calls.take([3], why)).to.deep.equal({ error: 'call 3: no luck' })
  })
})
