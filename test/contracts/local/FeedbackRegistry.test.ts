import { expect } from 'chai'
import { id, ZeroAddress, ZeroHash } from 'ethers'
import { network } from 'hardhat'

const { ethers, networkHelpers } = await network.create()
const { loadFixture } = networkHelpers

const most = 10n ** 38n
const endpoint = 'https://agent.example/a2a'
const uri = 'https://client.example/feedback.json'

async function deploy() {
  const [owner, ann, ben, cyd] = await ethers.getSigners()
  const identities = await ethers.deployContract('IdentityRegistry')
  const registry = await ethers.deployContract('FeedbackRegistry', [await identities.getAddress()])
  await identities['register()']()
  const give = (who: typeof ann, value: bigint | number, decimals = 0, tag1 = 'starred', tag2 = '') =>
    registry.connect(who!).giveFeedback(0, value, decimals, tag1, tag2, endpoint, uri, id('file'))
  return { identities, registry, give, owner: owner!, ann: ann!, ben: ben!, cyd: cyd! }
}

/** Ann: 80 starred, 60 starred/x, 10 other; Ben: 9.5 starred/x. */
async function withFeedback() {
  const fixture = await deploy()
  const { give, ann, ben } = fixture
  await give(ann, 80)
  await give(ann, 60, 0, 'starred', 'x')
  await give(ann, 10, 0, 'other')
  await give(ben, 95, 1, 'starred', 'x')
  return fixture
}

describe('giveFeedback', () => {
  it('S1-28: stores value and tags, and tells the rest in the event', async () => {
    const { identities, registry, give, ann, ben } = await loadFixture(deploy)
    expect(await registry.getIdentityRegistry()).to.equal(await identities.getAddress())
    expect(await registry.getVersion()).to.equal('2.0.0')
    await expect(give(ann, -5, 2, 'one', 'two'))
      .to.emit(registry, 'NewFeedback')
      .withArgs(0, ann.address, 1, -5, 2, 'one', 'one', 'two', endpoint, uri, id('file'))
    await give(ann, 1)
    await give(ben, 2)
    expect(await registry.readFeedback(0, ann.address, 1)).to.deep.equal([-5, 2, 'one', 'two', false])
    expect(await registry.getLastIndex(0, ann.address)).to.equal(2)
    expect(await registry.getLastIndex(0, ZeroAddress)).to.equal(0)
    expect(await registry.getClients(0)).to.deep.equal([ann.address, ben.address])
  })

  it('bounds decimals to 18 and values to ±10^38', async () => {
    const { give, ann } = await loadFixture(deploy)
    await expect(give(ann, 1, 19)).to.be.revertedWith('too many decimals')
    await give(ann, 1, 18)
    for (const value of [most, -most]) await give(ann, value)
    for (const value of [most + 1n, -most - 1n])
      await expect(give(ann, value)).to.be.revertedWith('value too large')
  })

  it('is refused to owner and operators, so that an agent can shut a client out by approving it', async () => {
    const { identities, give, owner, ann } = await loadFixture(deploy)
    await expect(give(owner, 100)).to.be.revertedWith('Self-feedback not allowed')
    await identities.approve(ann.address, 0)
    await expect(give(ann, 100)).to.be.revertedWith('Self-feedback not allowed')
    await identities.approve(ZeroAddress, 0)
    await give(ann, 100)
  })

  it('is refused for an agent that does not exist', async () => {
    const { identities, registry, ann } = await loadFixture(deploy)
    await expect(
      registry.connect(ann).giveFeedback(1, 1, 0, '', '', '', '', ZeroHash),
    ).to.be.revertedWithCustomError(identities, 'ERC721NonexistentToken')
  })

  it('needs a registry of identities', async () => {
    await expect(ethers.deployContract('FeedbackRegistry', [ZeroAddress])).to.be.revertedWith('bad identity')
  })
})

describe('revokeFeedback', () => {
  it('marks an entry of the caller, once', async () => {
    const { registry, ann, ben } = await loadFixture(withFeedback)
    await expect(registry.connect(ann).revokeFeedback(0, 2))
      .to.emit(registry, 'FeedbackRevoked')
      .withArgs(0, ann.address, 2)
    expect((await registry.readFeedback(0, ann.address, 2)).isRevoked).to.equal(true)
    await expect(registry.connect(ann).revokeFeedback(0, 2)).to.be.revertedWith('Already revoked')
    await expect(registry.connect(ben).revokeFeedback(0, 2)).to.be.revertedWith('index out of bounds')
    await expect(registry.connect(ben).revokeFeedback(0, 0)).to.be.revertedWith('index must be > 0')
  })
})

describe('readFeedback', () => {
  it('refuses indexes that are not', async () => {
    const { registry, ann } = await loadFixture(withFeedback)
    await expect(registry.readFeedback(0, ann.address, 0)).to.be.revertedWith('index must be > 0')
    await expect(registry.readFeedback(0, ann.address, 4)).to.be.revertedWith('index out of bounds')
  })
})

