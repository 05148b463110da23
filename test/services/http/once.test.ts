import { expect } from 'chai'
import { type Flights, once } from '../../../services/http/once.ts'

describe('once', () => {
  it('runs work for one key once at a time, and gives all who ask the same', async () => {
    const flights: Flights = new Map()
    let runs = 0
    const work = async () => ++runs
    expect(await Promise.all([once(flights, 'a', work), once(flights, 'a', work)])).to.deep.equal([1, 1])
    expect(await once(flights, 'a', work)).to.equal(2)
  })

  it('keeps keys apart', async () => {
    const flights: Flights = new Map()
    const of = (key: string) => once(flights, key, async () => key)
    expect(await Promise.all([of('a'), of('b')])).to.deep.equal(['a', 'b'])
  })

  it('forgets a failure once all who asked have heard of it', async () => {
    const flights: Flights = new Map()
    const fail = () => Promise.reject(new Error('no'))
    const both = await Promise.allSettled([once(flights, 'a', fail), once(flights, 'a', fail)])
    expect(both.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    expect(flights.size).to.equal(0)
    expect(await once(flights, 'a', async () => 1)).to.equal(1)
  })
})
