import { expect } from 'chai'
import { decodeBytes32String, encodeBytes32String, getAddress, id, ZeroAddress } from 'ethers'
import { network } from 'hardhat'
import { libraryNames } from '../../cli/deploy/artifacts.ts'
import type { CREsolverMarket } from '../../local/ledger/contracts.ts'
import { workflowId, workflowName, workflowOwner } from '../../local/ledger/forwarder.ts'
import {
  day,
  deployMarket,
  deploySystem,
  resolved,
  Status,
  type System,
  settle,
  treasury,
} from '../../local/ledger/market.ts'
import { expectEmptied } from '../../local/ledger/payout.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers

/** Somebody's account: no contract. */
const account = `0x${'a1'.repeat(20)}`

type Part = 'identities' | 'reputations' | 'feedbacks' | 'judge' | 'killSwitch' | 'treasury' | 'arbiter'
type Changes = {
  readonly wiring?: Partial<Record<Part, string>>
  readonly forwarder?: string
  readonly isSimulation?: boolean
  /** Addresses to link instead of the libraries' own. */
  readonly libraries?: Readonly<Record<string, string>>
  /** Which steps after the deployment are left out. */
  readonly without?: readonly ('setWriter' | 'workflowId' | 'lock')[]
}

/** A deployment that real money may rely on, but for what is changed. */
async function deployReady(system: System, changes: Changes = {}): Promise<CREsolverMarket> {
  const reputations = await ethers.deployContract('ReputationRegistry')
  const wiring: Record<Part, string> = {
    identities: await system.identities.getAddress(),
    reputations: await reputations.getAddress(),
    feedbacks: await system.feedbacks.getAddress(),
    judge: await system.judge.getAddress(),
    killSwitch: await system.killSwitch.getAddress(),
    treasury,
    arbiter: ZeroAddress,
    ...changes.wiring,
  }
  const gate = [
    system.admin.address,
    changes.forwarder ?? system.forwarder.address,
    3 * day,
    changes.isSimulation ?? false,
  ]
  const market = await deployMarket(connection, [wiring, system.parameters, gate], changes.libraries)
  const without = changes.without ?? []
  if (!without.includes('setWriter')) await reputations.setWriter(await market.getAddress())
  await market.setWorkflow(workflowOwner, workflowName)
  if (!without.includes('workflowId')) await market.addWorkflowId(workflowId)
  if (!without.includes('lock') && !without.includes('workflowId')) await market.lock()
  return market
}

const fixture = () => deploySystem(connection)

async function missing(market: CREsolverMarket): Promise<string[]> {
  const names = (await market.missing()).map((name) => decodeBytes32String(name))
  expect(await market.isProductionReady()).to.equal(names.length === 0)
  return names
}

describe('a deployment that real money may rely on', () => {
  it('A15: misses nothing', async () => {
    const market = await deployReady(await loadFixture(fixture))
    expect(await missing(market)).to.deep.equal([])
  })

  it('may have no feedback registry and no arbiter', async () => {
    const system = await loadFixture(fixture)
    const wiring = { feedbacks: ZeroAddress, arbiter: ZeroAddress }
    expect(await missing(await deployReady(system, { wiring }))).to.deep.equal([])
  })

  it('may have an arbiter that serves it', async () => {
    const system = await loadFixture(fixture)
    const court = await ethers.deployContract('Court')
    const arbiter = await ethers.deployContract('Erc792Arbiter', [
      await court.getAddress(),
      '0x',
      'ipfs://about',
    ])
    const market = await deployReady(system, { wiring: { arbiter: await arbiter.getAddress() } })
    expect(await missing(market)).to.deep.equal(['arbiter'])
    await arbiter.setMarket(await market.getAddress())
    expect(await missing(market)).to.deep.equal([])
    // Another market with the same arbiter is not the one that it serves.
    const other = await deployReady(system, { wiring: { arbiter: await arbiter.getAddress() } })
    expect(await missing(other)).to.deep.equal(['arbiter'])
  })

  it('a treasury is needed: the deployment without one is refused', async () => {
    const system = await loadFixture(fixture)
    await expect(deployReady(system, { wiring: { treasury: ZeroAddress } }))
      .to.be.revertedWithCustomError(system.market, 'BadParameter')
      .withArgs(encodeBytes32String('treasury'))
    const market = await deployReady(system)
    expect(await market.treasury()).to.equal(getAddress(treasury))
    expect(await market.arbiter()).to.equal(ZeroAddress)
  })
})

