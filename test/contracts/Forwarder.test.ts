import { expect } from 'chai'
import { concat, id, type SigningKey, toBeHex } from 'ethers'
import { network } from 'hardhat'
import {
  addressOf,
  deployForwarder,
  keyOf,
  nodeIndex,
  rawReport,
  reportContext,
  sign,
  submitReport,
  workflowId,
  workflowName,
  workflowOwner,
} from '../../local/ledger/forwarder.ts'
import { itMeasures } from '../helpers/gas.ts'

const connection = await network.create()
const { ethers, networkHelpers } = connection
const { loadFixture } = networkHelpers
const payload = '0xc0ffee'

async function deploy() {
  const forwarder = await deployForwarder(connection)
  const [admin] = await ethers.getSigners()
  const args = [admin!.address, forwarder.address, 86_400, 86_400, false]
  const sink = await ethers.deployContract('ReportSink', args)
  await sink.setWorkflow!(workflowOwner, workflowName)
  await sink.addWorkflowId!(workflowId)
  await sink.lock!()
  return { forwarder, contract: forwarder.contract, sink, receiver: await sink.getAddress() }
}

describe('the genuine forwarder and the gate', () => {
  it('S1x-7: deliver a report that f + 1 of 4 nodes signed, whichever they are and in any order', async () => {
    const { forwarder, sink, receiver } = await loadFixture(deploy)
    for (const nodes of [
      [0, 1],
      [3, 0],
      [2, 1],
    ])
      expect((await submitReport(forwarder, receiver, { payload }, { nodes })).isProcessed).to.equal(true)
    expect(await sink.reports!()).to.equal(3)
    expect(await sink.lastReport!()).to.equal(payload)
    expect(await sink.isProductionReady!()).to.equal(true)
  })

  it('deliver an empty payload, and a context that is empty but signed', async () => {
    const { forwarder, sink, receiver } = await loadFixture(deploy)
    expect((await submitReport(forwarder, receiver, { payload: '0x' })).isProcessed).to.equal(true)
    expect((await submitReport(forwarder, receiver, { payload }, { context: '0x' })).isProcessed).to.equal(
      true,
    )
    expect(await sink.reports!()).to.equal(2)
  })

  it('refuse 1, 3 and 4 signatures where 2 are due', async () => {
    const { forwarder, contract, receiver } = await loadFixture(deploy)
    for (const nodes of [[], [0], [0, 1, 2], [0, 1, 2, 3]]) {
      await expect(submitReport(forwarder, receiver, { payload }, { nodes }))
        .to.be.revertedWithCustomError(contract, 'InvalidSignatureCount')
        .withArgs(2, nodes.length)
    }
  })

  it('refuse one node’s signature twice', async () => {
    const { forwarder, contract, receiver } = await loadFixture(deploy)
    await expect(submitReport(forwarder, receiver, { payload }, { nodes: [2, 2] }))
      .to.be.revertedWithCustomError(contract, 'DuplicateSigner')
      .withArgs(addressOf(nodeIndex(2)))
  })

  it('refuse an outsider, a signed message, another context and v of 27', async () => {
    const { forwarder, contract, receiver } = await loadFixture(deploy)
    const raw = rawReport({ payload })
    const good = sign(raw, reportContext, keyOf(nodeIndex(0)))
    const node = keyOf(nodeIndex(1))
    const prefixed = (key: SigningKey) => {
      const digest = ethers.keccak256(concat([ethers.keccak256(raw), reportContext]))
      const { r, s, yParity } = key.sign(ethers.hashMessage(ethers.getBytes(digest)))
      return concat([r, s, toBeHex(yParity, 1)])
    }
    const ofEthereum = `${sign(raw, reportContext, node).slice(0, -2)}1b`
    for (const bad of [
      sign(raw, reportContext, keyOf(nodeIndex(4))),
      prefixed(node),
      sign(raw, concat([reportContext, '0x00']), node),
      ofEthereum,
    ]) {
      const sent = submitReport(forwarder, receiver, raw, { signatures: [good, bad] })
      await expect(sent).to.be.revertedWithCustomError(contract, 'InvalidSigner')
    }
  })

  it('refuse a signature that is not 65 bytes', async () => {
    const { forwarder, contract, receiver } = await loadFixture(deploy)
    const raw = rawReport({ payload })
    const signatures = [0, 1].map((node) => `${sign(raw, reportContext, keyOf(nodeIndex(node)))}00`)
    await expect(submitReport(forwarder, receiver, raw, { signatures })).to.be.revertedWithCustomError(
      contract,
      'InvalidSignature',
    )
  })

  it('refuse a report that was changed after it was signed, in its payload or its identity', async () => {
    const { forwarder, contract, receiver } = await loadFixture(deploy)
    const executionId = id('changed')
    const raw = rawReport({ payload, executionId })
    const signatures = [0, 1].map((node) => sign(raw, reportContext, keyOf(nodeIndex(node))))
    for (const changed of [
      rawReport({ payload: '0xc0ffef', executionId }),
      rawReport({ payload, executionId, workflowOwner: addressOf(0) }),
      rawReport({ payload, executionId, reportId: 2 }),
    ]) {
      const sent = submitReport(forwarder, receiver, changed, { signatures })
      await expect(sent).to.be.revertedWithCustomError(contract, 'InvalidSigner')
    }
  })

  it('refuse a DON, or a version of its configuration, that is not known', async () => {
    const { forwarder, contract, receiver } = await loadFixture(deploy)
    await expect(submitReport(forwarder, receiver, { payload, donId: 2 }))
      .to.be.revertedWithCustomError(contract, 'InvalidConfig')
      .withArgs((2n << 32n) | 1n)
    await expect(submitReport(forwarder, receiver, { payload, configVersion: 2 }))
      .to.be.revertedWithCustomError(contract, 'InvalidConfig')
      .withArgs((1n << 32n) | 2n)
  })

  it('refuse a report that is shorter than its header', async () => {
    const { forwarder, contract, receiver } = await loadFixture(deploy)
    const short = rawReport({ payload: '0x' }).slice(0, -2)
    await expect(submitReport(forwarder, receiver, short)).to.be.revertedWithCustomError(
      contract,
      'InvalidReport',
    )
  })

  it('refuse a replay after success', async () => {
    const { forwarder, contract, sink, receiver } = await loadFixture(deploy)
    const { raw } = await submitReport(forwarder, receiver, { payload })
    await expect(submitReport(forwarder, receiver, raw)).to.be.revertedWithCustomError(
      contract,
      'AlreadyAttempted',
    )
    expect(await sink.reports!()).to.equal(1)
  })

  it('refuse too little gas for routing, whoever relays', async () => {
    const { forwarder, contract, sink, receiver } = await loadFixture(deploy)
    const raw = rawReport({ payload })
    await expect(submitReport(forwarder, receiver, raw, { gasLimit: 200_000 })).to.be.revertedWithCustomError(
      contract,
      'InsufficientGasForRouting',
    )
    expect((await submitReport(forwarder, receiver, raw, { gasLimit: 500_000 })).isProcessed).to.equal(true)
    expect(await sink.reports!()).to.equal(1)
  })

  it('burn a report to a key, or to a contract that is no receiver', async () => {
    const { forwarder, contract } = await loadFixture(deploy)
    for (const receiver of [addressOf(0), forwarder.address]) {
      const raw = rawReport({ payload })
      expect((await submitReport(forwarder, receiver, raw)).isProcessed).to.equal(false)
      await expect(submitReport(forwarder, receiver, raw)).to.be.revertedWithCustomError(
        contract,
        'AlreadyAttempted',
      )
    }
  })

  it('S1x-7: let a signed report of another workflow reach nobody: the transaction succeeds, the gate refuses', async () => {
    const { forwarder, sink, receiver } = await loadFixture(deploy)
    for (const foreign of [
      { workflowId: id('another id') },
      { workflowOwner: addressOf(0) },
      { workflowName: toBeHex(7, 10) },
    ]) {
      const { isProcessed } = await submitReport(forwarder, receiver, { payload, ...foreign })
      expect(isProcessed, JSON.stringify(foreign)).to.equal(false)
    }
    expect(await sink.reports!()).to.equal(0)
  })

  it('let anyone deliver a report again whose receiver refused it, once it no longer does', async () => {
    const { forwarder, contract, sink, receiver } = await loadFixture(deploy)
    await sink.setRefusing!(true)
    const { raw, isProcessed } = await submitReport(forwarder, receiver, { payload })
    expect(isProcessed).to.equal(false)
    expect((await submitReport(forwarder, receiver, raw)).isProcessed).to.equal(false)
    await sink.setRefusing!(false)
    const stranger = (await ethers.getSigners())[5]!
    const again = await submitReport({ ...forwarder, contract: contract.connect(stranger) }, receiver, raw)
    expect(again.isProcessed).to.equal(true)
    expect(await sink.reports!()).to.equal(1)
  })

  it('refuse a forwarder’s configuration with f of 0, too few nodes, or one twice', async () => {
    const { contract } = await loadFixture(deploy)
    const nodes = [0, 1, 2, 3].map((i) => addressOf(nodeIndex(i)))
    const set = (f: number, signers: string[]) => contract.setConfig(2, 1, f, signers)
    await expect(set(0, nodes)).to.be.revertedWithCustomError(contract, 'FaultToleranceMustBePositive')
    await expect(set(1, nodes.slice(1))).to.be.revertedWithCustomError(contract, 'InsufficientSigners')
    await expect(set(1, [...nodes.slice(1), nodes[1]!])).to.be.revertedWithCustomError(
      contract,
      'DuplicateSigner',
    )
  })
})

describe('the gate’s price', () => {
  itMeasures('is two cold slots, with and without an id set', async () => {
    const forwarder = await deployForwarder(connection)
    const bare = await ethers.deployContract('BareReceiver')
    const gate = await ethers.deployContract('EmptyGate', [forwarder.address])
    await gate.setWorkflow!(workflowOwner, workflowName)
    const costOf = async (receiver: string) => (await submitReport(forwarder, receiver, { payload })).gasUsed
    const floor = await costOf(await bare.getAddress())
    const byName = (await costOf(await gate.getAddress())) - floor
    await gate.addWorkflowId!(workflowId)
    const byId = (await costOf(await gate.getAddress())) - floor
    // 2 × 2,100 for the slots; what remains is calldata and comparisons.
    for (const cost of [byName, byId]) expect(Number(cost)).to.be.within(4_200, 6_000)
  })
})
