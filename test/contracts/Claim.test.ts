import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import { manners, type PayeeWallet } from '../../local/ledger/crowd.ts'
import {
  ask,
  createMarket,
  deliver,
  deploySystem,
  deployVariant,
  join,
  reportOf,
  requested,
  resolved,
  type Saying,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { withdrawTreasury } from '../../local/ledger/payout.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const fixture = () => deploySystem(connection)

describe('claim', () => {
  it('pays once, by any caller, and returns the amount', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, workers } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    await settle(system, marketId)
    const { payout } = await market.getWorker(marketId, 0)
    expect(await market.claim.staticCall(marketId, 0)).to.equal(payout)
    await expect(market.claim(marketId, 0)).to.changeEtherBalance(ethers, workers[0]!.wallet, payout)
    for (const who of [workers[0]!.wallet, system.admin])
      await expect(market.connect(who).claim(marketId, 0)).to.be.revertedWithCustomError(
        market,
        'NothingToPay',
      )
    // Another worker's claim is not touched by it, before or after finalization.
    await market.finalize(marketId)
    await market.claim(marketId, 1)
  })

  it('waits for the end of the market', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const refused = (marketId: bigint, status: bigint) =>
      expect(market.claim(marketId, 0))
        .to.be.revertedWithCustomError(market, 'WrongStatus')
        .withArgs(marketId, status)
    const open = await createMarket(system)
    await join(system, open.marketId, 0)
    await refused(open.marketId, Status.Open)
    const { marketId } = await requested(system, 3)
    await refused(marketId, Status.Requested)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'NO'], 'YES'))
    await refused(marketId, Status.Resolved)
  })

  it('refuses a worker that there is not', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    await settle(system, marketId)
    for (const seat of [3, 31, 32])
      await expect(market.claim(marketId, seat))
        .to.be.revertedWithCustomError(market, 'UnknownWorker')
        .withArgs(marketId, seat)
  })
})

/** A settled market whose first worker is a contract; two others agree with it. */
const withWallet = async () => walletMarket(await deploySystem(connection), ['YES', 'YES', 'YES'])

async function walletMarket(system: System, sayings: readonly Saying[]) {
  const { market, identities, address } = system
  const wallet = (await ethers.deployContract('PayeeWallet')) as unknown as PayeeWallet
  const payee = await wallet.getAddress()
  const register = identities.interface.encodeFunctionData('register()')
  await wallet.execute(await identities.getAddress(), register)
  const { marketId } = await createMarket(system)
  const value = await market.stakeOf(marketId)
  const data = market.interface.encodeFunctionData('joinMarket', [marketId, 0])
  await wallet.execute(address, data, { value })
  const workers = [await join(system, marketId, 0), await join(system, marketId, 1)]
  await ask(system, marketId)
  await deliver(system, await reportOf(system, marketId, sayings, 'YES'))
  await settle(system, marketId)
  const { payout } = await market.getWorker(marketId, 0)
  return { system, market, address, wallet, payee, marketId, workers, payout }
}

