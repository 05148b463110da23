import { expect } from 'chai'
import { AbiCoder, id, parseEther, ZeroHash } from 'ethers'
import { network } from 'hardhat'
import {
  ask,
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  joinAll,
  recordOf,
  reportOf,
  resolved,
  type System,
  settle,
  treasury,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable } from '../../local/ledger/payout.ts'
import { type Report, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture } = networkHelpers
const fixture = () => deploySystem(connection)

// Rates and amounts that divide nothing evenly. The table is worked out here by hand, and compared with protocol/Payout.ts too.
const parameters = {
  stakeBps: 6_001,
  wrongSlashBps: 3_333,
  silentSlashBps: 6_667,
  doubtSlashBps: 777,
  absentSlashBps: 1_111,
  invalidRewardBps: 1_234,
  feeBps: 321,
}
const reward = parseEther('1') + 7n
const down = (amount: bigint, bps: number) => (amount * BigInt(bps)) / 10_000n
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const stake = down(reward, parameters.stakeBps)
const [wrong, silent] = [down(stake, parameters.wrongSlashBps), down(stake, parameters.silentSlashBps)]
const [doubt, absent] = [down(stake, parameters.doubtSlashBps), down(stake, parameters.absentSlashBps)]
const fee = down(reward, parameters.feeBps)
const taken = down(stake, defaultParameters.challengerRewardBps)

const odd = async () => deployVariant(await deploySystem(connection), { parameters })

const cast = (outcome: Vote.Outcome, res: number, src: number, depth: number): Report.Record => ({
  ...{ vote: Vote.cast(outcome), resQuality: res, srcQuality: src, analysisDepth: depth },
})

/** What a worker weighs among those who share: all are newcomers. */
const shareOf = ({ resQuality, srcQuality, analysisDepth }: Report.Record) => {
  const composite = 45 * resQuality + 25 * srcQuality + 30 * analysisDepth
  return BigInt(Math.max(composite, 1) * 2_500)
}

/** What each of some records has of an amount that they share. */
const parts = (amount: bigint, records: readonly Report.Record[]) => {
  const all = sum(records.map(shareOf))
  return records.map((record) => (amount * shareOf(record)) / all)
}

/** A market whose workers were reported with these records. */
async function reported(system: System, records: readonly Report.Record[], outcome: Vote.Outcome) {
  const { marketId } = await createMarket(system, { reward })
  const workers = await joinAll(system, marketId, records.length)
  expect(workers[0]!.stake).to.equal(stake)
  await ask(system, marketId)
  const sayings = records.map(() => 'YES' as const)
  await deliver(system, await reportOf(system, marketId, sayings, outcome, { records }))
  return { marketId, workers }
}

/** Everyone has what is due, and the contract keeps nothing that is nobody's. */
async function expectPaid(
  system: System,
  { marketId, workers }: Awaited<ReturnType<typeof reported>>,
  due: readonly bigint[],
  others: { creator?: bigint; challenger?: bigint } = {},
) {
  const { market, address } = system
  const { creator = 0n, challenger = 0n } = others
  const rest = reward + stake * BigInt(workers.length) - sum(due) - creator - challenger
  await expectTable(system, marketId)
  expect(await market.creditOf(system.creator.address), 'creator').to.equal(creator)
  expect(await market.creditOf(system.challenger.address), 'challenger').to.equal(challenger)
  expect(await market.creditOf(treasury), 'treasury').to.equal(rest)
  for (const [i, { wallet }] of workers.entries()) {
    expect((await market.getWorker(marketId, i)).payout, String(i)).to.equal(due[i])
    const claimed = market.connect(system.appellant).claim(marketId, i)
    await expect(claimed).to.emit(market, 'WorkerPaid').withArgs(marketId, i, wallet.address, due[i])
    await expect(claimed).to.changeEtherBalance(ethers, wallet, due[i]!)
  }
  expect(await ethers.provider.getBalance(address)).to.equal(creator + challenger + rest)
  await expectEmptied(system, marketId)
  return rest
}

