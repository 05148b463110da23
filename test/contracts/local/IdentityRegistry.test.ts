import { expect } from 'chai'
import { hexlify, id, toUtf8Bytes, Wallet, ZeroAddress } from 'ethers'
import { network } from 'hardhat'

const { ethers, networkHelpers } = await network.create()
const { time, loadFixture } = networkHelpers

const uri = 'https://agent.example/registration.json'
const bytes = (text: string) => hexlify(toUtf8Bytes(text))
const key = 'a2a'
const reserved = 'agentWallet'
const magic = '0x1626ba7e'
const wallet = new Wallet(id('a wallet'))
const types = {
  AgentWalletSet: [
    { name: 'agentId', type: 'uint256' },
    { name: 'newWallet', type: 'address' },
    { name: 'owner', type: 'address' },
    { name: 'deadline', type: 'uint256' },
  ],
}

async function deploy() {
  const [owner, operator, stranger] = await ethers.getSigners()
  const registry = await ethers.deployContract('IdentityRegistry')
  const domain = {
    name: 'ERC8004IdentityRegistry',
    version: '1',
    chainId: (await ethers.provider.getNetwork()).chainId,
    verifyingContract: await registry.getAddress(),
  }
  return { registry, domain, owner: owner!, operator: operator!, stranger: stranger! }
}

async function registered() {
  const fixture = await deploy()
  await fixture.registry['register(string)'](uri)
  const { registry, domain, owner } = fixture
  const sign = async (changes = {}, by = wallet) => {
    const deadline = (await time.latest()) + 200
    const message = { agentId: 0, newWallet: wallet.address, owner: owner.address, deadline, ...changes }
    return { deadline, signature: await by.signTypedData(domain, types, message) }
  }
  const setWallet = async (newWallet: string, changes = {}, by = wallet) => {
    const { deadline, signature } = await sign(changes, by)
    return registry.setAgentWallet(0, newWallet, deadline, signature)
  }
  return { ...fixture, sign, setWallet }
}

describe('register', () => {
  it('S1x-9: counts ids from 0, with the owner as wallet', async () => {
    const { registry, owner, stranger } = await loadFixture(deploy)
    const first = registry['register()']()
    await expect(first).to.emit(registry, 'Registered').withArgs(0, '', owner.address)
    await expect(first)
      .to.emit(registry, 'MetadataSet')
      .withArgs(0, reserved, reserved, owner.address.toLowerCase())
    await expect(registry.connect(stranger)['register(string)'](uri))
      .to.emit(registry, 'Registered')
      .withArgs(1, uri, stranger.address)
    expect(await registry.ownerOf(0)).to.equal(owner.address)
    expect(await registry.tokenURI(0)).to.equal('')
    expect(await registry.tokenURI(1)).to.equal(uri)
    expect(await registry.getAgentWallet(0)).to.equal(owner.address)
    expect(await registry.getMetadata(1, reserved)).to.equal(stranger.address.toLowerCase())
    expect([await registry.name(), await registry.symbol(), await registry.getVersion()]).to.deep.equal([
      'AgentIdentity',
      'AGENT',
      '2.0.0',
    ])
  })

  it('C8: takes metadata with it, except the reserved key', async () => {
    const { registry } = await loadFixture(deploy)
    const register = registry['register(string,(string,bytes)[])']
    const entries = [
      { metadataKey: key, metadataValue: bytes('https://agent.example') },
      { metadataKey: 'b', metadataValue: '0x01' },
    ]
    await expect(register(uri, entries))
      .to.emit(registry, 'MetadataSet')
      .withArgs(0, key, key, entries[0]!.metadataValue)
    expect(await registry.getMetadata(0, key)).to.equal(entries[0]!.metadataValue)
    expect(await registry.getMetadata(0, 'b')).to.equal('0x01')
    expect(await registry.tokenURI(0)).to.equal(uri)
    await expect(register(uri, [{ metadataKey: reserved, metadataValue: '0x01' }])).to.be.revertedWith(
      'reserved key',
    )
  })

  it('is refused to a contract that can’t hold tokens', async () => {
    const { registry } = await loadFixture(deploy)
    const contract = await ethers.deployContract('NoReceiver')
    const data = registry.interface.encodeFunctionData('register()')
    await expect(contract.call!(await registry.getAddress(), data)).to.be.revertedWithCustomError(
      registry,
      'ERC721InvalidReceiver',
    )
  })

  it('is an ERC-721', async () => {
    const { registry } = await loadFixture(deploy)
    expect(await registry.supportsInterface('0x80ac58cd')).to.equal(true)
    expect(await registry.supportsInterface('0xffffffff')).to.equal(false)
  })
})