describe('getSummary', () => {
  it('is the mean over the clients named, with matching tags, without what was revoked', async () => {
    const { registry, ann, ben } = await loadFixture(withFeedback)
    const of = (clients: string[], tag1 = '', tag2 = '') => registry.getSummary(0, clients, tag1, tag2)
    expect(await of([ann.address])).to.deep.equal([3, 50, 0])
    expect(await of([ann.address], 'starred')).to.deep.equal([2, 70, 0])
    expect(await of([ann.address], 'starred', 'x')).to.deep.equal([1, 60, 0])
    expect(await of([ann.address], '', 'x')).to.deep.equal([1, 60, 0])
    expect(await of([ben.address])).to.deep.equal([1, 95, 1])
    await registry.connect(ann).revokeFeedback(0, 3)
    expect(await of([ann.address])).to.deep.equal([2, 70, 0])
  })

  it('has the decimals that most entries have, fewer of them at a tie, and cuts the rest', async () => {
    const { registry, give, ann, ben } = await loadFixture(withFeedback)
    const both = [ann.address, ben.address]
    // (60 + 9.5) / 2 = 34.75, one entry with 0 decimals and one with 1.
    expect(await registry.getSummary(0, both, 'starred', 'x')).to.deep.equal([2, 34, 0])
    await give(ben, 105, 1, 'starred', 'x')
    // (60 + 9.5 + 10.5) / 3 = 26.66…
    expect(await registry.getSummary(0, both, 'starred', 'x')).to.deep.equal([3, 266, 1])
  })

  it('handles values below zero, and 18 decimals', async () => {
    const { registry, give, ann } = await loadFixture(deploy)
    await give(ann, -10)
    await give(ann, 5)
    expect(await registry.getSummary(0, [ann.address], '', '')).to.deep.equal([2, -2, 0])
    await give(ann, -7, 18, 'fine')
    expect(await registry.getSummary(0, [ann.address], 'fine', '')).to.deep.equal([1, -7, 18])
  })

  it('is zeros where nothing matches, and refuses to sum up everybody', async () => {
    const { registry, ann, cyd } = await loadFixture(withFeedback)
    expect(await registry.getSummary(0, [cyd.address], '', '')).to.deep.equal([0, 0, 0])
    expect(await registry.getSummary(0, [ann.address], 'nothing', '')).to.deep.equal([0, 0, 0])
    await expect(registry.getSummary(0, [], '', '')).to.be.revertedWith('clientAddresses required')
  })
})

describe('readAllFeedback', () => {
  it('lists what matches, of the clients named or of all', async () => {
    const { registry, ann, ben } = await loadFixture(withFeedback)
    await registry.connect(ann).revokeFeedback(0, 1)
    const [a, b] = [ann.address, ben.address]
    expect(await registry.readAllFeedback(0, [], '', '', true)).to.deep.equal([
      [a, a, a, b],
      [1, 2, 3, 1],
      [80, 60, 10, 95],
      [0, 0, 0, 1],
      ['starred', 'starred', 'other', 'starred'],
      ['', 'x', '', 'x'],
      [true, false, false, false],
    ])
    const [clients, indexes] = await registry.readAllFeedback(0, [], 'starred', '', false)
    expect([clients, indexes]).to.deep.equal([
      [a, b],
      [2, 1],
    ])
    const [, , values] = await registry.readAllFeedback(0, [b], '', 'x', false)
    expect(values).to.deep.equal([95])
  })
})

describe('appendResponse', () => {
  it('answers an entry, by anyone, any number of times', async () => {
    const { registry, owner, ann, ben, cyd } = await loadFixture(withFeedback)
    const respond = (who: typeof ann, client: string, index: number) =>
      registry.connect(who).appendResponse(0, client, index, uri, id('answer'))
    await expect(respond(owner, ann.address, 1))
      .to.emit(registry, 'ResponseAppended')
      .withArgs(0, ann.address, 1, owner.address, uri, id('answer'))
    await respond(owner, ann.address, 1)
    await respond(cyd, ann.address, 1)
    await respond(cyd, ann.address, 3)
    await respond(cyd, ben.address, 1)
    const count = (client: string, index: number, responders: string[] = []) =>
      registry.getResponseCount(0, client, index, responders)
    expect(await count(ann.address, 1)).to.equal(3)
    expect(await count(ann.address, 1, [owner.address])).to.equal(2)
    expect(await count(ann.address, 2)).to.equal(0)
    expect(await count(ann.address, 0)).to.equal(4)
    expect(await count(ann.address, 0, [cyd.address])).to.equal(2)
    expect(await count(ZeroAddress, 0)).to.equal(5)
    expect(await count(ZeroAddress, 0, [cyd.address, ben.address])).to.equal(3)
  })

  it('refuses an empty address of the answer, and entries that are not', async () => {
    const { registry, ann } = await loadFixture(withFeedback)
    const respond = (index: number, at: string) =>
      registry.appendResponse(0, ann.address, index, at, ZeroHash)
    await expect(respond(1, '')).to.be.revertedWith('Empty URI')
    await expect(respond(0, uri)).to.be.revertedWith('index must be > 0')
    await expect(respond(4, uri)).to.be.revertedWith('index out of bounds')
  })
})
