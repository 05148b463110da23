import { expect } from 'chai'
import { network } from 'hardhat'
import { doubleTalkOf, no, question, yes } from '../../../local/ledger/evidence.ts'
import { Status, waitUntil } from '../../../local/ledger/market.ts'
import {
  ask,
  attempt,
  close,
  create,
  enter,
  hire,
  join,
  outcomeOf,
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
  return { marketId, before: status, logs: receipt!.logs }
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
  await market.publishFeedback(marketId, 0)
  const [value, decimals] = await feedbacks.readFeedback(wrong!.agentId, address, 1)
  const refused = await attempt(() => market.publishFeedback(marketId, 1))
  return { marketId, value, decimals, refused, count: await feedbacks.getLastIndex(struck!.agentId, address) }
}

describe('what others can know', () => {
  it('A16: a market becomes Invalid by default, and no event tells', async () => {
    const scene = await open()
    const { marketId, before, logs } = await defaulted(scene)
    expect(before).to.equal(Status.Requested)
    expect(await scene.system.market.statusOf(marketId)).to.equal(Status.Resolved)
    expect(await outcomeOf(scene, marketId)).to.equal('Invalid')
    expect(logs).to.deep.equal([])
  })

  it('A16: an event of a credit does not tell for which market', async () => {
    const { system } = await open()
    const event = system.market.interface.getEvent('Credited')!
    expect(event.inputs.map(({ name }) => name)).to.deep.equal(['account', 'amount'])
  })

  it('A17: feedback gives a wrong worker 100.00, and of a struck one says nothing', async () => {
    const scene = await open()
    const { marketId, value, decimals, refused, count } = await judged(scene)
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect([value, decimals]).to.deep.equal([10_000n, 2n])
    expect([refused, count]).to.deep.equal(['NoFeedback', 0n])
  })
})