describe('what an agent says of itself', () => {
  it('is set by owner and operators, of one agent or of all', async () => {
    const { registry, owner, operator, stranger } = await loadFixture(registered)
    await registry.approve(operator.address, 0)
    await registry.setApprovalForAll(stranger.address, true)
    for (const [i, who] of [owner, operator, stranger].entries()) {
      const theirs = registry.connect(who)
      await expect(theirs.setAgentURI(0, `${uri}?${i}`))
        .to.emit(registry, 'URIUpdated')
        .withArgs(0, `${uri}?${i}`, who.address)
      expect(await registry.tokenURI(0)).to.equal(`${uri}?${i}`)
      await theirs.setMetadata(0, key, bytes(String(i)))
      expect(await registry.getMetadata(0, key)).to.equal(bytes(String(i)))
    }
  })

  it('is not set by strangers, nor for an agent that does not exist', async () => {
    const { registry, sign, stranger } = await loadFixture(registered)
    const { deadline, signature } = await sign()
    const theirs = registry.connect(stranger)
    for (const call of [
      (agent: number) => theirs.setAgentURI(agent, uri),
      (agent: number) => theirs.setMetadata(agent, key, '0x'),
      (agent: number) => theirs.setAgentWallet(agent, wallet.address, deadline, signature),
      (agent: number) => theirs.unsetAgentWallet(agent),
    ]) {
      await expect(call(0)).to.be.revertedWith('Not authorized')
      await expect(call(1)).to.be.revertedWithCustomError(registry, 'ERC721NonexistentToken').withArgs(1)
    }
  })

  it('never sets the wallet as metadata', async () => {
    const { registry } = await loadFixture(registered)
    await expect(registry.setMetadata(0, reserved, '0x01')).to.be.revertedWith('reserved key')
  })

  it('is empty for an agent that does not exist', async () => {
    const { registry } = await loadFixture(deploy)
    expect(await registry.getMetadata(0, key)).to.equal('0x')
    expect(await registry.getAgentWallet(0)).to.equal(ZeroAddress)
    await expect(registry.tokenURI(0)).to.be.revertedWithCustomError(registry, 'ERC721NonexistentToken')
  })
})

describe('setAgentWallet', () => {
  it('takes a wallet that signs for itself; it is no operator by that', async () => {
    const { registry, setWallet } = await loadFixture(registered)
    await expect(setWallet(wallet.address))
      .to.emit(registry, 'MetadataSet')
      .withArgs(0, reserved, reserved, wallet.address.toLowerCase())
    expect(await registry.getAgentWallet(0)).to.equal(wallet.address)
    expect(await registry.isAuthorizedOrOwner(wallet.address, 0)).to.equal(false)
  })

  it('refuses zero, and a signature of another, or over another agent, wallet, owner or time', async () => {
    const { setWallet, stranger } = await loadFixture(registered)
    await expect(setWallet(ZeroAddress)).to.be.revertedWith('bad wallet')
    await expect(setWallet(wallet.address, {}, new Wallet(id('another')))).to.be.revertedWith(
      'invalid wallet sig',
    )
    for (const changes of [
      { agentId: 1 },
      { newWallet: stranger.address },
      { owner: stranger.address },
      { deadline: 1 },
    ])
      await expect(setWallet(wallet.address, changes)).to.be.revertedWith('invalid wallet sig')
  })

  it('takes a deadline from now to five minutes ahead', async () => {
    const { registry, domain, owner } = await loadFixture(registered)
    const now = (await time.latest()) + 100
    const setAt = async (deadline: number) => {
      const message = { agentId: 0, newWallet: wallet.address, owner: owner.address, deadline }
      const signature = await wallet.signTypedData(domain, types, message)
      return registry.setAgentWallet(0, wallet.address, deadline, signature)
    }
    await time.setNextBlockTimestamp(now)
    await expect(setAt(now - 1)).to.be.revertedWith('expired')
    await expect(setAt(now + 301)).to.be.revertedWith('deadline too far')
    await setAt(now + 300)
    await time.setNextBlockTimestamp(now + 10)
    await setAt(now + 10)
  })

  it('asks a wallet that is a contract, by ERC-1271, and takes no for anything but yes', async () => {
    const { registry, setWallet } = await loadFixture(registered)
    const answer = (text: string) => ethers.deployContract('SmartWallet', [text.padEnd(66, '0')])
    const good = await (await answer(magic)).getAddress()
    await setWallet(good)
    expect(await registry.getAgentWallet(0)).to.equal(good)
    for (const bad of [
      await answer('0x1626ba7f'),
      await answer('0x'),
      await ethers.deployContract('CurtWallet'),
      await ethers.deployContract('NoReceiver'),
    ])
      await expect(setWallet(await bad.getAddress())).to.be.revertedWith('invalid wallet sig')
  })

  it('is undone by unsetAgentWallet', async () => {
    const { registry } = await loadFixture(registered)
    await expect(registry.unsetAgentWallet(0))
      .to.emit(registry, 'MetadataSet')
      .withArgs(0, reserved, reserved, '0x')
    expect(await registry.getAgentWallet(0)).to.equal(ZeroAddress)
  })
})

describe('transfer', () => {
  it('clears the wallet, and keeps the rest', async () => {
    const { registry, owner, stranger } = await loadFixture(registered)
    await registry.setMetadata(0, key, '0x01')
    await registry.transferFrom(owner.address, stranger.address, 0)
    expect(await registry.getAgentWallet(0)).to.equal(ZeroAddress)
    expect(await registry.getMetadata(0, key)).to.equal('0x01')
    expect(await registry.ownerOf(0)).to.equal(stranger.address)
  })
})

describe('isAuthorizedOrOwner', () => {
  it('is true for owner and operators, false for others, and reverts for no agent', async () => {
    const { registry, owner, operator, stranger } = await loadFixture(registered)
    await registry.approve(operator.address, 0)
    expect(await registry.isAuthorizedOrOwner(owner.address, 0)).to.equal(true)
    expect(await registry.isAuthorizedOrOwner(operator.address, 0)).to.equal(true)
    expect(await registry.isAuthorizedOrOwner(stranger.address, 0)).to.equal(false)
    await registry.setApprovalForAll(stranger.address, true)
    expect(await registry.isAuthorizedOrOwner(stranger.address, 0)).to.equal(true)
    await expect(registry.isAuthorizedOrOwner(owner.address, 1))
      .to.be.revertedWithCustomError(registry, 'ERC721NonexistentToken')
      .withArgs(1)
  })
})
