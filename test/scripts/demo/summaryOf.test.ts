import { expect } from 'chai'
import { headerSize } from '../../../don/report.ts'
import { isAccountedFor, isAsItMustBe, summaryOf } from '../../../scripts/demo/summaryOf.ts'
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
    expect(summaryOf([ended(1)], { ...money, left: 1n }, cast, about).ok).to.equal(false)
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

  it('every wei that came in went out, and none is left', () => {
    expect(isAccountedFor(money)).to.equal(true)
    for (const change of [{ workers: 0n }, { left: 1n }, { bets: { won: 0n, left: 1n } }, { credits: [] }])
      expect(isAccountedFor({ ...money, ...change })).to.equal(false)
  })
})
