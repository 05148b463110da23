import { expect } from 'chai'
import { concat, id, toBeHex, ZeroAddress } from 'ethers'
import { network } from 'hardhat'
import { workflowName as name, workflowOwner as owner, workflowId } from '../../local/ledger/forwarder.ts'

const { ethers, networkHelpers } = await network.create()
const { time, loadFixture } = networkHelpers

const day = 86_400
const delay = 2 * day
const other = id('another id')
const third = id('a third id')
const report = '0xc0ffee'

const metadata = (changes: { id?: string; name?: string; owner?: string; rest?: string } = {}) =>
  concat([changes.id ?? workflowId, changes.name ?? name, changes.owner ?? owner, changes.rest ?? '0x0001'])

async function deploy({ identityDelay = delay, shortest = delay, isSimulation = false } = {}) {
  const [admin, forwarder, stranger] = await ethers.getSigners()
  const args = [admin!.address, forwarder!.address, identityDelay, shortest, isSimulation]
  const sink = await ethers.deployContract('ReportSink', args)
  const send = (from = metadata()) => sink.connect(forwarder!).getFunction('onReport')(from, report)
  return { sink, admin: admin!, forwarder: forwarder!, stranger: stranger!, send }
}

async function unset() {
  return deploy()
}

async function withWorkflow() {
  const fixture = await deploy()
  await fixture.sink.setWorkflow!(owner, name)
  return fixture
}

async function withId() {
  const fixture = await withWorkflow()
  await fixture.sink.addWorkflowId!(workflowId)
  return fixture
}

async function locked() {
  const fixture = await withId()
  await fixture.sink.lock!()
  return fixture
}

/** The time at which a change made in the last block takes effect. */
const effective = async () => (await time.latest()) + delay

describe('onReport', () => {
  it('S1x-7: refuses everything while no workflow is set, and zeros above all', async () => {
    const { sink, send } = await loadFixture(unset)
    const zeros = metadata({ id: toBeHex(0, 32), name: toBeHex(0, 10), owner: ZeroAddress })
    await expect(send(zeros)).to.be.revertedWithCustomError(sink, 'WrongWorkflow')
    await expect(send())
      .to.be.revertedWithCustomError(sink, 'WrongWorkflow')
      .withArgs(workflowId, name, owner)
  })

  it('S1x-7: takes a report of the workflow that was set, with any id while there are none', async () => {
    const { sink, send } = await loadFixture(withWorkflow)
    await send(metadata({ id: other }))
    expect(await sink.lastReport!()).to.equal(report)
    expect(await sink.reports!()).to.equal(1)
  })

  it('S1x-7: refuses a caller that is not the forwarder, even the owner', async () => {
    const { sink, admin } = await loadFixture(withWorkflow)
    await expect(sink.onReport!(metadata(), report))
      .to.be.revertedWithCustomError(sink, 'NotTheForwarder')
      .withArgs(admin.address)
  })

  it('C12: takes metadata of 62 and of 64 bytes, and no other', async () => {
    const { sink, send } = await loadFixture(withWorkflow)
    await send(metadata({ rest: '0x' }))
    await send(metadata({ rest: '0xffff' }))
    expect(await sink.reports!()).to.equal(2)
    for (const rest of ['0x00', '0x000000']) {
      await expect(send(metadata({ rest })))
        .to.be.revertedWithCustomError(sink, 'BadMetadata')
        .withArgs(62 + rest.length / 2 - 1)
    }
    await expect(send('0x')).to.be.revertedWithCustomError(sink, 'BadMetadata').withArgs(0)
    await expect(send(metadata().slice(0, -6)))
      .to.be.revertedWithCustomError(sink, 'BadMetadata')
      .withArgs(61)
  })

  it('S1x-7: refuses another owner and another name, with and without an id set', async () => {
    for (const fixture of [withWorkflow, withId]) {
      const { sink, send, stranger } = await loadFixture(fixture)
      const wrong = [{ owner: stranger.address }, { name: toBeHex(1, 10) }]
      for (const changes of wrong) {
        await expect(send(metadata(changes)))
          .to.be.revertedWithCustomError(sink, 'WrongWorkflow')
          .withArgs(workflowId, changes.name ?? name, changes.owner ?? owner)
      }
    }
  })

  it('S1x-7: with an id set, refuses the same workflow under another id', async () => {
    const { sink, send } = await loadFixture(withId)
    await send()
    await expect(send(metadata({ id: other })))
      .to.be.revertedWithCustomError(sink, 'WrongWorkflow')
      .withArgs(other, name, owner)
  })

  it('S1x-7: the first id is required from the second on in which it is set', async () => {
    const { sink, forwarder } = await loadFixture(withWorkflow)
    await ethers.provider.send('evm_setAutomine', [false])
    await sink.addWorkflowId!(workflowId)
    const late = sink.connect(forwarder).getFunction('onReport')
    const sent = await late(metadata({ id: other }), report, { gasLimit: 200_000 })
    await networkHelpers.mine()
    await ethers.provider.send('evm_setAutomine', [true])
    const receipt = await ethers.provider.getTransactionReceipt(sent.hash)
    expect(receipt!.status).to.equal(0)
    expect(receipt!.blockNumber).to.equal(await ethers.provider.getBlockNumber())
    expect((await sink.termOf!(workflowId)).from).to.equal(await time.latest())
  })

  it('leaves the revert of what a report does to the receiver', async () => {
    const { sink, send } = await loadFixture(withWorkflow)
    await sink.setRefusing!(true)
    await expect(send()).to.be.revertedWithCustomError(sink, 'Refused')
  })
})

