import { expect } from 'chai'
import { id } from 'ethers'
import { network } from 'hardhat'
import { submitReport, workflowId, workflowName, workflowOwner } from '../../../local/ledger/forwarder.ts'
import {
  day,
  deliver,
  deployVariant,
  recordOf,
  reportOf,
  type System,
  waitUntil,
} from '../../../local/ledger/market.ts'
import { Bytes, Report } from '../../../protocol/index.ts'
import {
  accountOf,
  ask,
  asked,
  attempt,
  close,
  create,
  enter,
  ether,
  outcomeOf,
  report,
  type Scene,
  sceneOn,
  scenesOn,
  stageOf,
} from './scene.ts'

const open = scenesOn(await network.create())

const otherId = `0x00${id('the owner’s other workflow').slice(4)}`

/**
 * The gate is locked, then ten join a market of a month. The owner adds a workflow of his own, which reports what ten honest
 * workers never said: with it one agent of his is right, and nobody else.
 */
async function newWorkflow(scene: Scene) {
  const { system } = scene
  const { market, forwarder, address } = system
  await market.addWorkflowId(workflowId)
  await market.lock()
  const marketId = await create(scene, 'creator', { lasts: 30 * day })
  await enter(scene, marketId, { honest: 10, owners: 1 })
  await market.addWorkflowId(otherId)
  const { from } = await market.termOf(otherId)
  const exit = market.interface.hasFunction('leaveMarket')
  await ask(scene, marketId)
  const records = (await asked(scene, marketId)).map(({ name }) =>
    name === 'owners' ? recordOf('YES') : recordOf('NO', 0),
  )
  const sent = await reportOf(system, marketId, Array(11).fill('YES'), 'YES', { records })
  const payload = Bytes.toHex(Report.encode(sent))
  const { isProcessed } = await submitReport(
    forwarder,
    address,
    { payload, workflowId: otherId },
    { gasLimit: 5_000_000 },
  )
  await close(scene, [marketId])
  return { marketId, isProcessed, exit, from }
}

/**
 * The truth is No. Beside the market there is a second deployment for trials, of the same owner and name. There the attacker
 * has a market of his own with the same number and the same seats, and four agents that say what he wants.
 */
async function replay(scene: Scene) {
  const { system, taken } = scene
  const trial = sceneOn(await stageOf(await deployVariant(system)), taken)
  const marketId = await create(scene)
  const trialId = await create(trial, 'attacker', { pool: ether('0.001') })
  expect(trialId).to.equal(marketId)
  await enter(scene, marketId, { attacker: 1, honest: 3 })
  await enter(trial, trialId, { winner: 1, losers: 3 })
  await ask(scene, marketId)
  await ask(trial, trialId)
  const words = { winner: 'YES', losers: { says: 'NO', scores: [10, 10, 10] } } as const
  const raw = await report(trial, trialId, words)
  const { isProcessed } = await submitReport(system.forwarder, system.address, raw, { gasLimit: 5_000_000 })
  await close(scene, [marketId])
  await close(trial, [trialId])
  return { trial, marketId, isProcessed }
}

/** A deployment ready for production by its own word, whose registry of reputations was never told who writes. */
async function deployUnwired(system: System) {
  const { ethers, admin, identities, feedbacks, judge, killSwitch, forwarder, parameters } = system
  const libraries: Record<string, string> = {}
  for (const name of ['AppealLib', 'SettlementLib', 'StrikeLib'])
    libraries[name] = await (await ethers.deployContract(name)).getAddress()
  const reputations = await ethers.deployContract('ReputationRegistry')
  const wiring = await Promise.all(
    [identities, reputations, feedbacks, judge, killSwitch].map((one) => one.getAddress()),
  )
  const gate = [admin.address, forwarder.address, 2 * day, false]
  const market = await ethers.deployContract('CREsolverMarket', [wiring, parameters, gate], { libraries })
  await market.setWorkflow(workflowOwner, workflowName)
  await market.addWorkflowId(workflowId)
  await market.lock()
  return { ...system, market, reputations, address: await market.getAddress() }
}

/** A market of three in it, until it should be settled. */
async function unwired(scene: Scene) {
  const { market, ethers, address } = scene.system
  const isReady = await market.isProductionReady()
  const marketId = await create(scene)
  await enter(scene, marketId, { honest: 3 })
  await ask(scene, marketId)
  await deliver(scene.system, await reportOf(scene.system, marketId, Array(3).fill('YES'), 'YES'))
  await waitUntil(scene.system, (await market.getMarket(marketId)).windowEnd)
  const settled = await attempt(() => market.settle(marketId))
  const exits = [
    await attempt(() => market.claim(marketId, 0)),
    await attempt(() => market.expire(marketId)),
    await attempt(() => market.requestResolution(marketId)),
  ]
  const stuck = await ethers.provider.getBalance(address)
  return { marketId, isReady, settled, exits, stuck }
}

describe('the gate and the wiring', () => {
  it('A12: a workflow added after the lock decides a market that ten joined before it, and none could leave', async () => {
    const scene = await open()
    const { marketId, isProcessed, exit, from } = await newWorkflow(scene)
    expect(isProcessed).to.equal(true)
    expect(exit, 'leaveMarket').to.equal(false)
    const { deadline } = await scene.system.market.getMarket(marketId)
    expect(Number(deadline - from), 'known for weeks').to.be.above(27 * day)
    expect(accountOf(scene, 'owners').profit).to.equal(ether('3.5'))
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('2.5'))
  })

  it('A14: a report signed for one deployment settles a market of another, whose workers nobody heard', async () => {
    const scene = await open()
    const { trial, marketId, isProcessed } = await replay(scene)
    expect(isProcessed).to.equal(true)
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'attacker').profit).to.equal(ether('1.75'))
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('0.75'))
    expect(accountOf(trial, 'attacker', 'winner', 'losers').profit, 'the trial costs gas').to.equal(0n)
  })

  it('A15: a deployment that calls itself ready holds 2.5 ETH that nobody can settle', async () => {
    const scene = sceneOn(await stageOf(await deployUnwired((await open()).system)))
    const { marketId, isReady, settled, exits, stuck } = await unwired(scene)
    expect(isReady).to.equal(true)
    expect(settled).to.equal('NotTheWriter')
    expect(exits).to.deep.equal(Array(3).fill('WrongStatus'))
    expect(stuck).to.equal(ether('2.5'))
    // Until whoever deployed the registry makes up for it.
    await scene.system.reputations.setWriter(scene.system.address)
    await close(scene, [marketId])
    expect(accountOf(scene, 'honest').profit, 'less a wei of dust').to.equal(ether('1') - 1n)
  })
})
