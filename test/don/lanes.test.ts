import { expect } from 'chai'
import { Lanes } from '../../don/lanes.ts'

/** Work that ends when it is told to. */
function works(lanes: Lanes<number>) {
  const began: string[] = []
  const begin = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = lanes.use(async (lane) => {
      began.push(`${name} on ${lane}`)
      await promise
    })
    return async () => {
      resolve()
      await done
    }
  }
  return { began, begin }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('lanes', () => {
  it('run as many side by side as there are, the others in the order they came', async () => {
    let made = 0
    const lanes = new Lanes(2, () => made++)
    const { began, begin } = works(lanes)
    const ends = ['a', 'b', 'c', 'd'].map(begin)
    await turn()
    expect(began).to.deep.equal(['a on 0', 'b on 1'])
    expect(lanes.waiting).to.equal(2)
    await ends[1]!()
    await ends[0]!()
    await turn()
    expect(began).to.deep.equal(['a on 0', 'b on 1', 'c on 1', 'd on 0'])
    await Promise.all([ends[2]!(), ends[3]!()])
    expect(lanes.waiting).to.equal(0)
  })

  it('are made when they are needed, and used again', async () => {
    let made = 0
    const lanes = new Lanes(5, () => made++)
    for (let i = 0; i < 3; i++) await lanes.use(async (lane) => expect(lane).to.equal(0))
    expect(lanes.all).to.deep.equal([0])
  })

  it('are free again where work fails', async () => {
    const lanes = new Lanes(1, () => 0)
    const failed = await lanes
      .use(() => Promise.reject(new Error('no')))
      .catch((error: Error) => error.message)
    expect(failed).to.equal('no')
    expect(await lanes.use(async () => 'fine')).to.equal('fine')
  })
})