describe('supportsInterface', () => {
  it('is true for IReceiver and ERC-165, false for 0xffffffff and others, and cheap', async () => {
    const { sink } = await loadFixture(unset)
    const supports = (interfaceId: string) => sink.supportsInterface!(interfaceId)
    expect(await supports('0x805f2132')).to.equal(true)
    expect(await supports('0x01ffc9a7')).to.equal(true)
    expect(await supports('0xffffffff')).to.equal(false)
    expect(await supports('0x80ac58cd')).to.equal(false)
    // The forwarder gives 30,000 gas to the call; a transaction costs 21,000 besides.
    const gas = await sink.supportsInterface!.estimateGas('0x805f2132')
    expect(Number(gas)).to.be.below(51_000)
  })
})

describe('identity before lock', () => {
  it('is whose it was given to, and in nobody else’s hands', async () => {
    const { sink, stranger } = await loadFixture(unset)
    const calls: [string, unknown[]][] = [
      ['setForwarder', [stranger.address]],
      ['setWorkflow', [owner, name]],
      ['addWorkflowId', [workflowId]],
      ['removeWorkflowId', [workflowId]],
      ['lock', []],
    ]
    for (const [fn, args] of calls) {
      await expect(sink.connect(stranger).getFunction(fn)(...args), fn)
        .to.be.revertedWithCustomError(sink, 'OwnableUnauthorizedAccount')
        .withArgs(stranger.address)
    }
  })

  it('changes the forwarder at once, but not to zero', async () => {
    const { sink, send, stranger } = await loadFixture(withWorkflow)
    await expect(sink.setForwarder!(ZeroAddress)).to.be.revertedWithCustomError(sink, 'IncompleteIdentity')
    await expect(sink.setForwarder!(stranger.address))
      .to.emit(sink, 'ForwarderSet')
      .withArgs(stranger.address)
    expect(await sink.forwarder!()).to.equal(stranger.address)
    await expect(send()).to.be.revertedWithCustomError(sink, 'NotTheForwarder')
  })

  it('takes a workflow by owner and name together', async () => {
    const { sink } = await loadFixture(unset)
    for (const [who, what] of [
      [ZeroAddress, name],
      [owner, toBeHex(0, 10)],
    ])
      await expect(sink.setWorkflow!(who, what)).to.be.revertedWithCustomError(sink, 'IncompleteIdentity')
    await expect(sink.setWorkflow!(owner, name)).to.emit(sink, 'WorkflowSet').withArgs(owner, name)
    expect(await sink.workflow!()).to.deep.equal([owner, name])
  })

  it('forgets the ids of a workflow when another is set, and when it comes back', async () => {
    const { sink, send, stranger } = await loadFixture(withId)
    await sink.setWorkflow!(stranger.address, name)
    expect(await sink.workflowIds!()).to.deep.equal([])
    await send(metadata({ owner: stranger.address, id: other }))
    await sink.setWorkflow!(owner, name)
    await sink.addWorkflowId!(other)
    expect(await sink.isInForce!(workflowId)).to.equal(false)
    await expect(send()).to.be.revertedWithCustomError(sink, 'WrongWorkflow')
    await send(metadata({ id: other }))
  })

  it('adds ids at once; needs a workflow for it, and an id', async () => {
    const { sink } = await loadFixture(unset)
    await expect(sink.addWorkflowId!(workflowId)).to.be.revertedWithCustomError(sink, 'IncompleteIdentity')
    await sink.setWorkflow!(owner, name)
    await expect(sink.addWorkflowId!(toBeHex(0, 32))).to.be.revertedWithCustomError(
      sink,
      'IncompleteIdentity',
    )
    const now = (await time.latest()) + 10
    await time.setNextBlockTimestamp(now)
    await expect(sink.addWorkflowId!(workflowId)).to.emit(sink, 'WorkflowIdAdded').withArgs(workflowId, now)
    expect(await sink.isInForce!(workflowId)).to.equal(true)
    expect(await sink.termOf!(workflowId)).to.deep.equal([now, 0])
    await expect(sink.addWorkflowId!(workflowId))
      .to.be.revertedWithCustomError(sink, 'WorkflowIdExists')
      .withArgs(workflowId)
  })

  it('removes ids at once; without any, owner and name suffice again', async () => {
    const { sink, send } = await loadFixture(withId)
    await sink.addWorkflowId!(other)
    await sink.addWorkflowId!(third)
    await expect(sink.removeWorkflowId!(workflowId)).to.emit(sink, 'WorkflowIdRemoved')
    expect(await sink.workflowIds!()).to.deep.equal([third, other])
    await expect(send()).to.be.revertedWithCustomError(sink, 'WrongWorkflow')
    await send(metadata({ id: other }))
    await sink.removeWorkflowId!(other)
    await send(metadata({ id: third }))
    await sink.removeWorkflowId!(third)
    expect(await sink.workflowIds!()).to.deep.equal([])
    await send()
    await expect(sink.removeWorkflowId!(third))
      .to.be.revertedWithCustomError(sink, 'WorkflowIdUnknown')
      .withArgs(third)
  })

  it('changes hands in two steps', async () => {
    const { sink, stranger } = await loadFixture(unset)
    await sink.transferOwnership!(stranger.address)
    await sink.setWorkflow!(owner, name)
    await sink.addWorkflowId!(workflowId)
    await sink.connect(stranger).getFunction('acceptOwnership')()
    await expect(sink.lock!()).to.be.revertedWithCustomError(sink, 'OwnableUnauthorizedAccount')
    await sink.connect(stranger).getFunction('lock')()
  })
})

