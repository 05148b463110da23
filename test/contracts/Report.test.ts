import { expect } from 'chai'
import { getAddress, type LogDescription } from 'ethers'
import { network } from 'hardhat'
import {
  autoQuestion,
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  Outcome,
  refusal,
  reportOf,
  requested,
  resolved,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { Docket, Report, Vote } from '../../protocol/index.ts'
import { at, expectRefused, patched, toHex, word } from '../helpers/report.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const { challengeWindow, quorumGrace } = defaultParameters

/** A market of three workers that waits for its first report. */
async function fixture() {
  const system = await deploySystem(connection)
  return { system, market: system.market, ...(await requested(system, 3, { question: autoQuestion })) }
}

const allYes = ['YES', 'YES', 'YES'] as const
describe('onReport takes', () => {
  it('S1-41: a report: outcome, totals, records, window, and its bytes in an event', async () => {
    const { system, market, marketId } = await loadFixture(fixture)
    const records: Report.Record[] = [
      { vote: Vote.cast('YES'), resQuality: 100, srcQuality: 90, analysisDepth: 80 },
      { vote: Vote.cast('NO'), resQuality: 10, srcQuality: 20, analysisDepth: 31 },
      { vote: Vote.none('late'), resQuality: 0, srcQuality: 0, analysisDepth: 0 },
    ]
    const report = await reportOf(system, marketId, allYes, 'YES', { records })
    const now = (await time.latest()) + 7
    await time.setNextBlockTimestamp(now)
    const { receipt } = await deliver(system, report)
    const logs = receipt.logs.filter(({ address }) => address === system.address)
    expect(logs.length).to.equal(2)
    const [moved, event] = logs.map((log) => market.interface.parseLog(log)!) as [
      LogDescription,
      LogDescription,
    ]
    expect([moved.name, ...moved.args]).to.deep.equal([
      'WindowMoved',
      marketId,
      BigInt(now + challengeWindow),
    ])
    expect(event.name).to.equal('RoundReported')
    expect([...event.args]).to.deep.equal([
      marketId,
      1n,
      Outcome.Yes,
      report.roundRoot,
      `0x${toHex(report).slice(2 + 2 * Report.headerSize)}`,
    ])
    const made = await market.getMarket(marketId)
    expect(made.status).to.equal(Status.Resolved)
    expect(made.outcome).to.equal(Outcome.Yes)
    expect(made.ending).to.equal(0)
    expect(made.round).to.equal(1)
    expect(made.windowEnd).to.equal(now + challengeWindow)
    // 30,000 + (4,500 + 2,250 + 2,400) and 30,000 + (450 + 500 + 930); the record earns money, not weight.
    expect([made.yesWeight, made.noWeight, made.invalidWeight]).to.deep.equal([39_150n, 31_880n, 0n])
    expect(made.readyAt).to.equal(0)
    const seen = await Promise.all([0, 1, 2].map((i) => market.getWorker(marketId, i)))
    expect(
      seen.map((w) => [w.vote, w.reason, w.resQuality, w.srcQuality, w.analysisDepth, w.weight, w.share]),
    ).to.deep.equal([
      [Outcome.Yes, 0n, 100n, 90n, 80n, 39_150n, 9_150n * 2_500n],
      [Outcome.No, 0n, 10n, 20n, 31n, 31_880n, 1_880n * 2_500n],
      [Outcome.None, 2n, 0n, 0n, 0n, 0n, 0n],
    ])
  })

  it('every outcome, Invalid too, into the same state with the same window', async () => {
    for (const outcome of Vote.outcomes) {
      const { system, market, marketId } = await loadFixture(fixture)
      await deliver(system, await reportOf(system, marketId, [outcome, outcome, outcome], outcome))
      const made = await market.getMarket(marketId)
      expect(made.status).to.equal(Status.Resolved)
      expect(made.outcome).to.equal(BigInt(Vote.code(outcome)))
      expect(made.windowEnd).to.equal((await time.latest()) + challengeWindow)
    }
  })

  it('SPEC §1: a report at the second of its expiry, and not one later', async () => {
    const { system, market, marketId } = await loadFixture(fixture)
    const expiresAt = (await time.latest()) + 100
    const report = await reportOf(system, marketId, allYes, 'YES', { expiresAt })
    await time.setNextBlockTimestamp(expiresAt + 1)
    await expectRefused(system, toHex(report), 'BadExpiry', [BigInt(expiresAt)])
    const later = (await time.latest()) + 100
    await time.setNextBlockTimestamp(later)
    await deliver(system, { ...report, expiresAt: later })
    expect(await market.statusOf(marketId)).to.equal(Status.Resolved)
  })

  it('SPEC §1: a report whose market was read in a block that is final only half an hour later', async () => {
    const { system, market, marketId } = await loadFixture(fixture)
    const read = await time.latest()
    const expiresAt = read + defaultParameters.reportTtl
    const report = await reportOf(system, marketId, allYes, 'YES', { expiresAt })
    await time.setNextBlockTimestamp(read + 1_800)
    await deliver(system, report)
    expect(await market.statusOf(marketId)).to.equal(Status.Resolved)
  })

  it('SPEC §1: an expiry of an hour from now, and not a second more', async () => {
    const { system, market, marketId } = await loadFixture(fixture)
    const now = (await time.latest()) + 100
    const report = await reportOf(system, marketId, allYes, 'YES', { expiresAt: now + 3_601 })
    await time.setNextBlockTimestamp(now)
    const { isProcessed } = await deliver(system, report, { expectRefusal: true })
    expect(isProcessed).to.equal(false)
    await expectRefused(system, patched(toHex(report), at.expiresAt, 'ff'.repeat(8)), 'BadExpiry', [
      2n ** 64n - 1n,
    ])
    const next = (await time.latest()) + 100
    await time.setNextBlockTimestamp(next)
    await deliver(system, { ...report, expiresAt: next + 3_600 })
    expect(await market.statusOf(marketId)).to.equal(Status.Resolved)
  })
})

describe('onReport refuses', () => {
  it('bytes that are no report: empty, cut anywhere in the header, too short, too long', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const payload = toHex(await reportOf(system, marketId, allYes, 'YES'))
    const end = payload.length
    for (const bytes of [0, 1, 29, 61, 111, 112, 113, 116, 123])
      await expectRefused(system, payload.slice(0, 2 + 2 * bytes), 'MalformedReport')
    await expectRefused(system, `${payload}00`, 'MalformedReport')
    // A docket that is one byte short, and one that is a byte too long.
    const size = Docket.ruleSize + 3 * Docket.checkSize
    for (const length of [size - 1, size + 1])
      await expectRefused(system, payload.slice(0, end) + '00'.repeat(length), 'MalformedReport')
    expect(payload.length).to.equal(end)
  })

  it('another version, another outcome than four', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const payload = toHex(await reportOf(system, marketId, allYes, 'YES'))
    for (const version of ['00', '01', '03', 'ff'])
      await expectRefused(system, patched(payload, at.version, version), 'MalformedReport')
    for (const outcome of ['04', 'ff'])
      await expectRefused(system, patched(payload, at.outcome, outcome), 'MalformedReport')
  })

  it('A14: another chain, or another contract', async () => {
    const { system, market, marketId } = await loadFixture(fixture)
    const payload = toHex(await reportOf(system, marketId, allYes, 'YES'))
    const here = BigInt(system.address)
    for (const chainId of [0n, 1n, 31_338n, 2n ** 64n - 1n])
      await expectRefused(system, patched(payload, at.chainId, word(chainId, 8)), 'WrongTarget', [
        chainId,
        system.address,
      ])
    for (const other of [`0x${word(here + 1n, 20)}`, `0x${word(0, 20)}`])
      await expectRefused(system, patched(payload, at.market, other.slice(2)), 'WrongTarget', [
        31_337n,
        getAddress(other),
      ])
    expect(await market.statusOf(marketId)).to.equal(Status.Requested)
  })

  it('A14: a report settles the deployment that it is for, and no other with the same owner and name', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const other = await deployVariant(system)
    await requested(other, 3, { question: autoQuestion })
    const payload = toHex(await reportOf(system, marketId, allYes, 'YES'))
    await expectRefused(other, payload, 'WrongTarget', [31_337n, system.address])
    expect(await other.market.statusOf(1)).to.equal(Status.Requested)
    expect(await refusal(system, payload)).to.equal(null)
  })

  it('a market that there is not', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const payload = toHex(await reportOf(system, marketId, allYes, 'YES'))
    for (const other of [0n, 2n, 2n ** 256n - 1n])
      await expectRefused(system, patched(payload, at.marketId, word(other, 32)), 'UnknownMarket', [other])
  })

  it('attack 7: another round than the one that is asked', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const payload = toHex(await reportOf(system, marketId, allYes, 'YES'))
    for (const round of [0, 2, 2 ** 16 + 1, 2 ** 32 - 1])
      await expectRefused(system, patched(payload, at.round, word(round, 4)), 'WrongRound', [
        marketId,
        BigInt(round),
      ])
  })

  it('another number of workers than were asked, or of leaves than they make', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const two = await reportOf(system, marketId, ['YES', 'YES'], 'YES')
    const four = await reportOf(system, marketId, [...allYes, 'YES'], 'YES')
    for (const report of [two, four]) await expectRefused(system, toHex(report), 'MalformedReport')
    const report = await reportOf(system, marketId, allYes, 'YES')
    for (const leafCount of [0, 14, 16, 2 ** 32 - 1])
      await expectRefused(system, toHex({ ...report, leafCount }), 'MalformedReport')
    // No workers at all.
    await expectRefused(system, toHex({ ...report, records: [], leafCount: 3 }), 'MalformedReport')
    // A number of workers that the length belies.
    await expectRefused(system, patched(toHex(report), at.n, 'ffff'), 'MalformedReport')
  })

  it('S0-68: a market that was not asked for, and one that is settled', async () => {
    const { system, market } = await loadFixture(fixture)
    const open = await createMarket(system)
    const early = { ...(await reportOf(system, open.marketId, [], 'YES')), round: 0, leafCount: 3 }
    await expectRefused(system, toHex(early), 'WrongStatus', [open.marketId, Status.Open])
    const { marketId, report } = await resolved(system, allYes, 'YES')
    await settle(system, marketId)
    await expectRefused(system, toHex(report), 'WrongStatus', [marketId, Status.Settled])
    await market.finalize(marketId)
    await expectRefused(system, toHex(report), 'WrongStatus', [marketId, Status.Finalized])
  })

  it('a record with a code that there is not; the 256 bytes are those of protocol/Vote.ts less the contract’s own', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const payload = toHex(await reportOf(system, marketId, allYes, 'YES'))
    let taken = 0
    for (let byte = 0; byte < 256; byte++) {
      let isKnown = false
      try {
        const { reason } = Vote.fromByte(byte)
        isKnown = reason === null || !Vote.isReserved(reason)
      } catch {
        // No code at all.
      }
      const refused = await refusal(system, patched(payload, at.records, word(byte, 1)))
      expect(refused, String(byte)).to.deep.equal(isKnown ? null : { name: 'MalformedRecord', args: [0n] })
      if (isKnown) taken++
    }
    // Three votes, eleven faults, six reasons that are not the worker's fault.
    expect(taken).to.equal(20)
    await expectRefused(system, patched(payload, at.records + 8, 'fc'), 'MalformedRecord', [2n])
  })

  it('a score over 100, wherever it stands and whatever the vote; 100 is taken', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const payload = toHex(await reportOf(system, marketId, ['silent', 'YES', 'YES'], 'YES'))
    for (let worker = 0; worker < 3; worker++) {
      for (let score = 1; score < 4; score++) {
        const place = at.records + 4 * worker + score
        expect(await refusal(system, patched(payload, place, word(100, 1)))).to.equal(null)
        await expectRefused(system, patched(payload, place, word(101, 1)), 'MalformedRecord', [
          BigInt(worker),
        ])
      }
    }
  })

  it('S1-41: an outcome other than its own tally, and a quorum or none that there is not', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const cases: [Parameters<typeof reportOf>[2], Vote.Outcome | null, Vote.Outcome | null][] = [
      [['YES', 'YES', 'NO'], 'NO', 'YES'],
      [['YES', 'YES', 'NO'], 'INVALID', 'YES'],
      [['YES', 'YES', 'NO'], null, 'YES'],
      [['NO', 'NO', 'YES'], 'YES', 'NO'],
      [['INVALID', 'INVALID', 'NO'], 'NO', 'INVALID'],
      [['YES', 'NO', 'silent'], 'YES', 'INVALID'],
      [['YES', 'silent', 'silent'], 'YES', null],
      [['silent', 'silent', 'silent'], 'INVALID', null],
    ]
    for (const [sayings, reported, tallied] of cases) {
      const report = await reportOf(system, marketId, sayings, reported)
      const codes = [reported, tallied].map((outcome) => BigInt(Vote.code(outcome)))
      await expectRefused(system, toHex(report), 'OutcomeMismatch', codes)
      expect(await refusal(system, toHex({ ...report, outcome: tallied }))).to.deep.equal(
        tallied === null ? await tooEarly(system, marketId) : null,
      )
    }
  })

  const tooEarly = async (system: System, marketId: bigint) => {
    const { requestedAt } = await system.market.getMarket(marketId)
    return { name: 'TooEarly', args: [requestedAt + BigInt(quorumGrace)] }
  }
})
