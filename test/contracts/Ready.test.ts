import { expect } from 'chai'
import { network } from 'hardhat'
import { docketAt, ruleAt } from '../../local/ledger/docket.ts'
import {
  challenge,
  doubleTalkOf,
  hear,
  invalid,
  no,
  question,
  tell,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  ask,
  autoQuestion,
  createMarket,
  day,
  defaultParameters,
  deliver,
  deploySystem,
  hour,
  joinAll,
  Outcome,
  refusal,
  reportOf,
  requested,
  type Saying,
  Status,
  settle,
  waitUntil,
} from '../../local/ledger/market.ts'
import { expectEmptied } from '../../local/ledger/payout.ts'
import type { Docket, Vote } from '../../protocol/index.ts'
import { toHex } from '../helpers/report.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const { challengeWindow, quorumGrace, resolutionTimeout } = defaultParameters

/** A market of four workers, asked for at its deadline. */
async function fixture() {
  const system = await deploySystem(connection)
  return { system, market: system.market, ...(await requested(system, 4, { question: autoQuestion })) }
}
type Fixture = Awaited<ReturnType<typeof fixture>>

const allYes: Saying[] = ['YES', 'YES', 'YES', 'YES']
const allNo: Saying[] = ['NO', 'NO', 'NO', 'NO']
const doubts: Saying[] = ['INVALID', 'INVALID', 'INVALID', 'INVALID']
const torn: Saying[] = ['YES', 'YES', 'NO', 'NO']
const silent: Saying[] = ['YES', 'silent', 'silent', 'silent']

const tooEarly = (at: number) => ({ name: 'TooEarly', args: [BigInt(at)] })

/** A report of what the workers say, with a docket under this rule. */
async function reportUnder(
  { system, marketId, deadline }: Pick<Fixture, 'system' | 'marketId' | 'deadline'>,
  sayings: readonly Saying[],
  outcome: Vote.Outcome | null,
  rule: Parameters<typeof docketAt>[2] = {},
) {
  return reportOf(system, marketId, sayings, outcome, { docket: docketAt(deadline, sayings, rule) })
}

/** How the market answers it: the error, or null. */
const answer = async (at: Fixture, ...rest: Rest) => refusal(at.system, toHex(await reportUnder(at, ...rest)))
type Rest = Parameters<typeof reportUnder> extends [unknown, ...infer R] ? R : never

describe('readyAt', () => {
  it('lies neither before the end of the window and the deadline, nor too late for two graces', async () => {
    const at = await loadFixture(fixture)
    const { deadline } = at
    const latest = deadline + resolutionTimeout - 2 * quorumGrace
    await time.increaseTo(deadline + day)
    const windows: [Partial<Docket.Rule>, number][] = [
      [{ from: deadline, to: deadline + 3_900 }, deadline + 3_900],
      [{ from: deadline, to: deadline + 90_000 }, deadline + 90_000],
      [{ from: deadline, to: deadline }, deadline],
      [{ from: deadline, to: latest }, latest],
      [{ from: deadline - day, to: deadline }, deadline],
      [{ from: deadline - day, to: deadline - hour }, deadline],
    ]
    for (const [rule, first] of windows) {
      for (const readyAt of [0, first - 1, latest + 1, 2 ** 40 - 1])
        expect(await answer(at, allYes, 'YES', { ...rule, readyAt })).to.deep.equal({
          name: 'BadReadyAt',
          args: [BigInt(readyAt)],
        })
      for (const readyAt of [first, latest]) {
        const isOfMany = rule.from! < deadline
        const isLate = isOfMany && readyAt > (await time.latest())
        const expected = isLate ? tooEarly(readyAt) : null
        expect(await answer(at, allYes, 'YES', { ...rule, readyAt })).to.deep.equal(expected)
      }
    }
  })

  it('is what the last report said; nothing before one, and on a manual rule', async () => {
    const { system, market, marketId, deadline } = await loadFixture(fixture)
    expect((await market.getMarket(marketId)).readyAt).to.equal(0)
    await deliver(system, await reportUnder({ system, marketId, deadline }, allYes, 'YES'))
    expect((await market.getMarket(marketId)).readyAt).to.equal(ruleAt(deadline).readyAt)
    const manual = await requested(system, 3)
    await deliver(system, await reportOf(system, manual.marketId, ['INVALID', 'INVALID', 'NO'], 'INVALID'))
    expect((await market.getMarket(manual.marketId)).readyAt).to.equal(0)
  })

  it('a refused report leaves no trace of it', async () => {
    const at = await loadFixture(fixture)
    const report = await reportUnder(at, doubts, 'INVALID')
    const { isProcessed } = await deliver(at.system, report, { expectRefusal: true })
    expect(isProcessed).to.equal(false)
    expect((await at.market.getMarket(at.marketId)).readyAt).to.equal(0)
  })
})

