import { expect } from 'chai'
import { MaxUint256, parseEther } from 'ethers'
import { network } from 'hardhat'
import type { IdentityRegistry } from '../../local/ledger/contracts.ts'
import {
  createMarket,
  day,
  defaultParameters,
  deliver,
  deployCrowd,
  deploySystem,
  deployVariant,
  join,
  joinAll,
  joinCrowd,
  type PackedReputation,
  reportOf,
  requested,
  requestedCrowd,
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
  it('S1-35: the owner joins; what he stakes is held, and his seat is the first', async () => {
    const { system, market, marketId, owner, agentId, floor } = await loadFixture(fixture)
    const { ethers, address } = system
    const before = await ethers.provider.getBalance(address)
    expect(await market.connect(owner).joinMarket.staticCall(marketId, agentId, { value: floor })).to.equal(0)
    await expect(market.connect(owner).joinMarket(marketId, agentId, { value: floor + 7n }))
      .to.emit(market, 'WorkerJoined')
      .withArgs(marketId, agentId, owner.address, 0, floor + 7n, 2_500)
    expect(await ethers.provider.getBalance(address)).to.equal(before + floor + 7n)
    const worker = await market.getWorker(marketId, 0)
    expect(worker.agentId).to.equal(agentId)
    expect(worker.signer).to.equal(owner.address)
    expect(worker.stake).to.equal(floor + 7n)
    expect(worker.factorBps).to.equal(Score.newcomerFactorBps)
    expect((await market.getMarket(marketId)).workers).to.equal(1)
    expect((await market.getMarket(marketId)).stakes).to.equal(floor + 7n)
  })

  it('S1-35 S1x-4: the agent’s wallet joins, though it is no operator, and is signer and payee', async () => {
    const { market, marketId, identities, wallet, agentId, floor } = await loadFixture(withWallet)
    expect(await identities.isAuthorizedOrOwner(wallet.address, agentId)).to.equal(false)
    await market.connect(wallet).joinMarket(marketId, agentId, { value: floor })
    expect((await market.getWorker(marketId, 0)).signer).to.equal(wallet.address)
  })

  it('S1x-4: owner, operator and whoever is approved for the agent join for its wallet', async () => {
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

  it('a stranger joins with nobody’s agent', async () => {
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
    expect((await market.getWorker(marketId, 0)).signer).to.equal(owner.address)
  })

  it('payee and signer are fixed at the join: a sale of the agent afterwards moves no money', async () => {
    const { market, marketId, identities, owner, stranger, wallet, agentId, floor } =
      await loadFixture(withWallet)
    await market.connect(wallet).joinMarket(marketId, agentId, { value: floor })
    await identities.connect(owner).transferFrom(owner.address, stranger.address, agentId)
    expect((await market.getWorker(marketId, 0)).signer).to.equal(wallet.address)
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
    expect((await market.getWorker(marketId, 0)).agentId).to.equal(0)
    await expect(market.connect(stranger).joinMarket(marketId, 0, { value: floor }))
      .to.be.revertedWithCustomError(market, 'AlreadyJoined')
      .withArgs(marketId, 0)
    // And the empty seats behind it are no agent 0.
    await market.connect(owner).joinMarket(marketId, 1, { value: floor })
  })

  it('agent 0 may come when others are in already: their seats’ zeros are not it', async () => {
    const { market, marketId, owner, stranger, floor } = await loadFixture(fixture)
    await market.connect(owner).joinMarket(marketId, 1, { value: floor })
    await market.connect(stranger).joinMarket(marketId, 0, { value: floor })
    expect((await market.getWorker(marketId, 1)).agentId).to.equal(0)
  })

  it('C77 attack 3: an agent joins once, whoever asks for it, at any seat', async () => {
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
    expect((await market.getWorker(marketId, 0)).agentId).to.equal(most)
  })
})

describe('joinMarket: for how much', () => {
  it('S1x-2 attack 4: the stake is at least half of the pool by default, to the wei', async () => {
    const { market, marketId, owner, agentId, floor } = await loadFixture(fixture)
    expect(floor).to.equal(parseEther('0.5'))
    for (const value of [0n, floor - 1n])
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
      await expect(market.connect(owner).joinMarket(marketId, agentId, { value: floor - 1n }))
        .to.be.revertedWithCustomError(market, 'WrongValue')
        .withArgs(floor - 1n, floor)
      await market.connect(owner).joinMarket(marketId, agentId, { value: floor })
    }
  })

  it('the stake fits 96 bits: no larger one is cut', async () => {
    const { market, marketId, owner, agentId, floor } = await loadFixture(fixture)
    await setBalance(owner.address, MaxUint256 / 2n)
    const most = 2n ** 96n - 1n
    await expect(market.connect(owner).joinMarket(marketId, agentId, { value: most + 1n }))
      .to.be.revertedWithCustomError(market, 'WrongValue')
      .withArgs(most + 1n, floor)
    await market.connect(owner).joinMarket(marketId, agentId, { value: most })
    const worker = await market.getWorker(marketId, 0)
    expect(worker.stake).to.equal(most)
    expect(worker.signer).to.equal(owner.address)
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
      await expect(market.connect(stranger!).joinMarket(marketId, 0, { value: parseEther('1') }))
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

  it('the kill switch stops no joins: whoever could keep workers out could buy an Invalid', async () => {
    const { system, market, marketId, owner, agentId, floor } = await loadFixture(fixture)
    await system.killSwitch.getFunction('stop')()
    await market.connect(owner).joinMarket(marketId, agentId, { value: floor })
    expect((await market.getMarket(marketId)).workers).to.equal(1)
  })
})

describe('joinMarket: how many', () => {
  const crowded = async () => {
    const system = await deploySystem(connection)
    return { system, crowd: await deployCrowd(system, 34) }
  }

  it('S1x-3: takes 32 workers, each in its own seat, and no 33rd', async () => {
    const { system, crowd } = await loadFixture(crowded)
    const { market } = system
    const { marketId } = await createMarket(system)
    const floor = await market.stakeOf(marketId)
    const stakes = Array.from({ length: 32 }, (_, i) => floor + BigInt(i))
    await joinCrowd(system, crowd, marketId, stakes)
    for (const [i, stake] of stakes.entries()) {
      const worker = await market.getWorker(marketId, i)
      expect([worker.agentId, worker.stake, worker.factorBps]).to.deep.equal([
        crowd.agentIds[i],
        stake,
        2_500n,
      ])
    }
    const more = crowd.contract.join(marketId, [crowd.agentIds[32]!], [floor], { value: floor })
    await expect(more).to.be.revertedWithCustomError(market, 'MarketFull').withArgs(marketId)
  })

  it('maxWorkers is the deployment’s', async () => {
    const { system: base } = await loadFixture(crowded)
    const system = await deployVariant(base, {
      parameters: { maxWorkers: 4, maxNewcomers: 4, minWorkers: 1 },
    })
    const { marketId } = await createMarket(system)
    await joinAll(system, marketId, 4)
    await expect(join(system, marketId, 4))
      .to.be.revertedWithCustomError(system.market, 'MarketFull')
      .withArgs(marketId)
  })

  async function withNewcomerLimit() {
    const base = await deploySystem(connection)
    const system = await deployVariant(base, {
      parameters: { maxNewcomers: 2 },
      reputations: 'PackedReputation',
    })
    return { system, crowd: await deployCrowd(system, 6) }
  }

  it('attack 4: agents without a settled market find maxNewcomers places, others come in beside them', async () => {
    const { system, crowd } = await loadFixture(withNewcomerLimit)
    const { market } = system
    const reputations = system.reputations as unknown as PackedReputation
    const { marketId } = await createMarket(system)
    const floor = await market.stakeOf(marketId)
    const enter = (i: number) =>
      crowd.contract.join(marketId, [crowd.agentIds[i]!], [floor], { value: floor })
    await enter(0)
    await enter(1)
    await expect(enter(2)).to.be.revertedWithCustomError(market, 'MarketFull').withArgs(marketId)
    const reputation = { count: 1, correct: 1, sumRes: 80n, sumSrc: 70n, sumDepth: 60n }
    for (const i of [2, 3]) {
      await reputations.put(crowd.agentIds[i]!, reputation)
      await enter(i)
      expect((await market.getWorker(marketId, i)).factorBps).to.equal(Score.factorBps(reputation))
    }
    await expect(enter(4)).to.be.revertedWithCustomError(market, 'MarketFull').withArgs(marketId)
    expect((await market.getMarket(marketId)).workers).to.equal(4)
  })

  it('who is known takes no newcomer’s place', async () => {
    const { system, crowd } = await loadFixture(withNewcomerLimit)
    const reputations = system.reputations as unknown as PackedReputation
    const { marketId } = await createMarket(system)
    const floor = await system.market.stakeOf(marketId)
    const known = { count: 3, correct: 0, sumRes: 0n, sumSrc: 0n, sumDepth: 0n }
    for (const i of [0, 1, 2]) await reputations.put(crowd.agentIds[i]!, known)
    await joinCrowd(
      system,
      crowd,
      marketId,
      [0, 1, 2, 3, 4].map(() => floor),
    )
    expect((await system.market.getMarket(marketId)).workers).to.equal(5)
  })

  it('maxWorkers bounds those who are known as well, in the market and again in its appeal', async () => {
    const base = await deploySystem(connection)
    const system = await deployVariant(base, {
      parameters: { maxWorkers: 3, maxNewcomers: 3 },
      reputations: 'PackedReputation',
    })
    const crowd = await deployCrowd(system, 8)
    const reputations = system.reputations as unknown as PackedReputation
    const known = { count: 3, correct: 3, sumRes: 240n, sumSrc: 210n, sumDepth: 180n }
    for (const agentId of crowd.agentIds) await reputations.put(agentId, known)
    const { market } = system
    const { marketId } = await requestedCrowd(system, crowd, 3)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES'))
    await market.escalate(marketId, { value: await market.bondOf(marketId) })
    const { marketId: open } = await createMarket(system)
    for (const [id, first] of [
      [marketId, 3],
      [open, 0],
    ] as const) {
      const floor = await market.stakeOf(id)
      const enter = (i: number) => crowd.contract.join(id, [crowd.agentIds[i]!], [floor], { value: floor })
      for (const i of [0, 1, 2]) await enter(first + i)
      await expect(enter(first + 3))
        .to.be.revertedWithCustomError(market, 'MarketFull')
        .withArgs(id)
    }
  })

  it('SPEC §4: the factor is frozen at the join', async () => {
    const { system, crowd } = await loadFixture(withNewcomerLimit)
    const { market } = system
    const reputations = system.reputations as unknown as PackedReputation
    const { marketId } = await createMarket(system)
    const floor = await market.stakeOf(marketId)
    await joinCrowd(system, crowd, marketId, [floor])
    await reputations.put(crowd.agentIds[0]!, {
      count: 2 ** 32 - 1,
      correct: 2 ** 32 - 1,
      sumRes: 100n * (2n ** 32n - 1n),
      sumSrc: 100n * (2n ** 32n - 1n),
      sumDepth: 100n * (2n ** 32n - 1n),
    })
    expect((await market.getWorker(marketId, 0)).factorBps).to.equal(2_500)
    const { marketId: next } = await createMarket(system, { deadline: (await time.latest()) + 2 * day })
    await joinCrowd(system, crowd, next, [floor])
    expect((await market.getWorker(next, 0)).factorBps).to.equal(14_999)
  })
})
