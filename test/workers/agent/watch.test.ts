import { expect } from 'chai'
import { Address } from '../../../protocol/index.ts'
import type { Chain, RoundView } from '../../../services/chain/Chain.ts'
import type { Watch } from '../../../services/chain/follow.ts'
import { readCursor } from '../../../workers/agent/Records.ts'
import { watch } from '../../../workers/agent/watch.ts'
import { chainId, makeAgent, market, roundView, signer } from './agents.ts'

/** A chain that grows block by block, and loses blocks when a test says so. */
function growingChain() {
  let blocks: number[][] = [[]]
  let salt = 0
  let isBroken = false
  const rounds = new Map<number, RoundView>()
  const asked: [bigint, bigint][] = []
  const check = () => {
    if (isBroken) throw new Error('the node is away')
  }
  const hashAt = (block: bigint) => `0x${(BigInt(salt) * 1_000n + block).toString(16).padStart(64, '0')}`
  const chain: Chain = {
    chainId,
    market,
    async readRound(marketId) {
      check()
      return rounds.get(marketId) ?? null
    },
    async head() {
      check()
      const number = BigInt(blocks.length - 1)
      return { number, hash: hashAt(number), timestamp: 0 }
    },
    async hashOf(block) {
      check()
      return blocks[Number(block)] === undefined ? null : hashAt(block)
    },
    async requestedBetween(from, to) {
      check()
      asked.push([from, to])
      return blocks.flatMap((markets, i) => {
        const isWithin = i >= Number(from) && i <= Number(to)
        return isWithin
          ? markets.map((marketId) => ({ marketId, id: `${hashAt(BigInt(i))} ${marketId}` }))
          : []
      })
    },
    pending: async () =>
      [...rounds.values()].filter(({ isAsked }) => isAsked).map(({ marketId }) => marketId),
    readParameters: async () => ({ minMarginBps: 1_000, minWorkers: 3, resolutionTimeout: 172_800 }),
  }
  return {
    chain,
    rounds,
    asked,
    mine: (...requested: number[]) => blocks.push(requested),
    reorganize(left: number) {
      blocks = blocks.slice(0, left)
      salt++
    },
    break(next: boolean) {
      isBroken = next
    },
  }
}

const options = { pollMs: 10, reorgMargin: 3, blockRange: 5, firstBackoffMs: 5, maxBackoffMs: 20 }

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 2_000; i++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('It never came to that.')
}

describe('an agent that watches the chain', function () {
  this.timeout(120_000)
  const watches: Watch[] = []
  afterEach(async () => {
    await Promise.all(watches.splice(0).map((one) => one.stop()))
  })

  async function prepare() {
    const world = growingChain()
    const made = await makeAgent({ agent: { chain: world.chain, signer } })
    const { agentId, store } = made.agent
    const place = { chainId, market }
    const view = (marketId: number, changes: Partial<RoundView> = {}) =>
      roundView(agentId, { marketId: agentId * 100 + marketId, ...changes })
    const request = (marketId: number, changes: Partial<RoundView> = {}) => {
      const round = view(marketId, changes)
      world.rounds.set(round.marketId, round)
      world.mine(round.marketId)
    }
    const signed = async () => {
      const rows = await store.query<{ market_id: bigint }>(
        'select market_id from signatures where market_id / 100 = $1 order by market_id',
        [agentId],
      )
      return rows.map(({ market_id }) => Number(market_id) - agentId * 100)
    }
    const cursor = () => readCursor(store, agentId, place)
    const start = () => {
      const one = watch(made.agent, world.chain, options)
      watches.push(one)
      return one
    }
    const caughtUp = () => until(async () => (await cursor())?.block === (await world.chain.head()).number)
    return { ...made, world, view, request, signed, cursor, start, caughtUp }
  }

  it('signs ahead for markets it joined, and lets others be', async () => {
    const { request, signed, start, caughtUp, resolver } = await prepare()
    request(1)
    start()
    await until(async () => (await signed()).length === 1)
    request(2)
    request(3, { workers: [{ agentId: 0, signer: Address.of(`0x${'99'.repeat(20)}`), factorBps: 2_500 }] })
    request(4, { isAsked: false })
    await until(async () => (await signed()).length === 2)
    await caughtUp()
    expect(await signed()).to.deep.equal([1, 2])
    expect(resolver.tasks).to.have.length(2)
  })

  it('goes on from where it was after a restart, and finds what it missed', async () => {
    const { request, signed, start, caughtUp, world, cursor } = await prepare()
    request(1)
    const first = start()
    await until(async () => (await signed()).length === 1)
    await caughtUp()
    await first.stop()
    const left = (await cursor())!.block
    for (let i = 0; i < 12; i++) world.mine()
    request(2)
    world.asked.length = 0
    start()
    await until(async () => (await signed()).length === 2)
    await caughtUp()
    const [from] = world.asked[0]!
    expect(from <= left + 1n && from >= left - 3n).to.equal(true)
    for (const [a, b] of world.asked) expect(b - a < 5n, 'ranges a node takes').to.equal(true)
  })

  it('survives a node that is away, and comes back', async () => {
    const { request, signed, start, world, agent } = await prepare()
    world.break(true)
    start()
    await until(async () => (await agent.metrics.chainErrors.get()).values[0]!.value > 3)
    request(1)
    world.break(false)
    await until(async () => (await signed()).length === 1)
  })

  it('survives a reorganization that takes the block with the request, wherever the request stands then', async () => {
    const { request, signed, start, world, caughtUp } = await prepare()
    for (let i = 0; i < 20; i++) world.mine()
    start()
    await caughtUp()
    // Deeper than the margin, and with the event in a block that was dealt with already.
    world.reorganize(5)
    request(1)
    await until(async () => (await signed()).length === 1)
    for (let i = 0; i < 30; i++) world.mine()
    request(2)
    await until(async () => (await signed()).length === 2)
  })

  it('tries again while in doubt, and one market that fails does not hold up the others', async () => {
    let now = Date.now()
    const { request, signed, start, resolver, agent, caughtUp } = await prepare()
    Object.assign(agent, { now: () => now })
    const { resolve } = resolver
    resolver.resolve = async (task) => {
      if (task.request.market_id % 100 === 1) throw new Error('broken')
      return resolve(task)
    }
    resolver.say('INVALID')
    request(1)
    request(2)
    start()
    await caughtUp()
    expect(await signed()).to.deep.equal([])
    resolver.say('YES')
    now += 11_000
    await until(async () => (await signed()).length === 1)
    expect(await signed()).to.deep.equal([2])
  })
})
