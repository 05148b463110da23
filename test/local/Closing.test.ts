import { expect } from 'chai'
import { Closing } from '../../local/Closing.ts'

describe('closing', () => {
  it('closes what was opened from the last to the first, once, and all of it although one fails', async () => {
    const closing = new Closing()
    const closed: number[] = []
    for (const i of [1, 2, 3]) {
      await closing.opened(Promise.resolve(i), (one) => {
        closed.push(one)
        if (one === 2) throw new Error('It is stuck.')
      })
    }
    const error = await closing.close().catch((error_) => error_)
    expect(error.message).to.equal('It is stuck.')
    expect(closed).to.deep.equal([3, 2, 1])
    await closing.close()
    expect(closed).to.have.length(3)
  })

  it('waits for what is just being opened, and closes that too', async () => {
    const closing = new Closing()
    const closed: string[] = []
    const late = new Promise<string>((resolve) => setTimeout(resolve, 20, 'late'))
    void closing.opened(late, (one) => closed.push(one))
    await closing.close()
    expect(closed).to.deep.equal(['late'])
  })

  it('closes nothing that could not be opened', async () => {
    const closing = new Closing()
    const opening = closing.opened(Promise.reject(new Error('It is not there.')), () => expect.fail())
    expect((await opening.catch((error) => error)).message).to.equal('It is not there.')
    await closing.close()
  })
})