describe('a rule about one sample', () => {
  it('B2: takes a Yes or No at once', async () => {
    for (const [sayings, outcome] of [
      [allYes, 'YES'],
      [allNo, 'NO'],
    ] as const) {
      const at = await loadFixture(fixture)
      await deliver(at.system, await reportUnder(at, sayings, outcome))
      expect(await at.market.statusOf(at.marketId)).to.equal(Status.Resolved)
      expect((await at.market.getMarket(at.marketId)).windowEnd).to.equal(
        (await time.latest()) + challengeWindow,
      )
    }
  })

  it('B2: refuses an Invalid before readyAt, by vote or for want of a lead, and takes it at that second', async () => {
    for (const sayings of [doubts, torn]) {
      const at = await loadFixture(fixture)
      const { readyAt } = ruleAt(at.deadline)
      expect(await answer(at, sayings, 'INVALID')).to.deep.equal(tooEarly(readyAt))
      const report = await reportUnder(at, sayings, 'INVALID')
      const sent = { ...report, expiresAt: readyAt }
      await time.increaseTo(readyAt - 600)
      await time.setNextBlockTimestamp(readyAt - 1)
      expect((await deliver(at.system, sent, { expectRefusal: true })).isProcessed).to.equal(false)
      await time.setNextBlockTimestamp(readyAt)
      expect((await deliver(at.system, sent)).isProcessed).to.equal(true)
      expect(await at.market.outcomeOf(at.marketId)).to.equal(Outcome.Invalid)
    }
  })

  it('B2: when somebody asks decides nothing: asked at the deadline or after readyAt, four doubts count after readyAt', async () => {
    const { system, market } = await loadFixture(fixture)
    const { marketId: asked } = await requested(system, 4, { question })
    const heard = await hear(system, asked, [invalid, invalid, invalid, invalid])
    const { readyAt } = heard.report.docket!.rule
    expect(await refusal(system, toHex(heard.report))).to.deep.equal(tooEarly(readyAt))
    await tell(system, asked, [invalid, invalid, invalid, invalid])
    expect((await time.latest()) >= readyAt).to.equal(true)
    expect(await market.outcomeOf(asked)).to.equal(Outcome.Invalid)
    const late = await createMarket(system, { question })
    await joinAll(system, late.marketId, 4)
    await time.increaseTo(ruleAt(late.deadline).readyAt)
    await system.market.requestResolution(late.marketId)
    const { requestedAt } = await market.getMarket(late.marketId)
    await tell(system, late.marketId, [invalid, invalid, invalid, invalid])
    expect((await time.latest()) - Number(requestedAt) < 60).to.equal(true)
    expect(await market.outcomeOf(late.marketId)).to.equal(Outcome.Invalid)
  })

  it('refuses no quorum until a grace after readyAt, where it was asked for before', async () => {
    const at = await loadFixture(fixture)
    const due = ruleAt(at.deadline).readyAt + quorumGrace
    expect(await answer(at, silent, null)).to.deep.equal(tooEarly(ruleAt(at.deadline).readyAt))
    await time.increaseTo(ruleAt(at.deadline).readyAt)
    expect(await answer(at, silent, null)).to.deep.equal(tooEarly(due))
    const sent = { ...(await reportUnder(at, silent, null)), expiresAt: due }
    await time.setNextBlockTimestamp(due - 1)
    expect((await deliver(at.system, sent, { expectRefusal: true })).isProcessed).to.equal(false)
    await time.setNextBlockTimestamp(due)
    await deliver(at.system, sent)
    expect((await at.market.getMarket(at.marketId)).round).to.equal(2)
  })

  it('refuses no quorum until a grace after the request, where that came later', async () => {
    const { system } = await loadFixture(fixture)
    const { marketId, deadline } = await requested(system, 4, {
      question: autoQuestion,
      deadline: (await time.latest()) + 2 * hour,
    })
    await time.increaseTo(ruleAt(deadline).readyAt + quorumGrace)
    const sent = { ...(await reportUnder({ system, marketId, deadline }, silent, null)) }
    await deliver(system, sent)
    // The second round was asked for just now, long after readyAt.
    const { requestedAt } = await system.market.getMarket(marketId)
    const again = await reportUnder({ system, marketId, deadline }, silent, null)
    expect(await refusal(system, toHex(again))).to.deep.equal(tooEarly(Number(requestedAt) + quorumGrace))
  })
})

