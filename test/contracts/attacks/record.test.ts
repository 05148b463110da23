import { expect } from 'chai'
import { getAddress } from 'ethers'
import { network } from 'hardhat'
import { doubleTalkOf, no, question, yes } from '../../../local/ledger/evidence.ts'
import { Status, treasury, waitUntil } from '../../../local/ledger/market.ts'
import * as FirstEdition from './firstEdition.ts'
import {
  accountOf,
  ask,
  close,
  create,
  enter,
  ether,
  hire,
  join,
  outcomeOf,
  party,
  report,
  type Scene,
  scenesOn,
  speak,
  strike,
} from './scene.ts'

const open = scenesOn(await network.create())

/** Two of three are silent, so the round is repeated; then no report comes. */
async function defaulted(scene: Scene) {
  const { market, parameters } = scene.system
  const marketId = await create(scene)
  await enter(scene, marketId, { honest: 1, silent: 2 })
  await ask(scene, marketId)
  await report(scene, marketId, { honest: 'YES', silent: 'silent' })
  const { requestedAt, status } = await market.getMarket(marketId)
  await waitUntil(scene.system, requestedAt + BigInt(parameters.resolutionTimeout))
  const receipt = await (await market.expire(marketId)).wait()
  const events = receipt!.logs.map((log) => market.interface.parseLog(log)!)
  return { marketId, before: status, events: events.map(({ name, args }) => [name, ...args]) }
}

/** The truth is Yes. One lies in perfect prose, one says two things, three are right. */
async function judged(scene: Scene) {
  const { market, feedbacks, address } = scene.system
  const marketId = await create(scene, 'creator', { question })
  const [wrong] = await hire(scene, 'wrong', 1)
  const [struck] = await hire(scene, 'struck', 1)
  await join(scene, marketId, [wrong!, struck!])
  await enter(scene, marketId, { honest: 3 })
  await ask(scene, marketId, { after: 60 })
  const told = await speak(scene, marketId, { wrong: { ...no, score: 100 }, struck: yes, honest: yes })
  await strike(scene, marketId, 'striker', 1, doubleTalkOf(told, 1))
  await close(scene, [marketId])
  const values = []
  for (const [seat, agent] of [wrong!, struck!].entries()) {
    await market.publishFeedback(marketId, seat)
    const [value, decimals] = await feedbacks.readFeedback(agent.agentId, address, 1)
    values.push([value, decimals])
  }
  return { marketId, values }
}

describe('what others can know', () => {
  it('A16: a market that becomes Invalid by default, of which no event told, says so, and until when it can be appealed', async () => {
    const scene = await open()
    const { marketId, before, events } = await defaulted(scene)
    expect(before).to.equal(Status.Requested)
    expect(await scene.system.market.statusOf(marketId)).to.equal(Status.Resolved)
    expect(await outcomeOf(scene, marketId)).to.equal('Invalid')
    const { windowEnd } = await scene.system.market.getMarket(marketId)
    expect(events).to.deep.equal([
      ['MarketDefaulted', marketId, 2n],
      ['WindowMoved', marketId, windowEnd],
    ])
  })

  it('A16: an event of a credit, which named account and amount, names the market and why', async () => {
    const scene = await open()
    const { market } = scene.system
    const { marketId } = await judged(scene)
    const events = await market.queryFilter(market.filters.Credited!(marketId))
    const credits = events.map((event) => [...(event as unknown as { args: unknown[] }).args])
    expect(credits).to.deep.equal([
      [marketId, party(scene, 'striker').purse.address, ether('0.125'), 3n],
      [marketId, getAddress(treasury), accountOf(scene, 'treasury').gotOut, 2n],
    ])
  })

  it('A17: feedback, which gave a wrong worker 100.00 and no word of a struck one, is 0.00 for both', async () => {
    expect(FirstEdition.feedback(10_000, 'NO')).to.equal(10_000)
    expect(FirstEdition.feedback(7_000, null)).to.equal(null)
    const scene = await open()
    const { marketId, values } = await judged(scene)
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(values).to.deep.equal(Array(2).fill([0n, 2n]))
  })
})