describe('lock', () => {
  it('needs a workflow', async () => {
    const { sink } = await loadFixture(unset)
    await expect(sink.lock!()).to.be.revertedWithCustomError(sink, 'IncompleteIdentity')
    expect(await sink.isLocked!()).to.equal(false)
  })

  it('A14: needs a workflow id: by owner and name alone one report would pass in every deployment', async () => {
    const { sink } = await loadFixture(withWorkflow)
    const refused = () => expect(sink.lock!()).to.be.revertedWithCustomError(sink, 'IncompleteIdentity')
    await refused()
    await sink.addWorkflowId!(workflowId)
    await sink.removeWorkflowId!(workflowId)
    await refused()
    await sink.addWorkflowId!(workflowId)
    await sink.setWorkflow!(owner, name)
    await refused()
    await sink.addWorkflowId!(workflowId)
    await sink.lock!()
    expect(await sink.isInForce!(workflowId)).to.equal(true)
  })

  it('S1x-7: fixes forwarder, workflow owner and name for ever', async () => {
    const { sink, send, stranger } = await loadFixture(withId)
    await expect(sink.lock!()).to.emit(sink, 'IdentityLocked')
    expect(await sink.isLocked!()).to.equal(true)
    for (const call of [
      () => sink.lock!(),
      () => sink.setForwarder!(stranger.address),
      () => sink.setWorkflow!(stranger.address, name),
    ])
      await expect(call()).to.be.revertedWithCustomError(sink, 'AlreadyLocked')
    await send()
  })
})

