import { expect } from 'chai'
import type { Chain, RoundView } from '../../../services/chain/Chain.ts'
import {
  type Cursor,
  type FollowOptions,
  follow,
  isOver,
  type Watch,
} from '../../../services/chain/follow.ts'
import { makeLog } from '../../../services/http/makeLog.ts'

describe('follow', () => {
  let watch: Watch | undefined
  afterEach(() => watch?.stop())

  /** A follower of a chain that is what the test says, which remembers all it was asked. */
  function begin(start: {
    head: bigint
    cursor?: Cursor
    pending?: number[]
    events?: Record<string, number[]>
    options?: Partial<FollowOptions>
  }) {
    const state = {
      head: start.head,
      hashes: (block: bigint): string | null => `hash ${block}`,
      faults: 0,
      work: async () => {},
      now: 0,
      isDone: (_: number): boolean | 'over' => true,
    }
    const asked: string[] = []
    const attended: number[] = []
    const cursors: Cursor[] = start.cursor === undefined ? [] : [start.cursor]
    const seen = { blocks: [] as number[], errors: 0 }
    let looks = 0
    const chain = {
      async head() {
        looks++
        if (state.faults > 0) {
          state.faults--
          throw new Error('the node is away')
        }
        return { number: state.head, hash: state.hashes(state.head)!, timestamp: 0 }
      },
      hashOf: async (block: bigint) => state.hashes(block),
      pending: async () => {
        asked.push('pending')
        return start.pending ?? []
      },
    } as unknown as Chain
    watch = follow(
      {
        chain,
        async marketsBetween(from, to) {
          asked.push(`${from}-${to}`)
          return Object.entries(start.events ?? {})
            .filter(([block]) => BigInt(block) >= from && BigInt(block) <= to)
            .flatMap(([block, markets]) =>
              markets.map((marketId, i) => ({ marketId, id: `${state.hashes(BigInt(block))} ${i}` })),
            )
        },
        async attend(marketId) {
          attended.push(marketId)
          await state.work()
          return state.isDone(marketId)
        },
        readCursor: async () => cursors.at(-1),
        writeCursor: async (cursor) => cursors.push(cursor),
        log: makeLog('silent'),
        now: () => state.now,
        metrics: {
          watchedBlock: { set: (block) => seen.blocks.push(block) },
          chainErrors: { inc: () => void seen.errors++ },
        },
      },
      { pollMs: 1, reorgMargin: 3, blockRange: 5, firstBackoffMs: 1, maxBackoffMs: 2, ...start.options },
    )
    /** Until so many more looks have ended. */
    const look = async (times = 1) => {
      const goal = looks + times + 1
      while (looks < goal) await new Promise((resolve) => setImmediate(resolve))
    }
    return { state, asked, attended, cursors, seen, look }
  }

  it('starts with all markets that wait, and with the events of the head', async () => {
    const { asked, attended, cursors, look } = begin({ head: 40n, pending: [7, 8], events: { 40: [9] } })
    await look()
    expect(asked.slice(0, 2)).to.deep.equal(['pending', '40-40'])
    expect(attended.slice(0, 3)).to.deep.equal([7, 8, 9])
    expect(cursors[0]).to.deep.equal({ block: 40n, hash: 'hash 40' })
  })

  it('goes on from its cursor, looks again at what may be replaced, and asks for few blocks at once', async () => {
    const { asked, look } = begin({ head: 20n, cursor: { block: 10n, hash: 'hash 10' } })
    await look()
    // At the start it sweeps too.
    expect(asked.slice(0, 4)).to.deep.equal(['pending', '8-12', '13-17', '18-20'])
  })

  it('never asks for blocks before the first', async () => {
    const { asked, look } = begin({ head: 2n, cursor: { block: 1n, hash: 'hash 1' } })
    await look()
    expect(asked).to.include('0-2')
  })

  it('attends to a market once a look, though it has many events', async () => {
    const { attended, look } = begin({
      head: 12n,
      cursor: { block: 10n, hash: 'hash 10' },
      pending: [7],
      events: { 9: [7], 11: [7, 7] },
    })
    await look(0)
    expect(attended[0]).to.equal(7)
    expect(attended.filter((id) => id === 7).length).to.be.at.most(2)
  })

  it('sweeps again where the chain is another one than it was', async () => {
    const { state, asked, look } = begin({ head: 10n, cursor: { block: 10n, hash: 'hash 10' } })
    await look()
    const before = asked.filter((one) => one === 'pending').length
    await look(2)
    expect(asked.filter((one) => one === 'pending').length).to.equal(before)
    state.hashes = (block) => `other ${block}`
    await look(2)
    expect(asked.filter((one) => one === 'pending').length).to.equal(before + 1)
    state.head = 4n
    await look(2)
    expect(asked.filter((one) => one === 'pending').length).to.equal(before + 2)
    expect(asked).to.include('4-4')
  })

  it('sweeps as often as it is told to', async () => {
    const { state, asked, look } = begin({ head: 10n, options: { sweepMs: 100 } })
    await look()
    expect(asked.filter((one) => one === 'pending')).to.have.length(1)
    state.now = 99
    await look(2)
    expect(asked.filter((one) => one === 'pending')).to.have.length(1)
    state.now = 100
    await look(2)
    expect(asked.filter((one) => one === 'pending')).to.have.length(2)
  })

  it('comes back to a market that was not done, after longer and longer', async () => {
    const { state, attended, look } = begin({
      head: 10n,
      pending: [7],
      options: { firstRetryMs: 10, lastRetryMs: 30 },
    })
    state.isDone = () => false
    const dues: number[] = []
    await look()
    for (let seen = attended.length; state.now < 200; state.now++) {
      await look()
      if (attended.length > seen) dues.push(state.now)
      seen = attended.length
    }
    const gaps = dues.map((due, i) => due - (dues[i - 1] ?? 0))
    expect(gaps.slice(0, 4)).to.deep.equal([10, 20, 30, 30])
    state.isDone = () => true
    state.now += 30
    await look(2)
    const done = attended.length
    state.now += 1_000
    await look(2)
    expect(attended).to.have.length(done)
  })

  it('AUDIT C5: attends to an event once, though its block is looked at again while it may be replaced', async () => {
    const { state, asked, attended, look } = begin({
      head: 10n,
      cursor: { block: 9n, hash: 'hash 9' },
      events: { 10: [7, 8] },
    })
    await look()
    for (state.head = 11n; state.head < 14n; state.head++) await look(2)
    expect(asked.filter((one) => one.endsWith('-11') || one.endsWith('-12'))).to.include.members([
      '8-11',
      '9-12',
    ])
    expect(attended).to.deep.equal([7, 8])
  })

  it('AUDIT C5: asks a node for nothing but its head while there is no new block', async () => {
    const { state, asked, cursors, look } = begin({ head: 10n, events: { 10: [7] } })
    await look()
    const [before, written] = [asked.length, cursors.length]
    await look(5)
    expect([asked.length, cursors.length]).to.deep.equal([before, written])
    state.head = 11n
    await look(2)
    expect(asked.length).to.equal(before + 1)
  })

  it('attends again to an event that stands in another block now', async () => {
    const { state, attended, look } = begin({ head: 10n, events: { 10: [7] } })
    await look()
    expect(attended).to.deep.equal([7])
    state.hashes = (block) => `other ${block}`
    await look(2)
    expect(attended).to.deep.equal([7, 7])
  })

  it('AUDIT C5: forgets a round that is asked in vain, until something happens to it', async () => {
    const events: Record<string, number[]> = {}
    const { state, attended, look } = begin({ head: 10n, pending: [7], events, options: { sweepMs: 10 } })
    state.isDone = () => 'over'
    await look()
    for (state.now = 0; state.now < 100; state.now += 10) await look(2)
    expect(attended).to.deep.equal([7])
    events[11] = [7]
    state.head = 11n
    await look(2)
    expect(attended).to.deep.equal([7, 7])
  })

  it('a round is over once it takes no report any more, and only while it is asked', () => {
    const at = (now: number, isAsked = true) =>
      isOver({ isAsked, requestedAt: 100, now } as RoundView, { resolutionTimeout: 50 })
    expect([at(149), at(150), at(151), at(151, false)]).to.deep.equal([false, true, true, false])
  })

  it('attends to many markets at once, so that what they read is one question', async () => {
    const pending = Array.from({ length: 100 }, (_, i) => i)
    const { state, attended, look } = begin({ head: 10n, pending, options: { atOnce: 32 } })
    let [running, most] = [0, 0]
    state.work = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
    }
    await look()
    expect(attended.toSorted((a, b) => a - b)).to.deep.equal(pending)
    expect(most).to.equal(32)
  })

  it('outlives faults of the node, counts them, and moves its cursor only when all is done', async () => {
    const { state, seen, cursors, look } = begin({ head: 10n })
    await look()
    const before = cursors.length
    state.head = 11n
    state.faults = 3
    await look(5)
    expect(seen.errors).to.equal(3)
    expect(cursors[before]!.block).to.be.oneOf([10n, 11n])
    expect(cursors.at(-1)!.block).to.equal(11n)
    expect(seen.blocks.at(-1)).to.equal(11)
  })

  it('stops at once, though its next look is far away', async () => {
    const { cursors } = begin({ head: 10n, options: { pollMs: 600_000 } })
    while (cursors.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await watch!.stop()
  })

  it('stops at once when it is told to in the middle of a look', async () => {
    begin({ head: 10n, options: { pollMs: 600_000 } })
    await watch!.stop()
  })
})
