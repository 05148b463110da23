import { expect } from 'chai'
import { network } from 'hardhat'
import {
  accountOf,
  allow,
  ask,
  attempt,
  bet,
  type Call,
  close,
  create,
  deployCaller,
  enter,
  ether,
  hire,
  joinCalls,
  outcomeOf,
  party,
  report,
  type Scene,
  scenesOn,
} from './scene.ts'

const open = scenesOn(await network.create())

const seats = 16

/** The truth is Yes, and ten said so. The first appeal is let pass; the last one is raised and filled at once. */
async function fillLastAppeal(scene: Scene) {
  const { market, address } = scene.system
  const marketId = await create(scene)
  await bet(scene, marketId, 'betting sybils', 'NO', ether('0.1'))
  await bet(scene, marketId, 'bettors', 'YES', ether('9.9'))
  await enter(scene, marketId, { honest: 10 })
  await ask(scene, marketId)
  await report(scene, marketId, { honest: 'YES' })
  const caller = await deployCaller(scene, 'sybils')
  const agents = await hire(scene, 'sybils', seats, { shareWallet: true })
  await allow(scene, agents, caller)
  const escalate = async (): Promise<Call> => {
    const value = await market.bondOf(marketId)
    party(scene, 'sybils').putIn += value
    return { to: address, data: market.interface.encodeFunctionData('escalate', [marketId]), value }
  }
  await caller.run([await escalate()])
  await ask(scene, marketId)
  // Each appeal doubles the stake.
  const stake = 2n * (await market.stakeOf(marketId))
  const joins = joinCalls(scene, marketId, agents, stake)
  const { gasUsed } = await caller.run([await escalate(), ...joins])
  const late = await attempt(() => enter(scene, marketId, { late: 1 }))
  await ask(scene, marketId)
  await report(scene, marketId, { sybils: 'NO' })
  const another = await attempt(async () =>
    market.escalate(marketId, { value: await market.bondOf(marketId) }),
  )
  const withdraw = market.interface.encodeFunctionData('withdraw', [party(scene, 'sybils').till])
  await close(scene, [marketId], async () => {
    await caller.run([{ to: address, data: withdraw }])
  })
  return { gasUsed, late, another, marketId }
}

/** Whoever watches creations takes every seat in the next transaction. */
async function fillMarket(scene: Scene) {
  const { market } = scene.system
  const caller = await deployCaller(scene, 'sybils')
  const agents = await hire(scene, 'sybils', seats, { shareWallet: true })
  await allow(scene, agents, caller)
  const marketId = await create(scene)
  const stake = await market.stakeOf(marketId)
  const { gasUsed } = await caller.run(joinCalls(scene, marketId, agents, stake))
  const late = await attempt(() => enter(scene, marketId, { late: 1 }))
  await ask(scene, marketId)
  await report(scene, marketId, { sybils: 'NO' })
  await close(scene, [marketId])
  return { gasUsed, late }
}

describe('seats', () => {
  it('A2: an appeal raised and filled in one transaction turns ten honest answers round for 3.5 ETH', async () => {
    const scene = await open()
    const { gasUsed, late, another, marketId } = await fillLastAppeal(scene)
    expect(late, 'an honest agent that wants to join').to.equal('MarketFull')
    expect(another, 'and no appeal is left').to.equal('NoAppeal')
    expect(await outcomeOf(scene, marketId)).to.equal('No')
    expect(accountOf(scene, 'sybils').profit).to.equal(ether('3.5'))
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('2.5'))
    expect(accountOf(scene, 'betting sybils').profit, 'from a bet of 0.1').to.equal(ether('9.9'))
    expect(Number(gasUsed), 'a tenth of a block').to.be.below(3_000_000)
  })

  it('A2: sixteen seats taken right after creation take the whole pool', async () => {
    const scene = await open()
    const { gasUsed, late } = await fillMarket(scene)
    expect(late).to.equal('MarketFull')
    expect(accountOf(scene, 'sybils').profit).to.equal(ether('1'))
    expect(Number(gasUsed), 'a tenth of a block').to.be.below(3_000_000)
  })
})
