import { expect } from 'chai'
import { headerSize } from '../../../don/report.ts'
import {
  isAccountedFor,
  isAsItMustBe,
  isDue,
  isPaidRight,
  summaryOf,
} from '../../../scripts/demo/summaryOf.ts'
import { cast, ended, money } from './records.ts'

const about = { seed: 7, ms: 1_234 }

describe('summaryOf', () => {
  it('is JSON: amounts in wei as text, roles by name', () => {
    const summary = summaryOf([ended(1), ended(2, 'lie')], money, cast, about)
    expect(JSON.parse(JSON.stringify(summary))).to.deep.equal(summary)
    expect(summary).to.include({ ok: true, seed: 7, ms: 1_234 })
    expect(summary.markets[1]!.workers[1]).to.deep.equal({
      agentId: 1,
      role: 'turncoat',
      vote: 'NO',
      scores: '70/70/70',
      weight: 5,
      stake: '100000000000000000',
      paid: '100000000000000000',
    })
    expect(summary.markets[0]!.undrawn).to.deep.equal([])
    expect(summary.rounds[1]).to.deep.include({
      marketId: 2,
      outcome: 'NO',
      struck: [{ agentId: 1, reward: '10000000000000000' }],
      gas: 77,
      ms: 13,
    })
    expect(summary.rounds[0]!.quota.reportBytes).to.equal(509 - headerSize)
  })

  it('is not ok as soon as one market, or the money, is not', () => {
    const wrong = ended(1)
    wrong.end = { ...wrong.end!, outcome: 'NO' }
    expect(summaryOf([ended(2, 'lie'), wrong], money, cast, about).ok).to.equal(false)
    const right = [ended(1), ended(2, 'lie')]
    expect(summaryOf(right, { ...money, left: 1n }, cast, about).ok).to.equal(false)
    expect(summaryOf([ended(1)], money, cast, about).ok, 'the credits are of two markets').to.equal(false)
  })
})

describe('what must be', () => {
  it('a market ends with the truth; only a lie wins at first, and its liar is struck', () => {
    expect([isAsItMustBe(ended(1)), isAsItMustBe(ended(2, 'lie'))]).to.deep.equal([true, true])
    const unpunished = ended(2, 'lie')
    unpunished.strikes.pop()
    expect(isAsItMustBe(unpunished)).to.equal(false)
    const innocent = ended(1)
    innocent.strikes.push({ agentId: 0, reward: 1n })
    expect(isAsItMustBe(innocent)).to.equal(false)
    const open = ended(1)
    open.end = null
    expect(isAsItMustBe(open)).to.equal(false)
  })

  it('AUDIT B1: in the market in words, who tells another story than the page must not be found right', () => {
    const told = ended(1, 'words')
    expect(isAsItMustBe(told)).to.equal(true)
    told.rechecked = { ...told.rechecked!, citations: ['p', 'p', 'p'] }
    expect(isAsItMustBe(told)).to.equal(false)
    told.rechecked = { ...told.rechecked!, citations: ['o', 'p', 'f'] }
    expect(isAsItMustBe(told)).to.equal(false)
  })

  it('every seat got what the protocol says, and who drew none its whole stake', () => {
    const told = ended(1)
    told.undrawn.push({ agentId: 5, stake: 7n, paid: 7n })
    expect(isPaidRight(told)).to.equal(true)
    told.undrawn[0] = { agentId: 5, stake: 7n, paid: 6n }
    expect(isPaidRight(told)).to.equal(false)
    const wrong = ended(1)
    wrong.end = { ...wrong.end!, due: { ...wrong.end!.due, workers: [1n, 2n, 3n] } }
    expect(isPaidRight(wrong)).to.equal(false)
    expect(isPaidRight({ ...ended(1), end: null })).to.equal(false)
  })

  it('creator, challengers and treasury got what the protocol says, to the wei', () => {
    const told = [ended(1), ended(2, 'lie')]
    expect(isDue(told, money)).to.equal(true)
    for (const [i, credit] of money.credits.entries()) {
      const credits = money.credits.with(i, { ...credit, amount: credit.amount + 1n })
      expect(isDue(told, { ...money, credits }), credit.who).to.equal(false)
      expect(isDue(told, { ...money, credits: money.credits.toSpliced(i, 1) }), credit.who).to.equal(false)
    }
  })

  it('every wei that came in went out, and none is left', () => {
    expect(isAccountedFor(money)).to.equal(true)
    for (const change of [{ workers: 0n }, { left: 1n }, { bets: { won: 0n, left: 1n } }, { credits: [] }])
      expect(isAccountedFor({ ...money, ...change })).to.equal(false)
  })
})
