import { expect } from 'chai'
import { nothing } from '../../../../cli/commands/eval/Effort.ts'
import { totalsOf } from '../../../../cli/commands/eval/totals.ts'
import { line } from './lines.ts'

describe('totalsOf', () => {
  it('FREETEXT §4: shares with intervals: right of decidable, wrong of all, INVALID answered INVALID', () => {
    const totals = totalsOf([
      line('a', 'YES'),
      line('b', 'NO'),
      line('c', 'NO', { outcome: 'INVALID' }),
      line('d', 'INVALID', { outcome: 'INVALID' }),
    ])
    expect(totals).to.include({ cases: 4, failed: 0, right: 2, undecided: 1, wrong: 1 })
    expect(totals.right_of_decidable).to.include({ count: 1, of: 3 })
    expect(totals.wrong_of_all).to.include({ count: 1, of: 4 })
    expect(totals.wrong_of_all.high).to.be.above(0.25)
    expect(totals.invalid_of_invalid).to.include({ count: 1, of: 1, high: 1 })
  })

  it('leaves answers that failed out of the shares, and not out of the bill', () => {
    const totals = totalsOf([line('a', 'YES'), line('b', 'INVALID', { outcome: 'INVALID', failed: 'away' })])
    expect(totals).to.include({ cases: 1, failed: 1, right: 1, undecided: 0 })
    expect(totals.invalid_of_invalid.of).to.equal(0)
    expect(totals.answer.cost_micro_usd).to.equal(2_000)
  })

  it('issue 16: says the time of each stage as quantiles, and its calls, tokens and cost in sum', () => {
    const taking = (ms: number) =>
      line('a', 'YES', {
        effort: { ms, stages: { auditor: { ...nothing, ms, calls: 2, cost_micro_usd: 7 } } },
      })
    const { stages, answer } = totalsOf([...Array(8).fill(100), 900, 5_000].map(taking))
    expect(stages.auditor).to.include({
      p50_ms: 100,
      p90_ms: 900,
      most_ms: 5_000,
      calls: 20,
      cost_micro_usd: 70,
    })
    expect(answer).to.include({ p50_ms: 100, p90_ms: 900, most_ms: 5_000 })
  })

  it('without prices the cost is unknown, and nothing is no division by zero', () => {
    const unknown = line('a', 'YES', {
      effort: { ms: 1, stages: { auditor: { ...nothing, cost_micro_usd: null } } },
    })
    expect(totalsOf([unknown, line('b', 'YES')]).answer.cost_micro_usd).to.equal(null)
    expect(totalsOf([])).to.include({ cases: 0, failed: 0 })
    expect(totalsOf([]).answer.p50_ms).to.equal(0)
  })
})