describe('identity after lock', () => {
  it('adds an id after the delay, to the second', async () => {
    const { sink, send } = await loadFixture(locked)
    await sink.addWorkflowId!(other)
    const from = await effective()
    expect(await sink.termOf!(other)).to.deep.equal([from, 0])
    await time.setNextBlockTimestamp(from - 1)
    await expect(send(metadata({ id: other }))).to.be.revertedWithCustomError(sink, 'WrongWorkflow')
    expect(await sink.isInForce!(other)).to.equal(false)
    await send()
    await send(metadata({ id: other }))
    expect(await sink.isInForce!(other)).to.equal(true)
  })

  it('removes an id after the delay, to the second', async () => {
    const { sink, send } = await loadFixture(locked)
    await sink.addWorkflowId!(other)
    await time.increaseTo(await effective())
    await sink.removeWorkflowId!(workflowId)
    const until = await effective()
    expect((await sink.termOf!(workflowId)).until).to.equal(until)
    await time.setNextBlockTimestamp(until - 1)
    await send()
    await time.setNextBlockTimestamp(until)
    await expect(send()).to.be.revertedWithCustomError(sink, 'WrongWorkflow')
    await send(metadata({ id: other }))
    await expect(sink.removeWorkflowId!(workflowId)).to.be.revertedWithCustomError(sink, 'WorkflowIdUnknown')
  })

  it('never removes the last id, nor the one that is to follow it', async () => {
    const { sink } = await loadFixture(locked)
    const refused = (id: string) =>
      expect(sink.removeWorkflowId!(id)).to.be.revertedWithCustomError(sink, 'LastWorkflowId').withArgs(id)
    await refused(workflowId)
    await sink.addWorkflowId!(other)
    await sink.removeWorkflowId!(workflowId)
    // Pending, and all that will be left.
    await refused(other)
    // A third comes later than the first leaves, so it can't stand in for the second.
    await sink.addWorkflowId!(third)
    await refused(other)
    await time.increase(delay)
    await sink.removeWorkflowId!(other)
  })

  it('takes back an id that is not in force yet at once', async () => {
    const { sink, send } = await loadFixture(locked)
    await sink.addWorkflowId!(other)
    const now = (await time.latest()) + 10
    await time.setNextBlockTimestamp(now)
    await expect(sink.removeWorkflowId!(other)).to.emit(sink, 'WorkflowIdRemoved').withArgs(other, now)
    expect(await sink.workflowIds!()).to.deep.equal([workflowId])
    await time.increase(delay)
    await expect(send(metadata({ id: other }))).to.be.revertedWithCustomError(sink, 'WrongWorkflow')
    await send()
  })

  it('A14: never takes owner and name alone again, whatever is added and taken back', async () => {
    const { sink, send } = await loadFixture(locked)
    const refused = () =>
      expect(send(metadata({ id: third }))).to.be.revertedWithCustomError(sink, 'WrongWorkflow')
    await sink.addWorkflowId!(other)
    await refused()
    await sink.removeWorkflowId!(other)
    await refused()
    await time.increase(2 * delay)
    await refused()
    await send()
  })

  it('takes nothing back at the second in which it comes into force', async () => {
    const { sink } = await loadFixture(locked)
    await sink.addWorkflowId!(other)
    const from = await effective()
    await time.setNextBlockTimestamp(from)
    await expect(sink.removeWorkflowId!(other))
      .to.emit(sink, 'WorkflowIdRemoved')
      .withArgs(other, from + delay)
    expect(await sink.isInForce!(other)).to.equal(true)
  })

  it('keeps an id that was leaving, without a gap', async () => {
    const { sink, send } = await loadFixture(locked)
    const { from } = await sink.termOf!(workflowId)
    await sink.addWorkflowId!(other)
    await sink.removeWorkflowId!(workflowId)
    await expect(sink.addWorkflowId!(workflowId)).to.emit(sink, 'WorkflowIdAdded').withArgs(workflowId, from)
    expect(await sink.termOf!(workflowId)).to.deep.equal([from, 0])
    await time.increase(2 * delay)
    await send()
  })

  it('lets an id that has left come back like a new one', async () => {
    const { sink, send } = await loadFixture(locked)
    await sink.addWorkflowId!(other)
    await sink.removeWorkflowId!(workflowId)
    const until = await effective()
    await time.setNextBlockTimestamp(until)
    await sink.addWorkflowId!(workflowId)
    await expect(send()).to.be.revertedWithCustomError(sink, 'WrongWorkflow')
    expect(await sink.workflowIds!()).to.deep.equal([workflowId, other])
    await time.increaseTo(until + delay)
    await send()
  })
})

