import { expect } from 'chai'
import { ZeroAddress } from 'ethers'
import { network } from 'hardhat'

const { ethers, networkHelpers } = await network.create()
const { loadFixture } = networkHelpers

async function deploy() {
  const [guardian, heir, stranger] = await ethers.getSigners()
  const off = await ethers.deployContract('KillSwitch', [guardian!.address])
  return { off, guardian: guardian!, heir: heir!, stranger: stranger! }
}

describe('KillSwitch', () => {
  it('S4-14: is off at first; the guardian stops and resumes', async () => {
    const { off, guardian } = await loadFixture(deploy)
    expect(await off.isStopped()).to.equal(false)
    await expect(off.stop()).to.emit(off, 'StoppedBy').withArgs(guardian.address)
    expect(await off.isStopped()).to.equal(true)
    await off.stop()
    expect(await off.isStopped()).to.equal(true)
    await expect(off.resume()).to.emit(off, 'ResumedBy').withArgs(guardian.address)
    expect(await off.isStopped()).to.equal(false)
  })

  it('is in nobody else’s hands', async () => {
    const { off, stranger } = await loadFixture(deploy)
    const theirs = off.connect(stranger)
    for (const call of [
      () => theirs.stop(),
      () => theirs.resume(),
      () => theirs.nominateGuardian(stranger.address),
      () => theirs.acceptGuardian(),
    ]) {
      await expect(call()).to.be.revertedWithCustomError(off, 'NotTheGuardian').withArgs(stranger.address)
    }
  })

  it('changes hands in two steps', async () => {
    const { off, guardian, heir } = await loadFixture(deploy)
    await expect(off.nominateGuardian(heir.address)).to.emit(off, 'GuardianNominated').withArgs(heir.address)
    expect(await off.pendingGuardian()).to.equal(heir.address)
    expect(await off.guardian()).to.equal(guardian.address)
    await expect(off.connect(heir).stop()).to.be.revertedWithCustomError(off, 'NotTheGuardian')
    await expect(off.connect(heir).acceptGuardian()).to.emit(off, 'GuardianChanged').withArgs(heir.address)
    expect(await off.guardian()).to.equal(heir.address)
    expect(await off.pendingGuardian()).to.equal(ZeroAddress)
    await expect(off.stop()).to.be.revertedWithCustomError(off, 'NotTheGuardian').withArgs(guardian.address)
    await off.connect(heir).stop()
  })

  it('takes a nomination back', async () => {
    const { off, heir } = await loadFixture(deploy)
    await off.nominateGuardian(heir.address)
    await off.nominateGuardian(ZeroAddress)
    await expect(off.connect(heir).acceptGuardian()).to.be.revertedWithCustomError(off, 'NotTheGuardian')
  })

  it('has a guardian from the start', async () => {
    const { off, guardian } = await loadFixture(deploy)
    await expect(off.deploymentTransaction()).to.emit(off, 'GuardianChanged').withArgs(guardian.address)
    await expect(ethers.deployContract('KillSwitch', [ZeroAddress])).to.be.revertedWithCustomError(
      off,
      'ZeroGuardian',
    )
  })
})
