import { expect } from 'chai'
import { MaxUint256, parseEther } from 'ethers'
import { network } from 'hardhat'
import type { IdentityRegistry } from '../../local/ledger/contracts.ts'
import { manners, type PayeeWallet } from '../../local/ledger/crowd.ts'
import {
  ask,
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  drawSeats,
  join,
  joinAll,
  reportOf,
  requested,
  resolved,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { expectEmptied } from '../../local/ledger/payout.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const { joinCutoff } = defaultParameters
const stake = parseEther('0.5')

/** An open market of five agents. */
async function fixture() {
  const system = await deploySystem(connection)
  const { marketId, deadline } = await createMarket(system)
  const workers = await joinAll(system, marketId, 5)
  return { system, market: system.market, marketId, deadline, workers }
}

/** Four seats, seven agents, drawn. */
async function drawn() {
  const system = await deployVariant(await deploySystem(connection), { parameters: { maxWorkers: 4 } })
  return { system, market: system.market, ...(await requested(system, 7)) }
}

/** Who of the workers has a seat, and who has none. */
async function parted({ market }: System, marketId: bigint, workers: Awaited<ReturnType<typeof joinAll>>) {
  const [seated, free]: [typeof workers, typeof workers] = [[], []]
  for (const worker of workers) {
    const { seat } = await market.getMember(marketId, worker.agentId)
    if (seat === MaxUint256) free.push(worker)
    else seated.push(worker)
  }
  return { seated, free }
}

/** The agents that joined, in their places. */
async function places({ market }: System, marketId: bigint, workers: readonly { agentId: bigint }[]) {
  const found: bigint[] = []
  for (const { agentId } of workers) {
    const member = await market.getMember(marketId, agentId).catch(() => null)
    if (member !== null) found[Number(member.joinIndex)] = agentId
  }
  return found
}

describe('leaveMarket before the cutoff', () => {
  it('A12: gives the whole stake back, and says so', async () => {
    const { market, marketId, workers } = await loadFixture(fixture)
    const { wallet, agentId } = workers[1]!
    expect(await market.connect(wallet).leaveMarket.staticCall(marketId, agentId)).to.equal(stake)
    const left = market.connect(wallet).leaveMarket(marketId, agentId)
    await expect(left).to.emit(market, 'WorkerLeft').withArgs(marketId, agentId, wallet.address, stake)
    await expect(left).to.changeEtherBalances(ethers, [wallet, market], [stake, -stake])
    const { joined, stakes } = await market.getMarket(marketId)
    expect([joined, stakes]).to.deep.equal([4n, 4n * stake])
    await expect(market.getMember(marketId, agentId))
      .to.be.revertedWithCustomError(market, 'NotJoined')
      .withArgs(marketId, agentId)
    await expect(market.connect(wallet).leaveMarket(marketId, agentId))
      .to.be.revertedWithCustomError(market, 'NotJoined')
      .withArgs(marketId, agentId)
  })

  it('lets the last that joined move into the gap, be it the first, one between, or the last itself', async () => {
    for (const [leaving, order] of [
      [0, [4, 1, 2, 3]],
      [2, [0, 1, 4, 3]],
      [4, [0, 1, 2, 3]],
    ] as const) {
      const { system, market, marketId, workers } = await loadFixture(fixture)
      const { wallet, agentId } = workers[leaving]!
      const before = await market.getMember(marketId, workers[4]!.agentId)
      await market.connect(wallet).leaveMarket(marketId, agentId)
      expect(await places(system, marketId, workers)).to.deep.equal(order.map((i) => workers[i]!.agentId))
      if (leaving === 4) continue
      // It brings all that is kept of it.
      const after = await market.getMember(marketId, workers[4]!.agentId)
      expect([after.signer, after.factorBps, after.stake]).to.deep.equal([
        before.signer,
        before.factorBps,
        before.stake,
      ])
    }
  })

  it('may be done by everybody, in any order; the last of them leaves the creator’s pool alone', async () => {
    const { system, market, marketId, workers } = await loadFixture(fixture)
    for (const i of [3, 0, 4, 2, 1])
      await market.connect(workers[i]!.wallet).leaveMarket(marketId, workers[i]!.agentId)
    expect((await market.getMarket(marketId)).joined).to.equal(0)
    expect(await ethers.provider.getBalance(system.address)).to.equal(parseEther('1'))
    await ask(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    await expectEmptied(system, marketId)
  })

  it('asks those who stayed, in their places, and pays them', async () => {
    const { system, market, marketId, workers } = await loadFixture(fixture)
    await market.connect(workers[0]!.wallet).leaveMarket(marketId, workers[0]!.agentId)
    await ask(system, marketId)
    const { workers: asked } = await market.getRound(marketId, 0, 16)
    expect(asked.map(({ agentId }) => agentId)).to.deep.equal([4, 1, 2, 3].map((i) => workers[i]!.agentId))
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES', 'NO'], 'YES'))
    await settle(system, marketId)
    const { payout } = await market.getWorker(marketId, 0)
    await expect(market.claim(marketId, 0)).to.changeEtherBalance(ethers, workers[4]!.wallet, payout)
    await expectEmptied(system, marketId)
  })

  it('and coming back is a join like any other, at the end, with the factor of that day', async () => {
    const { system, market, marketId, workers } = await loadFixture(fixture)
    const { wallet, agentId } = workers[1]!
    const own = market.connect(wallet)
    for (let times = 0; times < 3; times++) {
      await own.leaveMarket(marketId, agentId)
      await expect(own.joinMarket(marketId, agentId, { value: stake }))
        .to.emit(market, 'WorkerJoined')
        .withArgs(marketId, agentId, wallet.address, 4, stake, 2_500)
    }
    expect((await market.getMarket(marketId)).joined).to.equal(5)
    expect(await places(system, marketId, workers)).to.have.members(workers.map((one) => one.agentId))
    await ask(system, marketId)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES', 'YES', 'YES'], 'YES'))
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('SPEC §1: until the second before twice the cutoff, and not at it', async () => {
    const { market, marketId, deadline, workers } = await loadFixture(fixture)
    const end = deadline - 2 * joinCutoff
    await time.setNextBlockTimestamp(end - 1)
    await market.connect(workers[0]!.wallet).leaveMarket(marketId, workers[0]!.agentId)
    for (const at of [end, deadline]) {
      await time.setNextBlockTimestamp(at)
      await expect(market.connect(workers[1]!.wallet).leaveMarket(marketId, workers[1]!.agentId))
        .to.be.revertedWithCustomError(market, 'TooLate')
        .withArgs(end)
    }
    await time.increaseTo(deadline)
    expect((await market.getMember(marketId, workers[1]!.agentId)).canLeave).to.equal(false)
  })

  it('refuses an agent that is not in the market, and a market that does not exist', async () => {
    const { system, market, marketId, workers } = await loadFixture(fixture)
    const { wallet, agentId } = workers[0]!
    const other = await createMarket(system)
    await expect(market.connect(wallet).leaveMarket(other.marketId, agentId))
      .to.be.revertedWithCustomError(market, 'NotJoined')
      .withArgs(other.marketId, agentId)
    await expect(market.connect(wallet).leaveMarket(marketId, 99))
      .to.be.revertedWithCustomError(market, 'NotJoined')
      .withArgs(marketId, 99)
    await expect(market.connect(wallet).leaveMarket(9, agentId))
      .to.be.revertedWithCustomError(market, 'UnknownMarket')
      .withArgs(9)
  })
})

describe('leaveMarket: who may, and who is paid', () => {
  it('owner, operator and approved account, and nobody else; the signer of the join is paid', async () => {
    for (const who of ['owner', 'operator', 'approved', 'stranger'] as const) {
      const { system, market, marketId, workers } = await loadFixture(fixture)
      const { wallet: owner, agentId } = workers[0]!
      const [operator, approved, stranger] = system.others.slice(20)
      const identities = system.identities as unknown as IdentityRegistry
      await identities.connect(owner).setApprovalForAll(operator!.address, true)
      await identities.connect(owner).approve(approved!.address, agentId)
      const caller = { owner, operator: operator!, approved: approved!, stranger: stranger! }[who]
      const left = market.connect(caller).leaveMarket(marketId, agentId)
      if (who === 'stranger')
        await expect(left)
          .to.be.revertedWithCustomError(market, 'NotTheAgent')
          .withArgs(agentId, stranger!.address)
      else await expect(left).to.emit(market, 'WorkerLeft').withArgs(marketId, agentId, owner.address, stake)
    }
  })

  it('after a sale: the signer of the join still may, the buyer may too, and the signer is paid', async () => {
    for (const who of ['seller', 'buyer'] as const) {
      const { system, market, marketId, workers } = await loadFixture(fixture)
      const { wallet: seller, agentId } = workers[0]!
      const buyer = system.others[20]!
      const identities = system.identities as unknown as IdentityRegistry
      await identities.connect(seller).transferFrom(seller.address, buyer.address, agentId)
      const before = await ethers.provider.getBalance(buyer.address)
      const left = market.connect({ seller, buyer }[who]).leaveMarket(marketId, agentId)
      await expect(left).to.emit(market, 'WorkerLeft').withArgs(marketId, agentId, seller.address, stake)
      if (who === 'buyer') await expect(left).to.changeEtherBalance(ethers, seller, stake)
      expect((await ethers.provider.getBalance(buyer.address)) <= before).to.equal(true)
    }
  })

  it('a payee that refuses money finds it in withdraw; one that calls back has its stake once', async () => {
    for (const manner of ['refuses', 'callsBack'] as const) {
      const { system, market, marketId } = await loadFixture(fixture)
      const { address, identities } = system
      const wallet = (await ethers.deployContract('PayeeWallet')) as unknown as PayeeWallet
      const payee = await wallet.getAddress()
      const agentId = 5n
      await wallet.execute(
        await identities.getAddress(),
        identities.interface.encodeFunctionData('register()'),
      )
      const call = (name: string) =>
        market.interface.encodeFunctionData(name as 'joinMarket', [marketId, agentId])
      await wallet.execute(address, call('joinMarket'), { value: stake })
      await wallet.setManner(manners[manner])
      await wallet.setCall(address, call('leaveMarket'))
      const left = wallet.execute(address, call('leaveMarket'))
      await expect(left).to.emit(market, 'WorkerLeft').withArgs(marketId, agentId, payee, stake)
      if (manner === 'refuses') {
        await expect(left).to.emit(market, 'Credited').withArgs(marketId, payee, stake, 0)
        expect(await market.creditOf(payee)).to.equal(stake)
        const other = `0x${'79'.repeat(20)}`
        const data = market.interface.encodeFunctionData('withdraw', [other])
        await expect(wallet.execute(address, data)).to.changeEtherBalance(ethers, other, stake)
      } else {
        expect(await wallet.isCallDone()).to.equal(false)
        expect(await ethers.provider.getBalance(payee)).to.equal(stake)
      }
      expect((await market.getMarket(marketId)).joined).to.equal(5)
    }
  })
})

describe('leaveMarket after the draw', () => {
  it('pays agents without a seat at once, whatever becomes of the market, and nothing moves', async () => {
    const { system, market, marketId, workers } = await loadFixture(drawn)
    const { seated, free } = await parted(system, marketId, workers)
    expect([seated.length, free.length]).to.deep.equal([4, 3])
    const before = await market.getRound(marketId, 0, 16)
    const leave = async ({ wallet, agentId }: (typeof workers)[number]) => {
      const left = market.connect(wallet).leaveMarket(marketId, agentId)
      await expect(left).to.changeEtherBalance(ethers, wallet, stake)
      await expect(market.connect(wallet).leaveMarket(marketId, agentId)).to.be.revertedWithCustomError(
        market,
        'NotJoined',
      )
    }
    await leave(free[0]!)
    const after = await market.getRound(marketId, 0, 16)
    expect(after.workers).to.deep.equal(before.workers)
    expect((await market.getMarket(marketId)).joined).to.equal(7)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES', 'YES'], 'YES'))
    await leave(free[1]!)
    await settle(system, marketId)
    await market.finalize(marketId)
    await leave(free[2]!)
    await expectEmptied(system, marketId)
  })

  it('is never for who has a seat', async () => {
    const { system, market, marketId, workers } = await loadFixture(drawn)
    const { seated } = await parted(system, marketId, workers)
    const refused = async () => {
      for (const { wallet, agentId } of seated) {
        const { seat } = await market.getMember(marketId, agentId)
        await expect(market.connect(wallet).leaveMarket(marketId, agentId))
          .to.be.revertedWithCustomError(market, 'HasSeat')
          .withArgs(marketId, seat)
      }
    }
    await refused()
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES', 'YES'], 'YES'))
    await refused()
    await settle(system, marketId)
    await refused()
    for (let k = 0; k < 4; k++) await market.claim(marketId, k)
    await refused()
  })

  it('is not before it: from twice the cutoff to the draw nobody leaves', async () => {
    const { system } = await loadFixture(drawn)
    const { market } = system
    const { marketId, deadline } = await createMarket(system)
    const workers = await joinAll(system, marketId, 6, 10)
    await time.increaseTo(deadline)
    const refused = async () => {
      for (const { wallet, agentId } of workers) {
        expect((await market.getMember(marketId, agentId)).canLeave).to.equal(false)
        await expect(market.connect(wallet).leaveMarket(marketId, agentId))
          .to.be.revertedWithCustomError(market, 'TooLate')
          .withArgs(deadline - 2 * joinCutoff)
      }
    }
    await refused()
    await market.requestResolution(marketId)
    await refused()
    await drawSeats(system, marketId)
    const { free } = await parted(system, marketId, workers)
    await market.connect(free[0]!.wallet).leaveMarket(marketId, free[0]!.agentId)
  })

  it('with as many agents as seats nobody is free', async () => {
    const { system, market, marketId, workers } = await loadFixture(fixture)
    await ask(system, marketId)
    for (const [i, { wallet, agentId }] of workers.entries())
      await expect(market.connect(wallet).leaveMarket(marketId, agentId))
        .to.be.revertedWithCustomError(market, 'HasSeat')
        .withArgs(marketId, i)
  })
})

describe('leaveMarket and appeals', () => {
  async function appealed() {
    const system = await deployVariant(await deploySystem(connection), { parameters: { maxWorkers: 4 } })
    const { market } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    await market
      .connect(system.appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    return { system, market, marketId }
  }

  it('nobody leaves an appeal that is to be asked', async () => {
    const { system, market, marketId } = await loadFixture(appealed)
    const fresh = await joinAll(system, marketId, 5, 3)
    const refused = async () => {
      const { wallet, agentId } = fresh[0]!
      expect((await market.getMember(marketId, agentId)).canLeave).to.equal(false)
      await expect(market.connect(wallet).leaveMarket(marketId, agentId))
        .to.be.revertedWithCustomError(market, 'WrongStatus')
        .withArgs(marketId, Status.Resolved)
    }
    await refused()
    await time.increaseTo((await market.getMarket(marketId)).windowEnd)
    await refused()
    await market.requestResolution(marketId)
    await refused()
    await drawSeats(system, marketId)
    const { free } = await parted(system, marketId, fresh)
    expect(free.length).to.equal(1)
    await expect(
      market.connect(free[0]!.wallet).leaveMarket(marketId, free[0]!.agentId),
    ).to.changeEtherBalance(ethers, free[0]!.wallet, parseEther('1'))
  })

  it('where too few came, they have their stakes back, now or after the next appeal, and may join that', async () => {
    const { system, market, marketId } = await loadFixture(appealed)
    const [first, second] = await joinAll(system, marketId, 2, 3)
    await ask(system, marketId)
    expect((await market.getMarket(marketId)).isAppealing).to.equal(false)
    const leave = ({ wallet, agentId }: typeof first & object) =>
      market.connect(wallet).leaveMarket(marketId, agentId)
    await expect(leave(first!)).to.changeEtherBalance(ethers, first!.wallet, parseEther('1'))
    await market
      .connect(system.appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    // The stake of the second appeal is twice that of the first; what was staked in the first is paid back.
    const next = await market.stakeOf(marketId)
    expect(next).to.equal(parseEther('2'))
    await market.connect(first!.wallet).joinMarket(marketId, first!.agentId, { value: next })
    await expect(
      market.connect(second!.wallet).joinMarket(marketId, second!.agentId, { value: next }),
    ).to.be.revertedWithCustomError(market, 'AlreadyJoined')
    await expect(leave(second!)).to.changeEtherBalance(ethers, second!.wallet, parseEther('1'))
    await market.connect(second!.wallet).joinMarket(marketId, second!.agentId, { value: next })
    await join(system, marketId, 5)
    await ask(system, marketId)
    await deliver(system, await reportOf(system, marketId, ['NO', 'NO', 'NO'], 'NO'))
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })
})
