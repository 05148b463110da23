import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { network } from 'hardhat'
import { submitReport } from '../../local/ledger/forwarder.ts'
import {
  autoQuestion,
  createMarket,
  defaultParameters,
  deliver,
  deliverBytes,
  deployCrowd,
  deploySystem,
  deployVariant,
  Outcome,
  recordOf,
  refusal,
  reportOf,
  requested,
  requestedCrowd,
  resolved,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { Bytes, Docket, Hash, Report, Score, Tally, Transcript, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const { challengeWindow, quorumGrace } = defaultParameters

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
const toHex = (report: Report.Report) => Bytes.toHex(Report.encode(report))

/** Through the genuine forwarder, which takes the failure; then the error itself. */
async function expectRefused(system: System, payload: string, name: string, args: unknown[] = []) {
  const before = await system.market.getMarket(1)
  const delivered = await deliverBytes(system, payload, { expectRefusal: true })
  expect(delivered.isProcessed, name).to.equal(false)
  expect(await refusal(system, payload)).to.deep.equal({ name, args })
  expect(await system.market.getMarket(1)).to.deep.equal(before)
}

/** A payload with some bytes replaced. */
function patched(payload: string, at: number, bytes: string): string {
  const start = 2 + 2 * at
  return payload.slice(0, start) + bytes + payload.slice(start + bytes.length)
}
const word = (value: bigint | number, size: number) => value.toString(16).padStart(2 * size, '0')
const at = {
  version: 0,
  marketId: 1,
  round: 33,
  expiresAt: 37,
  leafCount: 77,
  outcome: 81,
  n: 82,
  records: 84,
}

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
    expect(logs.length).to.equal(1)
    const event = market.interface.parseLog(logs[0]!)!
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
    // (4,500 + 2,250 + 2,400) and (450 + 500 + 930), at a newcomer's 2,500 bps.
    expect([made.yesWeight, made.noWeight, made.invalidWeight]).to.deep.equal([2_287n, 470n, 0n])
    const seen = await Promise.all([0, 1, 2].map((i) => market.getWorker(marketId, i)))
    expect(
      seen.map((w) => [w.vote, w.reason, w.resQuality, w.srcQuality, w.analysisDepth, w.weight]),
    ).to.deep.equal([
      [Outcome.Yes, 0n, 100n, 90n, 80n, 2_287n],
      [Outcome.No, 0n, 10n, 20n, 31n, 470n],
      [Outcome.None, 2n, 0n, 0n, 0n, 0n],
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
    for (const bytes of [0, 1, 33, 83, 84, 85, 88, 95])
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
    for (const version of ['00', '02', 'ff'])
      await expectRefused(system, patched(payload, at.version, version), 'MalformedReport')
    for (const outcome of ['04', 'ff'])
      await expectRefused(system, patched(payload, at.outcome, outcome), 'MalformedReport')
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
    // Three votes, eleven faults, three reasons that are no fault.
    expect(taken).to.equal(17)
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

type Vectors = { cases: { name: string; fn: string; input: unknown; output: unknown }[] }
const vectors: Vectors = JSON.parse(readFileSync(new URL('../vectors/report.json', import.meta.url), 'utf8'))
const casesOf = (fn: string) => vectors.cases.filter((each) => each.fn === fn)

describe('onReport and the shared vectors', () => {
  type Spelled = {
    rule: Omit<Docket.Rule, 'target'> & { target: string }
    check: Omit<Docket.Check, 'value'> & { value: string }
    vote: Vote.Outcome
  }
  const good = { name: 'CheckFails', args: [0n] }

  it('S2-73: a counted check is refused exactly where protocol/Docket.ts finds a fault, at each seat', async () => {
    const { system, marketId } = await loadFixture(fixture)
    const faults = casesOf('fault')
    expect(faults.length > 9).to.equal(true)
    for (const { name, input, output } of faults) {
      const spelled = input as Spelled
      const rule = { ...spelled.rule, target: BigInt(spelled.rule.target) }
      const check = { ...spelled.check, value: BigInt(spelled.check.value) }
      const { vote } = spelled
      expect(Docket.fault(rule, check, vote), name).to.equal(output)
      const docket = { rule, checks: [check, check, check] }
      const report = await reportOf(system, marketId, [vote, vote, vote], vote, { docket })
      expect(await refusal(system, toHex(report)), name).to.deep.equal(output === null ? null : good)
      if (output !== null) await expectRefused(system, toHex(report), 'CheckFails', [0n])
      // Alone among good ones, in the last seat; and not counted there, it does not matter.
      const fine = { ...rule, op: 5, target: 5n, from: 0, to: 2 ** 40 - 1 }
      const others = { ...check, value: 5n, tier: 0, result: 'YES' } as const
      const last = { ...check, value: 6n, tier: 0, result: 'YES' } as const
      const mixed = { rule: fine, checks: [others, others, last] }
      const counted = await reportOf(system, marketId, allYes, 'YES', { docket: mixed })
      expect(await refusal(system, toHex(counted)), name).to.deep.equal({ name: 'CheckFails', args: [2n] })
      const uncounted = await reportOf(system, marketId, ['YES', 'YES', 'false-check'], 'YES', {
        docket: mixed,
      })
      expect(await refusal(system, toHex(uncounted)), name).to.equal(null)
    }
  })

  it('every comparison holds as in protocol/Docket.ts, and an unknown one refuses the report', async () => {
    const { system, marketId } = await loadFixture(fixture)
    for (const { name, input, output } of casesOf('holds')) {
      const spelled = input as { op: number; value: string; target: string }
      const [value, target] = [BigInt(spelled.value), BigInt(spelled.target)]
      const rule = {
        ...{ sourceId: Bytes.zero32, op: spelled.op, target, from: 1, to: 3, maxTier: 2 },
      } as Docket.Rule
      for (const vote of ['YES', 'NO'] as const) {
        const check: Docket.Check = { observedAt: 2, value, tier: 2, result: vote, porRoot: Bytes.zero32 }
        const docket = { rule, checks: [check, check, check] }
        const report = await reportOf(system, marketId, [vote, vote, vote], vote, { docket })
        const isUnknown = typeof output === 'object'
        const isTaken = (vote === 'YES') === output
        const expected = isUnknown ? { name: 'MalformedReport', args: [] } : isTaken ? null : good
        expect(await refusal(system, toHex(report)), `${name}, ${vote}`).to.deep.equal(expected)
      }
    }
  })

  it('an Invalid vote needs no sample, but its check must say so', async () => {
    const { system, market, marketId } = await loadFixture(fixture)
    const rule: Docket.Rule = { sourceId: Bytes.zero32, op: 1, target: 1n, from: 10, to: 20, maxTier: 0 }
    const none: Docket.Check = { ...Docket.noCheck, result: 'INVALID', tier: 3 }
    const sayings = ['INVALID', 'INVALID', 'INVALID'] as const
    const bad = { rule, checks: [none, Docket.noCheck, none] }
    const refused = await reportOf(system, marketId, sayings, 'INVALID', { docket: bad })
    await expectRefused(system, toHex(refused), 'CheckFails', [1n])
    const docket = { rule, checks: [none, none, none] }
    await deliver(system, await reportOf(system, marketId, sayings, 'INVALID', { docket }))
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
  })

  /** What the contract makes of a report that is well formed: the first thing that is wrong with it. */
  function expectedOf(report: Report.Report, factorBps: number) {
    for (const [i, { vote }] of report.records.entries()) {
      if (vote.outcome === null || report.docket === null) continue
      if (Docket.fault(report.docket.rule, report.docket.checks[i]!, vote.outcome) !== null)
        return { name: 'CheckFails', args: [BigInt(i)] }
    }
    const ballots = report.records.map(({ vote, resQuality, srcQuality, analysisDepth }) => {
      const scores = { res_quality: resQuality, src_quality: srcQuality, analysis_depth: analysisDepth }
      return { vote, weight: BigInt(Score.weight(scores, factorBps)) }
    })
    const { outcome } = Tally.count(ballots)
    if (outcome === report.outcome) return null
    const args = [report.outcome, outcome].map((each) => BigInt(Vote.code(each)))
    return { name: 'OutcomeMismatch', args }
  }

  it('C10: every decode case: what protocol/Report.ts reads is judged by its content, the rest is refused', async () => {
    const results = new Map<string, string | null>()
    for (const { name, input, output } of casesOf('decode')) {
      const payload = input as Bytes.Hex
      const isReadable = !(output as { throws?: string }).throws
      const n = isReadable ? Report.decode(Bytes.fromHex(payload)).records.length : 1
      const { system, crowd } = await loadFixture(crowded)
      await requestedCrowd(system, crowd, n)
      await time.increase(quorumGrace)
      // The vectors are of another time and market.
      const expiry = word((await time.latest()) + 60, 8)
      const moved = payload.length < 90 ? payload : patched(payload, at.expiresAt, expiry)
      const here = payload.length < 90 ? moved : patched(moved, at.marketId, word(1, 32))
      const inRound = payload.length < 90 ? here : patched(here, at.round, word(1, 4))
      const leaves = word(Transcript.leafCount(n), 4)
      const fitted = isReadable ? patched(inRound, at.leafCount, leaves) : inRound
      const refused = await refusal(system, fitted)
      if (isReadable) {
        const report = Report.decode(Bytes.fromHex(fitted as Bytes.Hex))
        expect(refused, name).to.deep.equal(expectedOf(report, Score.newcomerFactorBps))
      } else {
        expect(refused?.name, name).to.match(/^Malformed(Report|Record)$/)
      }
      const { isProcessed } = await deliverBytes(system, fitted, { expectRefusal: true })
      expect(isProcessed, name).to.equal(refused === null)
      results.set(name, refused?.name ?? null)
    }
    // Not all may fail for one reason: some are taken.
    expect(
      [...results.values()].filter((error) => error === null).length >= 4,
      JSON.stringify([...results]),
    ).to.equal(true)
  })
})

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
    const { system, marketId, report } = await loadFixture(reported)
    const refused = [marketId, Status.Resolved]
    const other = { ...report, roundRoot: Hash.asRoot(`0x${'cd'.repeat(32)}`) }
    await expectRefused(system, toHex(other), 'WrongStatus', refused)
    const rule: Docket.Rule = { sourceId: Bytes.zero32, op: 1, target: 0n, from: 0, to: 9, maxTier: 3 }
    const check: Docket.Check = { ...Docket.noCheck, result: 'YES' }
    const docketed = { ...report, docket: { rule, checks: [check, check, check] } }
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
    const { marketId } = await requestedCrowd(system, crowd, 32)
    const before = await market.getMarket(marketId)
    const sayings = Array.from({ length: 32 }, () => 'YES' as const)
    const rule: Docket.Rule = { sourceId: Bytes.zero32, op: 1, target: 0n, from: 0, to: 9, maxTier: 3 }
    const checks = sayings.map((result) => ({ ...Docket.noCheck, result }))
    const docket = { rule, checks }
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