describe('missing names what is not so, and nothing else', () => {
  const faults: [string, Changes][] = [
    ['lock', { without: ['lock'] }],
    ['simulation', { isSimulation: true }],
    ['forwarder', { forwarder: account }],
    ['writer', { without: ['setWriter'] }],
    ['identities', { wiring: { identities: account } }],
    ['reputations', { wiring: { reputations: account } }],
    ['judge', { wiring: { judge: account } }],
    ['killSwitch', { wiring: { killSwitch: account } }],
    ['feedbacks', { wiring: { feedbacks: account } }],
    ['arbiter', { wiring: { arbiter: account } }],
  ]
  for (const [name, changes] of faults) {
    it(`A15: ${name}`, async () => {
      const market = await deployReady(await loadFixture(fixture), changes)
      expect(await missing(market)).to.deep.equal([name])
    })
  }

  it('A14 A15: workflowId: without one the market cannot even be locked', async () => {
    const system = await loadFixture(fixture)
    const market = await deployReady(system, { without: ['workflowId'] })
    expect(await missing(market)).to.deep.equal(['lock', 'workflowId'])
    await expect(market.lock()).to.be.revertedWithCustomError(market, 'IncompleteIdentity')
    await market.addWorkflowId(workflowId)
    expect(await missing(market)).to.deep.equal(['lock'])
    await market.lock()
    expect(await missing(market)).to.deep.equal([])
  })

  it('workflowId: while one replaces another there is always one in force', async () => {
    const system = await loadFixture(fixture)
    const market = await deployReady(system)
    const next = id('the next workflow')
    await market.addWorkflowId(next)
    await time.increase(3 * day)
    await market.removeWorkflowId(workflowId)
    expect(await missing(market)).to.deep.equal([])
    await time.increase(3 * day)
    expect(await market.isInForce(workflowId)).to.equal(false)
    expect(await missing(market)).to.deep.equal([])
  })

  it('A15: writer: a registry that another market writes to', async () => {
    const system = await loadFixture(fixture)
    const market = await deployReady(system, {
      wiring: { reputations: await system.reputations.getAddress() },
    })
    expect(await system.reputations.writer()).to.equal(system.address)
    expect(await missing(market)).to.deep.equal(['writer'])
  })

  it('sourceKeys: a judge that has no keys to ask', async () => {
    const system = await loadFixture(fixture)
    const judge = await ethers.deployContract('ChallengeJudge', [account])
    const market = await deployReady(system, { wiring: { judge: await judge.getAddress() } })
    expect(await missing(market)).to.deep.equal(['sourceKeys'])
  })

  it('A15: libraries: one that has no code, whichever it is', async () => {
    const system = await loadFixture(fixture)
    const names = ['RoundLib', 'StrikeLib', 'AppealLib', 'SettlementLib', 'FeedbackLib'] as const
    expect([...libraryNames].sort()).to.deep.equal([...names].sort())
    for (const name of names) {
      const market = await deployReady(system, { libraries: { [name]: account } })
      expect(await missing(market), name).to.deep.equal(['libraries'])
    }
  })

  it('a contract that does not answer hides no other fault', async () => {
    const system = await loadFixture(fixture)
    // A contract, but neither a registry, nor a judge, nor an arbiter.
    const other = await system.killSwitch.getAddress()
    const market = await deployReady(system, {
      wiring: { reputations: other, judge: other, arbiter: other, feedbacks: account },
      without: ['lock'],
    })
    expect(await missing(market)).to.deep.equal(['lock', 'writer', 'sourceKeys', 'feedbacks', 'arbiter'])
  })

  it('all at once, in order', async () => {
    const system = await loadFixture(fixture)
    const market = await deployReady(system, {
      wiring: {
        identities: account,
        reputations: account,
        judge: account,
        killSwitch: account,
        feedbacks: account,
        arbiter: account,
      },
      forwarder: account,
      isSimulation: true,
      libraries: { RoundLib: account },
      without: ['setWriter', 'workflowId'],
    })
    expect(await missing(market)).to.deep.equal([
      'lock',
      'simulation',
      'forwarder',
      'workflowId',
      'identities',
      'reputations',
      'judge',
      'killSwitch',
      'feedbacks',
      'arbiter',
      'libraries',
    ])
  })
})

describe('A15: a market whose registry has no writer', () => {
  it('cannot settle until it has, and then pays everybody', async () => {
    const base = await loadFixture(fixture)
    const reputations = await ethers.deployContract('ReputationRegistry')
    const wiring = {
      identities: await base.identities.getAddress(),
      reputations: await reputations.getAddress(),
      feedbacks: ZeroAddress,
      judge: await base.judge.getAddress(),
      killSwitch: await base.killSwitch.getAddress(),
      treasury,
      arbiter: ZeroAddress,
    }
    const gate = [base.admin.address, base.forwarder.address, 3 * day, false]
    const market = await deployMarket(connection, [wiring, base.parameters, gate])
    await market.setWorkflow(workflowOwner, workflowName)
    const system: System = { ...base, reputations, market, address: await market.getAddress() }
    expect(await missing(market)).to.include('writer')
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    await expect(settle(system, marketId)).to.be.revertedWithCustomError(reputations, 'NotTheWriter')
    expect(await market.statusOf(marketId)).to.equal(Status.Resolved)
    await reputations.setWriter(system.address)
    expect(await missing(market)).not.to.include('writer')
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })
})

describe('views', () => {
  it('are answered at the market’s own address, and by nothing that could write', async () => {
    const { market, address, admin } = await loadFixture(fixture)
    // A name that neither has: refused, with or without money.
    const data = id('noSuchFunction()').slice(0, 10)
    for (const value of [0n, 1n])
      await expect(admin.sendTransaction({ to: address, data, value })).to.be.revert(ethers)
    expect(await market.marketCount()).to.equal(0)
    // A view takes no money.
    const { data: count } = await market.parameters.populateTransaction()
    await expect(admin.sendTransaction({ to: address, data: count, value: 1n })).to.be.revert(ethers)
  })
})
