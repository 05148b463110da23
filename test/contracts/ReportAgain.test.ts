import { expect } from 'chai'
import { network } from 'hardhat'
import { deployCrowd, requestedCrowd } from '../../local/ledger/crowd.ts'
import { docketAt } from '../../local/ledger/docket.ts'
import { submitReport } from '../../local/ledger/forwarder.ts'
import {
  autoQuestion,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  Outcome,
  recordOf,
  reportOf,
  requested,
  Status,
} from '../../local/ledger/market.ts'
import { Hash } from '../../protocol/index.ts'
import { expectRefused, toHex } from '../helpers/report.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const { quorumGrace } = defaultParameters

/** A market of three workers that waits for its first report. */
async function fixture() {
  const system = await deploySystem(connection)
  return { system, market: system.market, ...(await requested(system, 3, { question: autoQuestion })) }
}

async function crowded() {
  const base = await deploySystem(connection)
  const system = await deployVariant(base, { parameters: { minWorkers: 1 } })
  return { system, crowd: await deployCrowd(system) }
}

const allYes = ['YES', 'YES', 'YES'] as const

describe('onReport, again', () => {
  async function reported() {
    const all = await fixture()
    const report = await reportOf(all.system, all.marketId, allYes, 'YES')
    await deliver(all.system, report)
    return { ...all, report }
  }

  it('I4: the same report a second time is no failure and changes nothing', async () => {
    const { system, market, marketId, report } = await loadFixture(reported)
    const before = await market.getMarket(marketId)
    await time.increase(60)
    const { isProcessed, receipt } = await deliver(system, report)
    expect(isProcessed).to.equal(true)
    expect(receipt.logs.filter(({ address }) => address === system.address)).to.deep.equal([])
    // Nor where only what is not committed to differs.
    await deliver(system, { ...report, outcome: 'NO', records: allYes.map(() => recordOf('NO')) })
    expect(await market.getMarket(marketId)).to.deep.equal(before)
    expect((await market.getWorker(marketId, 0)).vote).to.equal(Outcome.Yes)
  })

  it('I4: another report for the same round is refused: another root, another docket', async () => {
    const { system, marketId, deadline, report } = await loadFixture(reported)
    const refused = [marketId, Status.Resolved]
    const other = { ...report, roundRoot: Hash.asRoot(`0x${'cd'.repeat(32)}`) }
    await expectRefused(system, toHex(other), 'WrongStatus', refused)
    const docketed = { ...report, docket: docketAt(deadline, allYes) }
    await expectRefused(system, toHex(docketed), 'WrongStatus', refused)
    await expectRefused(system, toHex({ ...report, round: 2 }), 'WrongStatus', refused)
    await expectRefused(system, toHex({ ...report, round: 0 }), 'WrongStatus', refused)
  })

  it('attack 7: what failed may be replayed by anyone, and is taken once it is fit', async () => {
    const { system, market, marketId } = await loadFixture(fixture)
    const { requestedAt } = await market.getMarket(marketId)
    const due = Number(requestedAt) + quorumGrace
    const report = await reportOf(system, marketId, ['YES', 'silent', 'silent'], null, {
      expiresAt: due + 3_000,
    })
    await time.setNextBlockTimestamp(due - 1)
    const first = await deliver(system, report, { expectRefusal: true })
    expect(first.isProcessed).to.equal(false)
    const second = await submitReport(system.forwarder, system.address, first.raw, { gasLimit: 5_000_000 })
    expect(await time.latest()).to.equal(due)
    expect(second.isProcessed).to.equal(true)
    expect((await market.getMarket(marketId)).round).to.equal(2)
    // The forwarder takes a transmission once.
    await expect(submitReport(system.forwarder, system.address, first.raw)).to.be.revertedWithCustomError(
      system.forwarder.contract,
      'AlreadyAttempted',
    )
  })

  it('attack 7: given too little gas it fails as a whole, and succeeds later with more', async () => {
    const { system, crowd } = await loadFixture(crowded)
    const { market } = system
    const { marketId, deadline } = await requestedCrowd(system, crowd, 32)
    const before = await market.getMarket(marketId)
    const sayings = Array.from({ length: 32 }, () => 'YES' as const)
    const docket = docketAt(deadline, sayings)
    const payload = toHex(await reportOf(system, marketId, sayings, 'YES', { docket }))
    const starved = await submitReport(system.forwarder, system.address, { payload }, { gasLimit: 240_000 })
    expect(starved.isProcessed).to.equal(false)
    expect(await market.getMarket(marketId)).to.deep.equal(before)
    const fed = await submitReport(system.forwarder, system.address, starved.raw, { gasLimit: 5_000_000 })
    expect(fed.isProcessed).to.equal(true)
    expect(await market.statusOf(marketId)).to.equal(Status.Resolved)
  })

  it('attack 7: a failed report can’t be replayed once it has expired, or its round is over', async () => {
    const { system, market, marketId } = await loadFixture(fixture)
    const { requestedAt } = await market.getMarket(marketId)
    const due = Number(requestedAt) + quorumGrace
    const sayings = ['YES', 'silent', 'silent'] as const
    await time.setNextBlockTimestamp(due - 100)
    const early = await reportOf(system, marketId, sayings, null, { expiresAt: due - 50 })
    const expired = await deliver(system, early, { expectRefusal: true })
    await time.increaseTo(due)
    const replayed = await submitReport(system.forwarder, system.address, expired.raw, {
      gasLimit: 5_000_000,
    })
    expect(replayed.isProcessed).to.equal(false)
    // A late report of the round before: refused, though it was signed, whatever it says.
    await deliver(system, await reportOf(system, marketId, sayings, null))
    const late = await reportOf(system, marketId, allYes, 'YES', { round: 1 })
    await expectRefused(system, toHex(late), 'WrongRound', [marketId, 1n])
    expect((await market.getMarket(marketId)).round).to.equal(2)
    await deliver(system, await reportOf(system, marketId, allYes, 'YES'))
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await expectRefused(system, toHex(late), 'WrongStatus', [marketId, Status.Resolved])
  })
})
