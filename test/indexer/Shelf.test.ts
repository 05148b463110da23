import { expect } from 'chai'
import { makeShelf } from '../../indexer/Shelf.ts'

describe('a shelf', () => {
  const at = { now: 0 }
  const shelf = (options: object = {}) =>
    makeShelf<string>({ now: () => at.now, ms: () => 10, most: 2, ...options })
  const counting = (value = 'x') => {
    const calls = { count: 0 }
    const fetch = async () => {
      calls.count++
      return value
    }
    return { calls, fetch }
  }

  it('asks once for a while, however many want it', async () => {
    const [one, { calls, fetch }] = [shelf(), counting()]
    expect(await Promise.all([one.get('a', fetch), one.get('a', fetch)])).to.deep.equal(['x', 'x'])
    at.now = 9
    await one.get('a', fetch)
    expect(calls.count).to.equal(1)
    at.now = 10
    await one.get('a', fetch)
    expect(calls.count).to.equal(2)
  })

  it('keeps nothing of a fetch that failed', async () => {
    const one = shelf()
    const failed = await one
      .get('a', async () => Promise.reject(new Error('no')))
      .catch((error) => error.message)
    expect(failed).to.equal('no')
    expect(await one.get('a', counting('y').fetch)).to.equal('y')
  })

  it('stays small: by number, and by weight', async () => {
    const { calls, fetch } = counting()
    const few = shelf()
    for (const name of ['a', 'b', 'c', 'a']) await few.get(name, fetch)
    expect(calls.count).to.equal(4)
    const light = shelf({ most: 10, weigh: () => 6, mostWeight: 10 })
    for (const name of ['a', 'b', 'a']) await light.get(name, fetch)
    expect(calls.count).to.equal(7)
  })
})
