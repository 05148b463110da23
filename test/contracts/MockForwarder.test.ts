import { expect } from 'chai'
import { id } from 'ethers'
import { network } from 'hardhat'
import {
  deployForwarder,
  rawReport,
  reportContext,
  submitReport,
  workflowId,
  workflowName,
  workflowOwner,
} from '../../local/ledger/forwarder.ts'

const connection = await network.create()
const { ethers, networkHelpers } = connection
const { loadFixture } = networkHelpers
const executionId = id('the execution')
const reportId = '0x0001'

/** The same receiver at both forwarders: what the simulator's one does is held against the genuine one. */
async function deploy() {
  const genuine = await deployForwarder(connection)
  const mock = await ethers.deployContract('MockKeystoneForwarder')
  const [admin] = await ethers.getSigners()
  const sinkFor = async (forwarder: string) => {
    const sink = await ethers.deployContract('ReportSink', [admin!.address, forwarder, 86_400, 86_400, true])
    await sink.setWorkflow!(workflowOwner, workflowName)
    await sink.addWorkflowId!(workflowId)
    return { sink, receiver: await sink.getAddress() }
  }
  const theirs = await sinkFor(genuine.address)
  const ours = await sinkFor(await mock.getAddress())
  const deliver = async (to: string, fields: object = {}, signatures: string[] = []) =>
    await mock.report!(
      to,
      rawReport({ executionId, payload: '0xc0ffee', ...fields }),
      reportContext,
      signatures,
    )
  return { genuine, mock, theirs, ours, deliver }
}

describe('AUDIT D1: the mock forwarder of local chains', () => {
  it('delivers without a signature what the genuine one delivers with them, and remembers it alike', async () => {
    const { genuine, mock, theirs, ours, deliver } = await loadFixture(deploy)
    await expect(deliver(ours.receiver))
      .to.emit(mock, 'ReportProcessed')
      .withArgs(ours.receiver, executionId, reportId, true)
    await submitReport(genuine, theirs.receiver, { executionId, payload: '0xc0ffee' })
    for (const { sink } of [ours, theirs]) {
      expect(await sink.reports!()).to.equal(1)
      expect(await sink.lastReport!()).to.equal('0xc0ffee')
    }
    const mine = await mock.getTransmissionInfo!(ours.receiver, executionId, reportId)
    const real = await genuine.contract.getTransmissionInfo!(theirs.receiver, executionId, reportId)
    for (const field of ['state', 'transmitter', 'invalidReceiver', 'success'] as const)
      expect((mine as Record<string, unknown>)[field], field).to.equal(
        (real as unknown as Record<string, unknown>)[field],
      )
    expect(await mock.getTransmissionId!(ours.receiver, executionId, reportId)).to.equal(
      await genuine.contract.getTransmissionId!(ours.receiver, executionId, reportId),
    )
    expect(await mock.getTransmitter!(ours.receiver, executionId, reportId)).to.equal(mine.transmitter)
  })

  it('delivers nothing twice, and again what a receiver refused', async () => {
    const { mock, ours, theirs, deliver } = await loadFixture(deploy)
    await deliver(ours.receiver)
    await expect(deliver(ours.receiver)).to.be.revertedWithCustomError(mock, 'AlreadyAttempted')
    // The other sink listens to the genuine forwarder alone.
    for (let i = 0; i < 2; i++)
      await expect(deliver(theirs.receiver))
        .to.emit(mock, 'ReportProcessed')
        .withArgs(theirs.receiver, executionId, reportId, false)
    expect((await mock.getTransmissionInfo!(theirs.receiver, executionId, reportId)).state).to.equal(3)
  })

  it('burns a report to what is no receiver, and refuses one without its header', async () => {
    const { mock, deliver } = await loadFixture(deploy)
    const [, outsider] = await ethers.getSigners()
    await expect(deliver(outsider!.address))
      .to.emit(mock, 'ReportProcessed')
      .withArgs(outsider!.address, executionId, reportId, false)
    await expect(deliver(outsider!.address)).to.be.revertedWithCustomError(mock, 'AlreadyAttempted')
    expect((await mock.getTransmissionInfo!(outsider!.address, executionId, reportId)).state).to.equal(2)
    await expect(
      mock.report!(outsider!.address, `0x${'01'.repeat(108)}`, '0x', []),
    ).to.be.revertedWithCustomError(mock, 'InvalidReport')
    expect(await mock.typeAndVersion!()).to.match(/mock/i)
  })
})