describe('identityDelay', () => {
  it('is at least a round and its window, and at most a year', async () => {
    const { sink } = await deploy({ identityDelay: delay, shortest: delay })
    expect(await sink.identityDelay!()).to.equal(delay)
    await deploy({ identityDelay: 365 * day })
    for (const identityDelay of [delay - 1, 365 * day + 1])
      await expect(deploy({ identityDelay }))
        .to.be.revertedWithCustomError(sink, 'BadDelay')
        .withArgs(identityDelay)
  })

  it('stands beside a forwarder that is not zero', async () => {
    const { sink, admin } = await loadFixture(unset)
    const args = [admin.address, ZeroAddress, delay, delay, false]
    await expect(ethers.deployContract('ReportSink', args)).to.be.revertedWithCustomError(
      sink,
      'IncompleteIdentity',
    )
  })
})

describe('isProductionReady', () => {
  async function ready({ isSimulation = false } = {}) {
    const fixture = await deploy({ isSimulation })
    const forwarder = await ethers.deployContract('KeystoneForwarder')
    await fixture.sink.setForwarder!(await forwarder.getAddress())
    await fixture.sink.setWorkflow!(owner, name)
    return fixture.sink
  }

  it('C11: is true with a lock, a forwarder that is a contract, and an id in force', async () => {
    const sink = await ready()
    await sink.addWorkflowId!(workflowId)
    expect(await sink.isProductionReady!(), 'not locked').to.equal(false)
    await sink.lock!()
    expect(await sink.isProductionReady!()).to.equal(true)
    expect(await sink.isSimulation!()).to.equal(false)
  })

  it('C11: is false for a simulation', async () => {
    const sink = await ready({ isSimulation: true })
    await sink.addWorkflowId!(workflowId)
    await sink.lock!()
    expect(await sink.isSimulation!()).to.equal(true)
    expect(await sink.isProductionReady!()).to.equal(false)
  })

  it('C11: is false without an id, with which alone it can be locked', async () => {
    const sink = await ready()
    await expect(sink.lock!()).to.be.revertedWithCustomError(sink, 'IncompleteIdentity')
    expect(await sink.isProductionReady!()).to.equal(false)
    await sink.addWorkflowId!(workflowId)
    await sink.lock!()
    expect(await sink.isProductionReady!()).to.equal(true)
  })

  it('C11: is true when only a later id is in force', async () => {
    const sink = await ready()
    await sink.addWorkflowId!(workflowId)
    await sink.addWorkflowId!(other)
    await sink.lock!()
    await sink.removeWorkflowId!(workflowId)
    await time.increaseTo(await effective())
    expect(await sink.isInForce!(workflowId)).to.equal(false)
    expect(await sink.isProductionReady!()).to.equal(true)
  })

  it('C11: is true while one id is leaving and the next is not yet in force', async () => {
    const sink = await ready()
    await sink.addWorkflowId!(workflowId)
    await sink.lock!()
    await sink.addWorkflowId!(other)
    await sink.removeWorkflowId!(workflowId)
    expect(await sink.isInForce!(other)).to.equal(false)
    expect(await sink.isProductionReady!()).to.equal(true)
  })

  it('C11: is false when the forwarder is somebody’s key', async () => {
    const { sink } = await loadFixture(locked)
    expect(await sink.isProductionReady!()).to.equal(false)
  })
})
