import { expect } from 'chai'
import { concat, decodeBytes32String, id } from 'ethers'
import { network } from 'hardhat'
import { submitReport, workflowId, workflowName, workflowOwner } from '../../../local/ledger/forwarder.ts'
import {
  day,
  deliver,
  deployMarket,
  deployVariant,
  recordOf,
  refusal,
  reportOf,
  Status,
  type System,
  treasury,
  waitUntil,
} from '../../../local/ledger/market.ts'
import { actAs } from '../../../local/ledger/payout.ts'
import { Bytes, Report } from '../../../protocol/index.ts'
import * as FirstEdition from './firstEdition.ts'
import {
  type Agent,
  accountOf,
  ask,
  asked,
  attempt,
  close,
  create,
  dustOf,
  enter,
  ether,
  leave,
  outcomeOf,
  report,
  type Scene,
  sceneOn,
  scenesOn,
  stageOf,
} from './scene.ts'

const open = scenesOn(await network.create())

const otherId = `0x00${id('the owner’s other workflow').slice(4)}`

const encoded = (sent: Report.Report) => Bytes.toHex(Report.encode(sent))

/** The gate is locked, then ten join a market of a month, and the owner adds another workflow. */
async function newWorkflow(scene: Scene) {
  const { market } = scene.system
  await market.addWorkflowId(workflowId)
  await market.lock()
  const marketId = await create(scene, 'creator', { lasts: 30 * day })
  const agents = await enter(scene, marketId, { honest: 10, owners: 1 })
  await market.addWorkflowId(otherId)
  return { marketId, honest: agents.slice(0, 10) }
}

/** What the owner's workflow reports of workers whom it never asked: with it one agent of the owner is right, and nobody else. */
async function robbery(scene: Scene, marketId: bigint) {
  const records = (await asked(scene, marketId)).map(({ name }) =>
    name === 'owners' ? recordOf('YES') : recordOf('NO', 0),
  )
  return reportOf(scene.system, marketId, Array(records.length).fill('YES'), 'YES', { records })
}

/** The error with which the gate refuses a report of that workflow, or null where it is taken. */
async function refusalOfOwners({ system }: Scene, sent: Report.Report) {
  const { market, forwarder } = system
  const gate = market.connect(await actAs(system, forwarder.address))
  const metadata = concat([otherId, workflowName, workflowOwner, '0x0001'])
  return attempt(() => gate.onReport(metadata, encoded(sent)))
}

/** Each takes its stake and goes. */
async function leaveAll(scene: Scene, marketId: bigint, agents: readonly Agent[]) {
  for (const { agentId } of agents) expect(await leave(scene, marketId, agentId)).to.equal(true)
}

/**
 * The truth is No. Beside the market there is a second deployment for trials, of the same owner and name. There the attacker
 * has a market of their own with the same number and the same seats, and four agents that say what they want.
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
  const raw = await report(trial, trialId, { winner: 'YES', losers: 'YES' })
  const { isProcessed } = await submitReport(system.forwarder, system.address, raw, { gasLimit: 5_000_000 })
  // What a report is without the 109 bytes in front of it.
  const refused = await refusal(system, `0x${raw.slice(2 + 2 * 109)}`)
  return { trial, marketId, trialId, isProcessed, refused }
}

/** What the attacker gained by it in the first edition: there a good text of theirs outweighed three bad ones. */
function replayedOnce() {
  const [yes, no] = [FirstEdition.weight([70, 70, 70]), 3n * FirstEdition.weight([10, 10, 10])]
  expect(FirstEdition.decide({ yes, no, invalid: 0n })).to.equal('YES')
  const gains = FirstEdition.settle({
    pool: ether('1'),
    outcome: 'YES',
    seats: [
      { of: 'attacker', count: 1, said: 'YES', stake: ether('0.5') },
      { of: 'honest', count: 3, said: 'NO', stake: ether('0.5') },
    ],
  })
  return gains.get('attacker')
}

/** A deployment whose registry of reputations was never given its writer. */
async function deployUnwired(system: System) {
  const { ethers, connection, admin, identities, feedbacks, judge, killSwitch, forwarder, parameters } =
    system
  const reputations = await ethers.deployContract('ReputationRegistry')
  const addresses = await Promise.all(
    [identities, reputations, feedbacks, judge, killSwitch].map((one) => one.getAddress()),
  )
  const gate = [admin.address, forwarder.address, 3 * day, false]
  const wiring = [...addresses, treasury, ethers.ZeroAddress]
  const market = await deployMarket(connection, [wiring, parameters, gate])
  await market.setWorkflow(workflowOwner, workflowName)
  await market.addWorkflowId(workflowId)
  await market.lock()
  return { ...system, market, reputations, address: await market.getAddress() }
}

const missing = async ({ market }: System) =>
  (await market.missing()).map((name) => decodeBytes32String(name))