describe('a payee that is a contract', () => {
  it('is paid like any other', async () => {
    const { market, wallet, payee, marketId, payout } = await loadFixture(withWallet)
    await expect(market.claim(marketId, 0)).to.changeEtherBalance(ethers, payee, payout)
    expect(await wallet.payments()).to.equal(1)
    expect(await market.creditOf(payee)).to.equal(0)
  })

  it('I7 attack 17: that refuses money finds it in withdraw, for itself or for another address', async () => {
    const { market, address, wallet, payee, marketId, payout, workers } = await loadFixture(withWallet)
    await wallet.setManner(manners.refuses)
    const claimed = market.claim(marketId, 0)
    await expect(claimed).to.emit(market, 'WorkerPaid').withArgs(marketId, 0, payee, payout)
    await expect(claimed).to.emit(market, 'Credited').withArgs(marketId, payee, payout, 0)
    expect(await market.creditOf(payee)).to.equal(payout)
    expect(await ethers.provider.getBalance(payee)).to.equal(0)
    await expect(market.claim(marketId, 0)).to.be.revertedWithCustomError(market, 'NothingToPay')
    // The others are paid meanwhile.
    for (const [i, worker] of workers.entries()) {
      const due = (await market.getWorker(marketId, i + 1)).payout
      await expect(market.claim(marketId, i + 1)).to.changeEtherBalance(ethers, worker.wallet, due)
    }
    const withdraw = (to: string) =>
      wallet.execute(address, market.interface.encodeFunctionData('withdraw', [to]))
    await expect(withdraw(payee)).to.be.revertedWithCustomError(market, 'PaymentRefused').withArgs(payee)
    expect(await market.creditOf(payee)).to.equal(payout)
    const other = `0x${'77'.repeat(20)}`
    await expect(withdraw(other)).to.changeEtherBalance(ethers, other, payout)
    expect(await market.creditOf(payee)).to.equal(0)
    await expect(withdraw(other)).to.be.revertedWithCustomError(market, 'NothingToPay')
  })

  it('I7 attack 17: that burns all gas, or reverts with more bytes than can be copied, is credited too', async () => {
    for (const manner of [manners.burnsAllGas, manners.revertsWithMuch]) {
      const { market, wallet, payee, marketId, payout } = await loadFixture(withWallet)
      await wallet.setManner(manner)
      await market.claim(marketId, 0, { gasLimit: 3_000_000 })
      expect(await market.creditOf(payee)).to.equal(payout)
      expect(await ethers.provider.getBalance(payee)).to.equal(0)
      // It costs nobody else anything.
      await market.claim(marketId, 1, { gasLimit: 100_000 })
    }
  })

  it('I7 attack 17: that returns more bytes than can be copied is paid', async () => {
    const { market, wallet, payee, marketId, payout } = await loadFixture(withWallet)
    await wallet.setManner(manners.returnsMuch)
    const claimed = market.claim(marketId, 0, { gasLimit: 3_000_000 })
    await expect(claimed).to.changeEtherBalance(ethers, payee, payout)
    expect(await market.creditOf(payee)).to.equal(0)
  })

  it('is not called where there is nothing to pay', async () => {
    const base = await loadFixture(fixture)
    const system = await deployVariant(base, { parameters: { silentSlashBps: 10_000 } })
    const { market, wallet, marketId } = await walletMarket(system, ['silent', 'YES', 'YES'])
    await market.claim(marketId, 0)
    expect(await wallet.payments()).to.equal(0)
    expect((await market.getWorker(marketId, 0)).isClaimed).to.equal(true)
  })

  it('that claims again while it is paid has its money once', async () => {
    const { market, address, wallet, payee, marketId, payout } = await loadFixture(withWallet)
    await wallet.setManner(manners.callsBack)
    await wallet.setCall(address, market.interface.encodeFunctionData('claim', [marketId, 0]))
    await expect(market.claim(marketId, 0)).to.changeEtherBalance(ethers, payee, payout)
    expect(await wallet.payments()).to.equal(1)
    expect(await wallet.isCallDone()).to.equal(false)
  })

  it('that withdraws again while it is paid has its money once', async () => {
    const { market, address, wallet, payee, marketId, payout } = await loadFixture(withWallet)
    await wallet.setManner(manners.refuses)
    await market.claim(marketId, 0)
    await wallet.setManner(manners.callsBack)
    const data = market.interface.encodeFunctionData('withdraw', [payee])
    await wallet.setCall(address, data)
    await expect(wallet.execute(address, data)).to.changeEtherBalance(ethers, payee, payout)
    expect(await wallet.payments()).to.equal(1)
    expect(await wallet.isCallDone()).to.equal(false)
  })

  it('may claim for another while it is paid: both have their own', async () => {
    const { market, address, wallet, payee, marketId, payout, workers } = await loadFixture(withWallet)
    await wallet.setManner(manners.callsBack)
    await wallet.setCall(address, market.interface.encodeFunctionData('claim', [marketId, 1]))
    const due = (await market.getWorker(marketId, 1)).payout
    const accounts = [payee, workers[0]!.wallet.address]
    await expect(market.claim(marketId, 0)).to.changeEtherBalances(ethers, accounts, [payout, due])
    expect(await wallet.isCallDone()).to.equal(true)
  })
})

describe('withdraw', () => {
  it('S1x-5: pays the caller’s own credit, from all markets, to where it says, once', async () => {
    const system = await loadFixture(fixture)
    const { market, creator, challenger } = system
    for (const value of [parseEther('1'), parseEther('0.2')]) {
      const { marketId, deadline } = await createMarket(system, { reward: value })
      await time.increaseTo(deadline)
      await market.requestResolution(marketId)
    }
    const credit = parseEther('1.2')
    expect(await market.creditOf(creator.address)).to.equal(credit)
    await expect(market.connect(challenger).withdraw(challenger.address)).to.be.revertedWithCustomError(
      market,
      'NothingToPay',
    )
    expect(await market.connect(creator).withdraw.staticCall(creator.address)).to.equal(credit)
    const other = `0x${'78'.repeat(20)}`
    const withdrawn = market.connect(creator).withdraw(other)
    await expect(withdrawn).to.emit(market, 'Withdrawn').withArgs(creator.address, other, credit)
    await expect(withdrawn).to.changeEtherBalance(ethers, other, credit)
    expect(await market.creditOf(creator.address)).to.equal(0)
    await expect(market.connect(creator).withdraw(other)).to.be.revertedWithCustomError(
      market,
      'NothingToPay',
    )
  })

  it('S1x-5: to the caller itself', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    const { marketId, deadline } = await createMarket(system)
    await time.increaseTo(deadline)
    await market.requestResolution(marketId)
    await expect(market.connect(creator).withdraw(creator.address)).to.changeEtherBalance(
      ethers,
      creator,
      parseEther('1'),
    )
  })

  it('the kill switch stops no money: settlement, claims and withdrawals go on', async () => {
    const system = await loadFixture(fixture)
    const { market, killSwitch } = system
    const { marketId } = await requested(system, 3)
    await killSwitch.getFunction('stop')()
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES'))
    await settle(system, marketId)
    await market.finalize(marketId)
    for (const i of [0, 1, 2]) await market.claim(marketId, i)
    await withdrawTreasury(system)
    expect(await ethers.provider.getBalance(system.address)).to.equal(0)
  })
})

describe('the market', () => {
  it('takes no money but with a call that is about it', async () => {
    const { admin, address } = await loadFixture(fixture)
    await expect(admin.sendTransaction({ to: address, value: 1n })).to.be.revert(ethers)
  })
})
