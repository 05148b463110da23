import { expect } from 'chai'
import {
  Gathering,
  type GatheringOptions,
  type Given,
  mostAlike,
  NotEnoughError,
} from '../../don/gathering.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const nodesOf = (given: readonly Given[]) => given.map(({ node }) => node)

describe('what is gathered from nodes', () => {
  const open: Gathering<string>[] = []
  afterEach(() => {
    for (const gathering of open.splice(0)) gathering.finish()
  })
  const gather = (options: Partial<GatheringOptions<string>> = {}): Gathering<string> => {
    const made = new Gathering<string>({
      expected: 3,
      isEnough: (given) => given.length >= 2,
      graceMs: 3_600_000,
      timeoutMs: 3_600_000,
      decide: async (given) => nodesOf(given).join(),
      ...options,
    })
    open.push(made)
    return made
  }

  it('is decided at once when all have given, in the order of the nodes', async () => {
    const gathering = gather()
    const given = [2, 0, 1].map((node) => gathering.give(node, bytes(node)))
    expect(await Promise.all(given)).to.deep.equal(['0,1,2', '0,1,2', '0,1,2'])
  })

  it('waits for the rest no longer than the grace', async () => {
    const gathering = gather({ graceMs: 0 })
    expect(await Promise.all([gathering.give(0, bytes()), gathering.give(1, bytes())])).to.deep.equal([
      '0,1',
      '0,1',
    ])
  })

  it('is decided once: who comes later gets the same', async () => {
    let decided = 0
    const gathering = gather({
      graceMs: 0,
      decide: async (given) => `${++decided}: ${nodesOf(given)}`,
    })
    await Promise.all([gathering.give(0, bytes()), gathering.give(1, bytes())])
    expect(await gathering.give(2, bytes())).to.equal('1: 0,1')
    gathering.finish()
    expect(decided).to.equal(1)
  })

  it('a node’s second gift does not count', async () => {
    const gathering = gather({ decide: async (given) => given.map((one) => one.bytes[0]).join() })
    const given = [gathering.give(0, bytes(1)), gathering.give(0, bytes(2)), gathering.give(1, bytes(3))]
    gathering.finish()
    expect(await Promise.all(given)).to.deep.equal(['1,3', '1,3', '1,3'])
  })

  it('fails for all who wait when too few come until its time is over', async () => {
    const gathering = gather({ timeoutMs: 0 })
    const error = await gathering.give(1, bytes()).catch((one) => one)
    expect(error).to.be.instanceOf(NotEnoughError)
    expect(error.message).to.equal('consensus calculation failed, only 1 of 3 nodes came or agreed')
    expect(error).to.include({ origin: 'System', code: 'ConsensusFailed' })
  })

  it('fails when nobody is left who could give, and when all are there but too few alike', async () => {
    const closed = gather()
    const waiting = closed.give(0, bytes()).catch((one) => one)
    closed.finish()
    expect(await waiting).to.be.instanceOf(NotEnoughError)
    const split = gather({ expected: 2, isEnough: (given) => mostAlike(given).length >= 2 })
    const both = [split.give(0, bytes(1)), split.give(1, bytes(2))]
    for (const one of await Promise.allSettled(both)) expect(one.status).to.equal('rejected')
  })

  it('tells everybody what went wrong in deciding', async () => {
    const gathering = gather({ expected: 2, decide: async () => Promise.reject(new Error('no chain')) })
    const both = await Promise.allSettled([gathering.give(0, bytes()), gathering.give(1, bytes())])
    expect(both.map((one) => (one as PromiseRejectedResult).reason.message)).to.deep.equal([
      'no chain',
      'no chain',
    ])
  })
})

describe('mostAlike', () => {
  const given = (...values: number[]): Given[] =>
    values.map((value, node) => ({ node, bytes: bytes(value), at: 0 }))

  it('is the largest group of the same bytes, the first one of two', () => {
    expect(nodesOf(mostAlike(given(1, 2, 2)))).to.deep.equal([1, 2])
    expect(nodesOf(mostAlike(given(1, 2)))).to.deep.equal([0])
    expect(mostAlike([])).to.deep.equal([])
  })
})