describe('a rule about many samples', () => {
  const high = (deadline: number) => ({ from: deadline - day, to: deadline, readyAt: deadline + 120 })

  it('refuses every report before readyAt: the last of them may say otherwise', async () => {
    const at = await loadFixture(fixture)
    const rule = high(at.deadline)
    const all: [Saying[], Vote.Outcome | null][] = [
      [allYes, 'YES'],
      [allNo, 'NO'],
      [doubts, 'INVALID'],
      [torn, 'INVALID'],
      [silent, null],
    ]
    for (const [sayings, outcome] of all)
      expect(await answer(at, sayings, outcome, rule)).to.deep.equal(tooEarly(rule.readyAt))
    await time.increaseTo(rule.readyAt)
    for (const [sayings, outcome] of all) {
      const expected = outcome === null ? tooEarly(rule.readyAt + quorumGrace) : null
      expect(await answer(at, sayings, outcome, rule)).to.deep.equal(expected)
    }
  })

  it('takes one at the second of readyAt', async () => {
    const at = await loadFixture(fixture)
    const rule = high(at.deadline)
    const sent = { ...(await reportUnder(at, allNo, 'NO', rule)), expiresAt: rule.readyAt }
    await time.setNextBlockTimestamp(rule.readyAt - 1)
    expect((await deliver(at.system, sent, { expectRefusal: true })).isProcessed).to.equal(false)
    await time.setNextBlockTimestamp(rule.readyAt)
    await deliver(at.system, sent)
    expect(await at.market.outcomeOf(at.marketId)).to.equal(Outcome.No)
  })

  it('is one whose window begins a second before the deadline', async () => {
    const at = await loadFixture(fixture)
    const { deadline } = at
    const readyAt = deadline + 3_900
    const from = (seconds: number) => ({ from: deadline - seconds, to: deadline, readyAt })
    expect(await answer(at, allYes, 'YES', from(1))).to.deep.equal(tooEarly(readyAt))
    expect(await answer(at, allYes, 'YES', from(0))).to.equal(null)
  })
})

describe('the window of an Invalid', () => {
  const slow = question.replace('target:75000', 'target:75000\ntolerance:100000')

  /** Reported early as Yes by a rule whose source may take more than a day. */
  async function early() {
    const system = await deploySystem(connection)
    const asked = await requested(system, 3, { question: slow })
    const told = await tell(system, asked.marketId, [yes, yes, no])
    return { system, market: system.market, ...asked, told, readyAt: told.report.docket!.rule.readyAt }
  }

  it('that a strike brings lasts until readyAt, so that there is time for an appeal that knows', async () => {
    const { system, market, marketId, deadline, told, readyAt } = await loadFixture(early)
    expect(readyAt).to.equal(deadline + 100_000)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    const struck = challenge(system, marketId, 0, doubleTalkOf(told, 0))
    await expect(struck).to.emit(market, 'OutcomeChanged').withArgs(marketId, Outcome.Yes, Outcome.Invalid)
    await expect(struck).to.emit(market, 'WindowMoved').withArgs(marketId, readyAt)
    expect((await market.getMarket(marketId)).windowEnd).to.equal(readyAt)
    await time.setNextBlockTimestamp(readyAt - 1)
    await expect(market.settle(marketId)).to.be.revertedWithCustomError(market, 'TooEarly').withArgs(readyAt)
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('stays so long through an appeal that leads nowhere', async () => {
    const { system, market, marketId, told, readyAt } = await loadFixture(early)
    await challenge(system, marketId, 0, doubleTalkOf(told, 0))
    await market
      .connect(system.appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await ask(system, marketId)
    expect((await market.getMarket(marketId)).windowEnd).to.equal(readyAt)
  })

  it('that a strike brings during an appeal too', async () => {
    const { system, market, marketId, told, readyAt } = await loadFixture(early)
    await market
      .connect(system.appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await challenge(system, marketId, 0, doubleTalkOf(told, 0))
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
    await ask(system, marketId)
    const after = await market.getMarket(marketId)
    expect([after.isAppealing, after.windowEnd]).to.deep.equal([false, BigInt(readyAt)])
  })

  it('is no longer than any other after readyAt, and a Yes or No never waits for it', async () => {
    const { system, market, marketId, told, readyAt } = await loadFixture(early)
    const first = await market.getMarket(marketId)
    expect(first.windowEnd < BigInt(readyAt)).to.equal(true)
    await market
      .connect(system.appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await joinAll(system, marketId, 3, 3)
    await ask(system, marketId)
    await waitUntil(system, readyAt + 1)
    await tell(system, marketId, [no, no, no])
    expect((await market.getMarket(marketId)).windowEnd).to.equal((await time.latest()) + challengeWindow)
    const { windowEnd } = await market.getMarket(marketId)
    // No leads by more than one vote, so a strike changes nothing.
    await challenge(system, marketId, 0, doubleTalkOf(told, 0))
    expect((await market.getMarket(marketId)).windowEnd).to.equal(windowEnd)
  })
})
