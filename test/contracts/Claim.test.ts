import { expect } from 'chai'
import { AbiCoder, id, parseEther, ZeroHash } from 'ethers'
import { network } from 'hardhat'
import {
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  join,
  type PayeeWallet,
  recordOf,
  reportOf,
  requested,
  resolved,
  type Saying,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { type Report, Score, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const fixture = () => deploySystem(connection)

// Rates and amounts that divide nothing evenly.
const parameters = { wrongSlashBps: 3_333, silentSlashBps: 6_667, invalidRewardBps: 1_234 }
const reward = parseEther('1') + 7n
const stakes = [0n, 1n, 13n, 101n, 999n, 12_345n, 77n].map((extra) => parseEther('0.6') + extra)
const down = (amount: bigint, bps: number) => (amount * BigInt(bps)) / 10_000n
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const odd = async () => deployVariant(await deploySystem(connection), { parameters })

const cast = (outcome: Vote.Outcome, res: number, src: number, depth: number): Report.Record => ({
  ...{ vote: Vote.cast(outcome), resQuality: res, srcQuality: src, analysisDepth: depth },
})
const weightOf = ({ resQuality, srcQuality, analysisDepth }: Report.Record) =>
  BigInt(
    Score.weight(
      { res_quality: resQuality, src_quality: srcQuality, analysis_depth: analysisDepth },
      Score.newcomerFactorBps,
    ),
  )

/** A market whose workers have the stakes above, reported with these records. */
async function reported(system: System, records: readonly Report.Record[], outcome: Vote.Outcome) {
  const { marketId, deadline } = await createMarket(system, { reward })
  const workers = []
  for (const [i] of records.entries()) workers.push(await join(system, marketId, i, stakes[i]))
  await time.increaseTo(deadline)
  await system.market.requestResolution(marketId)
  const sayings = records.map(() => 'YES' as const)
  await deliver(system, await reportOf(system, marketId, sayings, outcome, { records }))
  return { marketId, workers }
}

/** Everyone has what is due, and the contract keeps nothing that is nobody's. */
async function expectPaid(
  system: System,
  { marketId, workers }: Awaited<ReturnType<typeof reported>>,
  due: readonly bigint[],
  creator: bigint,
  challenger = 0n,
) {
  const { market, address } = system
  expect(await market.creditOf(system.creator.address)).to.equal(creator)
  expect(await market.creditOf(system.challenger.address)).to.equal(challenger)
  for (const [i, { wallet }] of workers.entries()) {
    expect((await market.getWorker(marketId, i)).payout, String(i)).to.equal(due[i])
    const claimed = market.connect(system.appellant).claim(marketId, i)
    await expect(claimed).to.emit(market, 'WorkerPaid').withArgs(marketId, i, wallet.address, due[i])
    await expect(claimed).to.changeEtherBalance(ethers, wallet, due[i]!)
  }
  expect(sum(due) + creator + challenger).to.equal(reward + sum(stakes.slice(0, workers.length)))
  expect(await ethers.provider.getBalance(address)).to.equal(creator + challenger)
}

describe('claim pays each row of the payout table to the wei', () => {
  const fault = recordOf('malformed')
  const excused = recordOf('gateway-altered')

  for (const [agreed, other] of [
    ['YES', 'NO'],
    ['NO', 'YES'],
  ] as const) {
    it(`S1-42 attack 14 attack 16: ${agreed}`, async () => {
      const system = await loadFixture(odd)
      const records = [
        cast(agreed, 93, 71, 55),
        cast(agreed, 17, 99, 3),
        cast(other, 60, 41, 7),
        cast('INVALID', 20, 0, 5),
        fault,
        excused,
        cast(agreed, 100, 100, 99),
      ]
      const market = await reported(system, records, agreed)
      await settle(system, market.marketId)
      const wrong = down(stakes[2]!, parameters.wrongSlashBps)
      const silent = down(stakes[4]!, parameters.silentSlashBps)
      const shared = reward + wrong + silent
      const total = weightOf(records[0]!) + weightOf(records[1]!) + weightOf(records[6]!)
      const share = (i: number) => stakes[i]! + (shared * weightOf(records[i]!)) / total
      const due = [
        ...[share(0), share(1), stakes[2]! - wrong, stakes[3]!, stakes[4]! - silent, stakes[5]!],
        share(6),
      ]
      const dust = reward + sum(stakes) - sum(due)
      expect(dust < 3n).to.equal(true)
      await expectPaid(system, market, due, dust)
    })
  }

  it('C78: Invalid by vote: those who said so share a part of the pool and what the silent lose', async () => {
    const system = await loadFixture(odd)
    const records = [
      cast('INVALID', 93, 71, 55),
      cast('INVALID', 17, 99, 3),
      cast('YES', 20, 41, 7),
      cast('NO', 20, 0, 5),
      fault,
      excused,
    ]
    const market = await reported(system, records, 'INVALID')
    await settle(system, market.marketId)
    const silent = down(stakes[4]!, parameters.silentSlashBps)
    const part = down(reward, parameters.invalidRewardBps)
    const total = weightOf(records[0]!) + weightOf(records[1]!)
    const share = (i: number) => stakes[i]! + ((part + silent) * weightOf(records[i]!)) / total
    const due = [share(0), share(1), stakes[2]!, stakes[3]!, stakes[4]! - silent, stakes[5]!]
    const rest = reward + sum(stakes.slice(0, 6)) - sum(due)
    expect(rest - (reward - part) < 2n).to.equal(true)
    await expectPaid(system, market, due, rest)
  })

  it('C21: Invalid because nobody leads, and nobody said so: no weight to share by, so all of it is the creator’s', async () => {
    const system = await loadFixture(odd)
    const records = [cast('YES', 50, 50, 50), cast('NO', 50, 50, 50), fault]
    const market = await reported(system, records, 'INVALID')
    await settle(system, market.marketId)
    const silent = down(stakes[2]!, parameters.silentSlashBps)
    await expectPaid(system, market, [stakes[0]!, stakes[1]!, stakes[2]! - silent], reward + silent)
  })

  it('C133: a struck worker has nothing, its challenger a part, those who were right the rest', async () => {
    const system = await loadFixture(odd)
    const records = [cast('YES', 93, 71, 55), cast('YES', 17, 99, 3), cast('NO', 60, 41, 7)]
    const made = await reported(system, records, 'YES')
    const { marketId, workers } = made
    const { market, challenger, address } = system
    // Two answers of worker 1 to one round.
    const domain = {
      ...{ name: 'CREsolver', version: '1', verifyingContract: address },
      chainId: (await ethers.provider.getNetwork()).chainId,
    }
    const types = {
      Attestation: [
        { name: 'marketId', type: 'uint256' },
        { name: 'round', type: 'uint32' },
        { name: 'phase', type: 'uint8' },
        { name: 'requestHash', type: 'bytes32' },
        { name: 'responseHash', type: 'bytes32' },
        { name: 'checkHash', type: 'bytes32' },
      ],
    }
    const attest = async (responseHash: string) => {
      const said = { marketId, round: 1, phase: 1, requestHash: ZeroHash, responseHash, checkHash: ZeroHash }
      const signature = await workers[1]!.wallet.signTypedData(domain, types, said)
      return [1, ZeroHash, responseHash, ZeroHash, signature]
    }
    const one = 'tuple(uint8,bytes32,bytes32,bytes32,bytes)'
    const evidence = AbiCoder.defaultAbiCoder().encode(
      [`tuple(${one},${one})`],
      [[await attest(id('yes')), await attest(id('no'))]],
    )
    await market.connect(challenger).challenge(marketId, 1, 2, evidence)
    await settle(system, marketId)
    const taken = down(stakes[1]!, defaultParameters.challengerRewardBps)
    const wrong = down(stakes[2]!, parameters.wrongSlashBps)
    const shared = reward + wrong + stakes[1]! - taken
    await expectPaid(system, made, [stakes[0]! + shared, 0n, stakes[2]! - wrong], 0n, taken)
  })

  it('a slash of everything leaves a payment of nothing, once', async () => {
    const base = await loadFixture(fixture)
    const system = await deployVariant(base, { parameters: { silentSlashBps: 10_000 } })
    const { market } = system
    const { marketId, workers } = await resolved(system, ['YES', 'YES', 'YES', 'silent'], 'YES')
    await settle(system, marketId)
    const claimed = market.claim(marketId, 3)
    await expect(claimed).to.emit(market, 'WorkerPaid').withArgs(marketId, 3, workers[3]!.wallet.address, 0)
    await expect(claimed).not.to.emit(market, 'Credited')
    await expect(market.claim(marketId, 3)).to.be.revertedWithCustomError(market, 'NothingToPay')
  })
})

describe('claim', () => {
  it('pays once, whoever calls, and returns the amount', async () => {
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
    await expect(market.claim(marketId, 3))
      .to.be.revertedWithCustomError(market, 'UnknownWorker')
      .withArgs(marketId, 3)
  })
})

const manners = { takes: 0, refuses: 1, burnsAllGas: 2, returnsMuch: 3, revertsWithMuch: 4, callsBack: 5 }

/** A settled market whose first worker is a contract; two others agree with it. */
const withWallet = async () => walletMarket(await deploySystem(connection), ['YES', 'YES', 'YES'])

async function walletMarket(system: System, sayings: readonly Saying[]) {
  const { market, identities, address } = system
  const wallet = (await ethers.deployContract('PayeeWallet')) as unknown as PayeeWallet
  const payee = await wallet.getAddress()
  const register = identities.interface.encodeFunctionData('register()')
  await wallet.execute(await identities.getAddress(), register)
  const { marketId, deadline } = await createMarket(system)
  const value = await market.stakeOf(marketId)
  const data = market.interface.encodeFunctionData('joinMarket', [marketId, 0])
  await wallet.execute(address, data, { value })
  const workers = [await join(system, marketId, 0), await join(system, marketId, 1)]
  await time.increaseTo(deadline)
  await market.requestResolution(marketId)
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
    await expect(claimed).to.emit(market, 'Credited').withArgs(payee, payout)
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
    const { market, creator, killSwitch } = system
    const { marketId } = await requested(system, 3)
    await killSwitch.getFunction('stop')()
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES'))
    await settle(system, marketId)
    await market.finalize(marketId)
    for (const i of [0, 1, 2]) await market.claim(marketId, i)
    await market.connect(creator).withdraw(creator.address)
    expect(await ethers.provider.getBalance(system.address)).to.equal(0)
  })
})

describe('the market', () => {
  it('takes no money but with a call that is about it', async () => {
    const { admin, address } = await loadFixture(fixture)
    await expect(admin.sendTransaction({ to: address, value: 1n })).to.be.revert(ethers)
  })
})
