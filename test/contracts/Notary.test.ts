import { expect } from 'chai'
import { id } from 'ethers'
import { network } from 'hardhat'

const { ethers, networkHelpers } = await network.create()
const { time, loadFixture } = networkHelpers
const [one, two, three] = ['one', 'two', 'three'].map(id) as [string, string, string]

async function deploy() {
  const [notary, stranger] = await ethers.getSigners()
  return { log: await ethers.deployContract('Notary'), notary: notary!, stranger: stranger! }
}

async function at(offset: number): Promise<number> {
  const timestamp = (await time.latest()) + offset
  await time.setNextBlockTimestamp(timestamp)
  return timestamp
}

describe('notarize', () => {
  it('S2-30: logs a hash with its time and its notary', async () => {
    const { log, notary } = await loadFixture(deploy)
    expect(await log.notarizedAt(one)).to.equal(0)
    const timestamp = await at(10)
    await expect(log.notarize(one)).to.emit(log, 'Notarized').withArgs(one, notary.address, timestamp)
    expect(await log.notarizedAt(one)).to.equal(timestamp)
  })

  it('S2-30: keeps the first time, and says nothing when it comes again', async () => {
    const { log, stranger } = await loadFixture(deploy)
    const timestamp = await at(10)
    await log.notarize(one)
    await time.increase(100)
    await expect(log.connect(stranger).notarize(one)).not.to.emit(log, 'Notarized')
    expect(await log.notarizedAt(one)).to.equal(timestamp)
  })
})

describe('notarizeAll', () => {
  it('S2-30: logs what is new of many', async () => {
    const { log, notary } = await loadFixture(deploy)
    const first = await at(10)
    await log.notarize(two)
    const second = await at(10)
    const sent = log.notarizeAll([one, two, three, one])
    await expect(sent).to.emit(log, 'Notarized').withArgs(one, notary.address, second)
    await expect(sent).to.emit(log, 'Notarized').withArgs(three, notary.address, second)
    expect((await (await sent).wait())!.logs).to.have.length(2)
    expect(await log.notarizedAt(two)).to.equal(first)
  })

  it('takes none', async () => {
    const { log } = await loadFixture(deploy)
    await expect(log.notarizeAll([])).not.to.emit(log, 'Notarized')
  })
})
