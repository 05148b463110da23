import { expect } from 'chai'
import { MaxUint256, parseEther } from 'ethers'
import { network } from 'hardhat'
import type { IdentityRegistry } from '../../local/ledger/contracts.ts'
import {
  createMarket,
  defaultParameters,
  deploySystem,
  join,
  joinAll,
  requested,
  resolved,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import * as Score from '../../protocol/Score.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, setBalance, setStorageAt, time } = networkHelpers
const { joinCutoff, minStake } = defaultParameters

/** A market that is open, and an agent whose wallet is still its owner. */
async function fixture() {
  const system = await deploySystem(connection)
  const { marketId, deadline } = await createMarket(system)
  const [owner, operator, wallet, stranger, approved] = system.others
  const identities = system.identities as unknown as IdentityRegistry
  // Somebody else has agent 0.
  await identities.connect(stranger!)['register()']()
  await identities.connect(owner!)['register()']()
  const floor = await system.market.stakeOf(marketId)
  const agentId = 1n
  return {
    ...{ system, market: system.market, marketId, deadline, identities, floor, agentId },
    ...{ owner: owner!, operator: operator!, wallet: wallet!, stranger: stranger!, approved: approved! },
  }
}

/** As `fixture`, with a wallet of its own, which is no operator of the agent. */
async function withWallet() {
  const all = await fixture()
  const { identities, owner, wallet, agentId } = all
  const deadline = (await time.latest()) + 250
  const signature = await wallet.signTypedData(
    {
      name: 'ERC8004IdentityRegistry',
      version: '1',
      chainId: (await ethers.provider.getNetwork()).chainId,
      verifyingContract: await identities.getAddress(),
    },
    {
      AgentWalletSet: [
        { name: 'agentId', type: 'uint256' },
        { name: 'newWallet', type: 'address' },
        { name: 'owner', type: 'address' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    { agentId, newWallet: wallet.address, owner: owner.address, deadline },
  )
  await identities.connect(owner).setAgentWallet(agentId, wallet.address, deadline, signature)
  return all
}

describe('joinMarket: who may', () => {
  it('S1-35: the owner joins; the stake is held, and the place is the first', async () => {
    const { system, market, marketId, owner, agentId, floor } = await loadFixture(fixture)
    const { ethers, address } = system
    const before = await ethers.provider.getBalance(address)
    expect(await market.connect(owner).joinMarket.staticCall(marketId, agentId, { value: floor })).to.equal(0)
    await expect(market.connect(owner).joinMarket(marketId, agentId, { value: floor }))
      .to.emit(market, 'WorkerJoined')
      .withArgs(marketId, agentId, owner.address, 0, floor, 2_500)
    expect(await ethers.provider.getBalance(address)).to.equal(before + floor)
    const member = await market.getMember(marketId, agentId)
    expect([member.cohort, member.joinIndex, member.stake]).to.deep.equal([0n, 0n, floor])
    expect(member.signer).to.equal(owner.address)
    expect(member.factorBps).to.equal(Score.newcomerFactorBps)
    expect([member.seat, member.isPaid, member.canLeave]).to.deep.equal([MaxUint256, false, true])
    const { joined, seats, stakes } = await market.getMarket(marketId)
    expect([joined, seats, stakes]).to.deep.equal([1n, 0n, floor])
  })

  it('S1-35 S1x-4: the agent’s wallet joins, though it is no operator, and is signer and payee', async () => {
    const { market, marketId, identities, wallet, agentId, floor } = await loadFixture(withWallet)
    expect(await identities.isAuthorizedOrOwner(wallet.address, agentId)).to.equal(false)
    await market.connect(wallet).joinMarket(marketId, agentId, { value: floor })
    expect((await market.getMember(marketId, agentId)).signer).to.equal(wallet.address)
  })

  it('S1x-4: the owner, an operator and an account approved for the agent join for its wallet', async () => {
    for (const who of ['owner', 'operator', 'approved'] as const) {
      const all = await loadFixture(withWallet)
      const { market, marketId, identities, owner, wallet, agentId, floor } = all
      await identities.connect(owner).setApprovalForAll(all.operator.address, true)
      await identities.connect(owner).approve(all.approved.address, agentId)
      await expect(market.connect(all[who]).joinMarket(marketId, agentId, { value: floor }), who)
        .to.emit(market, 'WorkerJoined')
        .withArgs(marketId, agentId, wallet.address, 0, floor, 2_500)
    }
  })

  it('a stranger cannot join with an agent of others', async () => {
    const { market, marketId, stranger, agentId, floor } = await loadFixture(withWallet)
    await expect(market.connect(stranger).joinMarket(marketId, agentId, { value: floor }))
      .to.be.revertedWithCustomError(market, 'NotTheAgent')
      .withArgs(agentId, stranger.address)
  })

  it('where no wallet is set the owner is signer and payee, even if an operator joins', async () => {
    const { market, marketId, identities, owner, operator, wallet, agentId, floor } =
      await loadFixture(withWallet)
    await identities.connect(owner).unsetAgentWallet(agentId)
    await identities.connect(owner).setApprovalForAll(operator.address, true)
    await expect(market.connect(wallet).joinMarket(marketId, agentId, { value: floor }))
      .to.be.revertedWithCustomError(market, 'NotTheAgent')
      .withArgs(agentId, wallet.address)
    await market.connect(operator).joinMarket(marketId, agentId, { value: floor })
    expect((await market.getMember(marketId, agentId)).signer).to.equal(owner.address)
  })

  it('payee and signer are fixed at the join: a sale of the agent afterwards moves no money', async () => {
    const { market, marketId, identities, owner, stranger, wallet, agentId, floor } =
      await loadFixture(withWallet)
    await market.connect(wallet).joinMarket(marketId, agentId, { value: floor })
    await identities.connect(owner).transferFrom(owner.address, stranger.address, agentId)
    expect((await market.getMember(marketId, agentId)).signer).to.equal(wallet.address)
  })

  it('refuses an agent that does not exist', async () => {
    const { market, marketId, identities, owner, floor } = await loadFixture(fixture)
    await expect(market.connect(owner).joinMarket(marketId, 2, { value: floor }))
      .to.be.revertedWithCustomError(identities, 'ERC721NonexistentToken')
      .withArgs(2)
  })

  it('C77 attack 5: agent 0 is an agent like any other', async () => {
    const { market, marketId, owner, stranger, floor } = await loadFixture(fixture)
    await market.connect(stranger).joinMarket(marketId, 0, { value: floor })
    expect((await market.getMember(marketId, 0)).signer).to.equal(stranger.address)
    await expect(market.connect(stranger).joinMarket(marketId, 0, { value: floor }))
      .to.be.revertedWithCustomError(market, 'AlreadyJoined')
      .withArgs(marketId, 0)
    // And the empty places behind it are not agent 0.
    await market.connect(owner).joinMarket(marketId, 1, { value: floor })
  })

  it('agent 0 may come when others are in already: their places’ zeros are not it', async () => {
    const { market, marketId, owner, stranger, floor } = await loadFixture(fixture)
    await market.connect(owner).joinMarket(marketId, 1, { value: floor })
    await market.connect(stranger).joinMarket(marketId, 0, { value: floor })
    expect((await market.getMember(marketId, 0)).joinIndex).to.equal(1)
  })

  it('C77 attack 3: an agent joins once, by whatever account, at any place', async () => {
    const { system, market, marketId, identities, owner, operator, agentId, floor } =
      await loadFixture(fixture)
    const workers = await joinAll(system, marketId, 6, 5)
    await identities.connect(owner).setApprovalForAll(operator.address, true)
    await market.connect(owner).joinMarket(marketId, agentId, { value: floor })
    for (const who of [owner, operator])
      await expect(market.connect(who).joinMarket(marketId, agentId, { value: floor }))
        .to.be.revertedWithCustomError(market, 'AlreadyJoined')
        .withArgs(marketId, agentId)
    for (const worker of workers)
      await expect(market.connect(worker.wallet).joinMarket(marketId, worker.agentId, { value: floor }))
        .to.be.revertedWithCustomError(market, 'AlreadyJoined')
        .withArgs(marketId, worker.agentId)
  })

  it('one agent may be in two markets', async () => {
    const { system, market, owner, agentId, floor } = await loadFixture(fixture)
    const { marketId } = await createMarket(system)
    for (const id of [1n, marketId]) await market.connect(owner).joinMarket(id, agentId, { value: floor })
  })

  it('takes an id of 48 bits and refuses one of 49, before the registry is asked', async () => {
    const { market, marketId, identities, owner, floor } = await loadFixture(fixture)
    const most = 2n ** 48n - 1n
    for (const id of [most + 1n, MaxUint256])
      await expect(market.connect(owner).joinMarket(marketId, id, { value: floor }))
        .to.be.revertedWithCustomError(market, 'AgentIdTooLarge')
        .withArgs(id)
    await expect(market.connect(owner).joinMarket(marketId, most, { value: floor }))
      .to.be.revertedWithCustomError(identities, 'ERC721NonexistentToken')
      .withArgs(most)
    // The next id to be given out is the first slot after ERC-721's six, its URIs, and EIP-712's two fallback texts.
    const registry = await identities.getAddress()
    let slot = 0
    while ((await ethers.provider.getStorage(registry, slot)) !== ethers.toBeHex(2, 32)) slot++
    await setStorageAt(registry, slot, most)
    await identities.connect(owner)['register()']()
    await market.connect(owner).joinMarket(marketId, most, { value: floor })
    expect((await market.getMember(marketId, most)).signer).to.equal(owner.address)
  })
})

describe('joinMarket: for how much', () => {
  it('S1x-2 A9 attack 4: the stake is half of the pool by default, to the wei: not less and not more', async () => {
    const { market, marketId, owner, agentId, floor } = await loadFixture(fixture)
    expect(floor).to.equal(parseEther('0.5'))
    for (const value of [0n, floor - 1n, floor + 1n, parseEther('1000')])
      await expect(market.connect(owner).joinMarket(marketId, agentId, { value }))
        .to.be.revertedWithCustomError(market, 'WrongValue')
        .withArgs(value, floor)
    await market.connect(owner).joinMarket(marketId, agentId, { value: floor })
  })

  it('S1x-2: of a small pool it is the fixed minimum; where both meet, it is both', async () => {
    const { system, market, owner, agentId } = await loadFixture(fixture)
    const floors: [bigint, bigint][] = [
      [minStake, minStake],
      [2n * minStake - 1n, minStake],
      [2n * minStake, minStake],
      [2n * minStake + 1n, minStake],
      [2n * minStake + 2n, minStake + 1n],
    ]
    for (const [reward, floor] of floors) {
      const { marketId } = await createMarket(system, { reward })
      expect(await market.stakeOf(marketId)).to.equal(floor)
      for (const value of [floor - 1n, floor + 1n])
        await expect(market.connect(owner).joinMarket(marketId, agentId, { value }))
          .to.be.revertedWithCustomError(market, 'WrongValue')
          .withArgs(value, floor)
      await market.connect(owner).joinMarket(marketId, agentId, { value: floor })
    }
  })

  it('A9: no number of joins moves the stake of those who come later', async () => {
    const { system, market, marketId, floor } = await loadFixture(fixture)
    for (const i of [5, 6, 7]) {
      await join(system, marketId, i)
      expect(await market.stakeOf(marketId)).to.equal(floor)
    }
  })

  it('the stake follows the largest pool: no bit of it is cut', async () => {
    const { system, market, owner, agentId } = await loadFixture(fixture)
    for (const account of [owner, system.creator]) await setBalance(account.address, MaxUint256 / 2n)
    const { marketId } = await createMarket(system, { reward: 2n ** 96n - 1n })
    const value = (2n ** 96n - 1n) / 2n
    expect(await market.stakeOf(marketId)).to.equal(value)
    await market.connect(owner).joinMarket(marketId, agentId, { value })
    const { stake, signer } = await market.getMember(marketId, agentId)
    expect([stake, signer]).to.deep.equal([value, owner.address])
  })
})

describe('joinMarket: when', () => {
  it('SPEC §1: until the second before the cutoff, and not at it', async () => {
    const { market, marketId, owner, stranger, deadline, agentId, floor } = await loadFixture(fixture)
    const end = deadline - joinCutoff
    await time.setNextBlockTimestamp(end - 1)
    await market.connect(owner).joinMarket(marketId, agentId, { value: floor })
    expect(await time.latest()).to.equal(end - 1)
    await time.setNextBlockTimestamp(end)
    await expect(market.connect(stranger).joinMarket(marketId, 0, { value: floor }))
      .to.be.revertedWithCustomError(market, 'TooLate')
      .withArgs(end)
  })

  it('C23 attack 2: not once the resolution is asked for, nor when it is there, nor ever after', async () => {
    const { system } = await loadFixture(fixture)
    const { market } = system
    const late = async (marketId: bigint, status: bigint) => {
      const [, , , stranger] = system.others
      await expect(market.connect(stranger!).joinMarket(marketId, 0, { value: parseEther('0.5') }))
        .to.be.revertedWithCustomError(market, 'WrongStatus')
        .withArgs(marketId, status)
    }
    const asked = await requested(system, 3)
    await late(asked.marketId, Status.Requested)
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    await late(marketId, Status.Resolved)
    await settle(system, marketId)
    await late(marketId, Status.Settled)
    await market.finalize(marketId)
    await late(marketId, Status.Finalized)
    const { marketId: empty, deadline } = await createMarket(system)
    await time.increaseTo(deadline)
    await market.requestResolution(empty)
    await late(empty, Status.Invalid)
  })

  it('refuses a market that does not exist', async () => {
    const { market, owner, agentId, floor } = await loadFixture(fixture)
    for (const id of [0, 2])
      await expect(market.connect(owner).joinMarket(id, agentId, { value: floor }))
        .to.be.revertedWithCustomError(market, 'UnknownMarket')
        .withArgs(id)
  })

  it('the kill switch stops no joins: keeping workers out would buy an Invalid', async () => {
    const { system, market, marketId, owner, agentId, floor } = await loadFixture(fixture)
    await system.killSwitch.getFunction('stop')()
    await market.connect(owner).joinMarket(marketId, agentId, { value: floor })
    expect((await market.getMarket(marketId)).joined).to.equal(1)
  })
})