describe('the gate and the wiring', () => {
  it('A12: a workflow added after the lock, which decided a market that nobody could leave, finds ten who left', async () => {
    const scene = await open()
    const { market } = scene.system
    const { marketId, honest } = await newWorkflow(scene)
    const { from } = await market.termOf(otherId)
    const { deadline } = await market.getMarket(marketId)
    expect(Number(deadline - from), 'known for weeks').to.be.above(26 * day)
    await leaveAll(scene, marketId, honest)
    expect(accountOf(scene, 'honest').profit, 'to the wei').to.equal(0n)
    await ask(scene, marketId)
    expect(await market.statusOf(marketId), 'too few are left').to.equal(Status.Invalid)
    await close(scene, [marketId])
    expect(accountOf(scene, 'owners').profit).to.equal(0n)
    expect(accountOf(scene, 'creator').profit).to.equal(0n)
  })

  it('A12: it is refused until it is in force, which is longer than any round and its window', async () => {
    const scene = await open()
    const { system } = scene
    const { market, parameters } = system
    const { marketId } = await newWorkflow(scene)
    const { from } = await market.termOf(otherId)
    const delay = Number(from) - (await system.time.latest())
    expect(delay).to.be.at.least(parameters.resolutionTimeout + parameters.challengeWindow)
    const soon = await create(scene, 'creator', { lasts: day })
    await enter(scene, soon, { honest: 3, owners: 1 })
    await ask(scene, soon)
    const sent = await reportOf(system, soon, Array(4).fill('YES'), 'YES')
    expect(await refusalOfOwners(scene, sent)).to.equal('WrongWorkflow')
    await deliver(system, await reportOf(system, soon, ['NO', 'NO', 'NO', 'YES'], 'NO'))
    // Who stays in the market of a month has accepted it.
    await ask(scene, marketId)
    const later = await reportOf(system, marketId, Array(11).fill('YES'), 'YES')
    expect(await refusalOfOwners(scene, later)).to.equal(null)
    await close(scene, [soon, marketId])
    expect(await outcomeOf(scene, soon)).to.equal('No')
  })

  it('A12: nor can it make one agent outweigh ten by zeros, which took 3.5 ETH: a vote weighs 15,000 at least', async () => {
    const [yes, no] = [FirstEdition.weight([70, 70, 70]), 10n * FirstEdition.weight([0, 0, 0])]
    expect(FirstEdition.decide({ yes, no, invalid: 0n })).to.equal('YES')
    const scene = await open()
    const { marketId } = await newWorkflow(scene)
    await ask(scene, marketId)
    expect(await refusalOfOwners(scene, await robbery(scene, marketId))).to.equal('OutcomeMismatch')
  })

  it('A14: a report of one deployment, which settled a market of another for 1.75 ETH, is for that one alone', async () => {
    const scene = await open()
    const { trial, marketId, trialId, isProcessed, refused } = await replay(scene)
    const own = await reportOf(scene.system, marketId, Array(4).fill('YES'), 'YES')
    const theirs = await reportOf(trial.system, trialId, Array(4).fill('YES'), 'YES')
    expect(FirstEdition.targetOf(own)).to.equal(FirstEdition.targetOf(theirs))
    expect(replayedOnce()).to.equal(ether('1.75'))
    expect(isProcessed).to.equal(false)
    expect(refused).to.deep.equal({ name: 'WrongTarget', args: [31_337n, trial.system.address] })
    await report(scene, marketId, { attacker: 'YES', honest: 'NO' })
    await close(scene, [marketId])
    await close(trial, [trialId])
    expect(await outcomeOf(scene, marketId)).to.equal('No')
    expect(accountOf(scene, 'attacker').profit).to.equal(-ether('0.25'))
    expect(accountOf(scene, 'honest').profit).to.equal(ether('1.22') - dustOf(scene, ether('0.03')))
  })

  it('A14: nor is one of the same contract on another chain taken', async () => {
    const scene = await open()
    const { system } = scene
    const marketId = await create(scene)
    await enter(scene, marketId, { honest: 3 })
    await ask(scene, marketId)
    const sent = await reportOf(system, marketId, Array(3).fill('YES'), 'YES', { chainId: 1 })
    expect(await refusal(system, encoded(sent))).to.deep.equal({
      name: 'WrongTarget',
      args: [1n, system.address],
    })
  })

  it('A14: a gate without a workflow id cannot be locked', async () => {
    const { market } = (await open()).system
    expect(await attempt(() => market.lock())).to.equal('IncompleteIdentity')
    await market.addWorkflowId(workflowId)
    expect(await attempt(() => market.lock())).to.equal(null)
  })

  it('A15: a deployment without a writer, which called itself ready and held 2.5 ETH, says what is missing', async () => {
    const gate = { isLocked: true, isSimulation: false, hasForwarder: true, hasId: true }
    expect(FirstEdition.isReady(gate)).to.equal(true)
    const system = await deployUnwired((await open()).system)
    const { market, reputations, address } = system
    expect(await missing(system)).to.deep.equal(['writer'])
    expect(await market.isProductionReady()).to.equal(false)
    await reputations.setWriter(address)
    expect(await missing(system)).to.deep.equal([])
    expect(await market.isProductionReady()).to.equal(true)
  })

  it('A15: who used it all the same has the money as soon as the writer is set', async () => {
    const scene = sceneOn(await stageOf(await deployUnwired((await open()).system)))
    const { market, reputations, address } = scene.system
    const marketId = await create(scene)
    await enter(scene, marketId, { honest: 3 })
    await ask(scene, marketId)
    await deliver(scene.system, await reportOf(scene.system, marketId, Array(3).fill('YES'), 'YES'))
    await waitUntil(scene.system, (await market.getMarket(marketId)).windowEnd)
    expect(await attempt(() => market.settle(marketId))).to.equal('NotTheWriter')
    await reputations.setWriter(address)
    await close(scene, [marketId])
    expect(accountOf(scene, 'honest').profit).to.equal(ether('0.97') - dustOf(scene, ether('0.03')))
  })
})