describe('claim pays each row of the payout table to the wei', () => {
  for (const [agreed, other] of [
    ['YES', 'NO'],
    ['NO', 'YES'],
  ] as const) {
    it(`S1-42 attack 14 attack 16 A4 A8: ${agreed}: the wrong pay those who agreed; doubt, silence and absence the treasury`, async () => {
      const system = await loadFixture(odd)
      const right = [
        ...[cast(agreed, 93, 71, 55), cast(agreed, 17, 99, 3), cast(agreed, 100, 100, 99)],
        ...[cast(agreed, 0, 0, 0), cast(agreed, 1, 1, 1), cast(agreed, 62, 0, 18)],
      ]
      const records = [
        ...right,
        cast(other, 60, 41, 7),
        cast('INVALID', 20, 0, 5),
        recordOf('malformed'),
        recordOf('gateway-altered'),
        recordOf('plain'),
        recordOf('not-ready'),
      ]
      const market = await reported(system, records, agreed)
      await settle(system, market.marketId)
      const [pool, slashed] = [parts(reward - fee, right), parts(wrong, right)]
      const due = [
        ...right.map((_, i) => stake + pool[i]! + slashed[i]!),
        stake - wrong,
        stake - doubt,
        stake - silent,
        ...[stake - absent, stake - absent],
        stake,
      ]
      const rest = await expectPaid(system, market, due)
      const dust = rest - fee - silent - doubt - 2n * absent
      expect(dust >= 0n && dust < 12n, String(dust)).to.equal(true)
    })
  }

  it('S1-42: what each reason costs at a Yes: a fault half, an absence a tenth, and what is not theirs nothing', async () => {
    const system = await loadFixture(fixture)
    const half = parseEther('0.25')
    const tenth = parseEther('0.05')
    const reasons = (Object.keys(Vote.reasons) as Vote.Reason[]).filter((one) => !Vote.isReserved(one))
    for (const reason of reasons) {
      const { marketId } = await resolved(system, ['YES', 'YES', 'YES', reason], 'YES')
      await settle(system, marketId)
      const cost = reason === 'not-ready' ? 0n : Vote.reasons[reason] < 32 ? half : tenth
      const { payout } = await system.market.getWorker(marketId, 3)
      expect(payout, reason).to.equal(parseEther('0.5') - cost)
    }
  })

  it('C78: Invalid by vote: those who said so share a part of the pool, and only the silent pay', async () => {
    const system = await loadFixture(odd)
    const right = [cast('INVALID', 93, 71, 55), cast('INVALID', 17, 99, 3), cast('INVALID', 50, 50, 50)]
    const records = [
      ...right,
      cast('YES', 20, 41, 7),
      cast('NO', 20, 0, 5),
      recordOf('malformed'),
      recordOf('omitted-unprobed'),
    ]
    const market = await reported(system, records, 'INVALID')
    await settle(system, market.marketId)
    const prize = down(reward, parameters.invalidRewardBps)
    const pool = parts(prize, right)
    const due = [...right.map((_, i) => stake + pool[i]!), stake, stake, stake - silent, stake]
    const rest = await expectPaid(system, market, due, { creator: reward - prize })
    expect(rest - silent < 3n).to.equal(true)
  })

  it('C21 A4: Invalid for want of a lead: all have their stakes, the pool goes back, and the silent pay', async () => {
    const system = await loadFixture(odd)
    const records = [
      cast('YES', 50, 50, 50),
      cast('NO', 50, 50, 50),
      cast('INVALID', 40, 50, 50),
      recordOf('malformed'),
    ]
    const market = await reported(system, records, 'INVALID')
    await settle(system, market.marketId)
    await expectPaid(system, market, [stake, stake, stake, stake - silent], { creator: reward })
  })

  /** Two answers of one worker to one request. */
  async function doubleTalk(
    system: System,
    { marketId, workers }: Awaited<ReturnType<typeof reported>>,
    i: number,
  ) {
    const domain = {
      ...{ name: 'CREsolver', version: '1', verifyingContract: system.address },
      chainId: (await ethers.provider.getNetwork()).chainId,
    }
    const types = {
      Attestation: [
        { name: 'marketId', type: 'uint256' },
        { name: 'agentId', type: 'uint256' },
        { name: 'round', type: 'uint32' },
        { name: 'phase', type: 'uint8' },
        { name: 'requestHash', type: 'bytes32' },
        { name: 'responseHash', type: 'bytes32' },
        { name: 'checkHash', type: 'bytes32' },
      ],
    }
    const { wallet, agentId } = workers[i]!
    const attest = async (responseHash: string) => {
      const said = { marketId, agentId, round: 1, phase: 1, responseHash }
      const hashes = { requestHash: ZeroHash, checkHash: ZeroHash }
      const signature = await wallet.signTypedData(domain, types, { ...said, ...hashes })
      return [1, ZeroHash, responseHash, ZeroHash, signature]
    }
    const one = 'tuple(uint8,bytes32,bytes32,bytes32,bytes)'
    const evidence = AbiCoder.defaultAbiCoder().encode(
      [`tuple(${one},${one})`],
      [[await attest(id('yes')), await attest(id('no'))]],
    )
    return system.market.connect(system.challenger).challenge(marketId, i, 2, evidence)
  }

  it('C133: a struck worker has nothing, its challenger a part, those who were right the rest', async () => {
    const system = await loadFixture(odd)
    const records = [cast('YES', 93, 71, 55), cast('YES', 17, 99, 3), cast('NO', 60, 41, 7), recordOf('late')]
    const made = await reported(system, records, 'YES')
    const struck = doubleTalk(system, made, 1)
    await expect(struck)
      .to.emit(system.market, 'WorkerStruck')
      .withArgs(made.marketId, 1, 2, system.challenger.address, taken)
    await expect(struck)
      .to.emit(system.market, 'Credited')
      .withArgs(made.marketId, system.challenger.address, taken, 3)
    // One against one, less than a tenth apart: by default, so all who voted share what the struck one loses.
    await settle(system, made.marketId)
    const voted = [records[0]!, records[2]!]
    const shared = parts(stake - taken, voted)
    await expectPaid(system, made, [stake + shared[0]!, 0n, stake + shared[1]!, stake - silent], {
      creator: reward,
      challenger: taken,
    })
  })

  it('C133: the same where the outcome stands: the struck stake is shared with the pool and what the wrong lose', async () => {
    const system = await loadFixture(odd)
    const records = [
      ...[cast('YES', 93, 71, 55), cast('YES', 17, 99, 3), cast('YES', 60, 60, 60)],
      cast('NO', 60, 41, 7),
    ]
    const made = await reported(system, records, 'YES')
    await doubleTalk(system, made, 1)
    await settle(system, made.marketId)
    const right = [records[0]!, records[2]!]
    const [pool, lost] = [parts(reward - fee, right), parts(wrong + stake - taken, right)]
    const due = [stake + pool[0]! + lost[0]!, 0n, stake + pool[1]! + lost[1]!, stake - wrong]
    await expectPaid(system, made, due, { challenger: taken })
  })

  it('A3: what is slashed never goes to the creator, though every worker is struck', async () => {
    const system = await loadFixture(odd)
    const records = [cast('YES', 93, 71, 55), cast('YES', 17, 99, 3), cast('YES', 60, 41, 7)]
    const made = await reported(system, records, 'YES')
    for (const i of [0, 1, 2]) await doubleTalk(system, made, i)
    await settle(system, made.marketId)
    const rest = await expectPaid(system, made, [0n, 0n, 0n], { creator: reward, challenger: 3n * taken })
    expect(rest).to.equal(3n * (stake - taken))
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

  it('a deployment without a fee gives the whole pool to those who were right', async () => {
    const system = await deployVariant(await loadFixture(fixture), { parameters: { feeBps: 0 } })
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES', 'YES'], 'YES')
    await settle(system, marketId)
    for (const i of [0, 1, 2, 3])
      expect((await system.market.getWorker(marketId, i)).payout).to.equal(parseEther('0.75'))
    expect(await system.market.creditOf(treasury)).to.equal(0)
    await expectEmptied(system, marketId)
  })
})
