import { expect } from 'chai'
import { stateOf, statusName } from '../../../cli/chain/marketState.ts'
import type { MarketView } from '../../../services/chain/browser/market.ts'
import { endings, statuses } from '../../../services/chain/browser/names.ts'

const view = (status: (typeof statuses)[number], changes: Partial<MarketView> = {}) =>
  ({
    ...{ status: statuses.indexOf(status), outcome: 0, ending: 0, isAppealing: false, drawBlock: 0n },
    ...changes,
  }) as MarketView

describe('the state of a market in words', () => {
  it('the status alone where nothing is decided', () => {
    for (const status of statuses) expect(stateOf(view(status))).to.equal(status)
  })

  it('the outcome behind it, and how an Invalid one came about', () => {
    expect(stateOf(view('Resolved', { outcome: 1 }))).to.equal('Resolved: YES')
    expect(stateOf(view('Settled', { outcome: 2 }))).to.equal('Settled: NO')
    for (const [ending, words] of endings.entries())
      expect(stateOf(view('Invalid', { outcome: 3, ending }))).to.equal(`Invalid: INVALID (${words})`)
    expect(stateOf(view('Resolved', { outcome: 1, ending: 1 }))).to.equal('Resolved: YES')
  })

  it('a draw that is awaited is part of the status', () => {
    expect(stateOf(view('Open', { drawBlock: 9n }))).to.equal('Open, its seats to be drawn')
    const appealed = view('Resolved', { outcome: 1, isAppealing: true, drawBlock: 9n })
    expect(stateOf(appealed)).to.equal('Resolved, under appeal, its seats to be drawn: YES')
  })

  it('an appeal is part of the status', () => {
    const appealed = view('Resolved', { outcome: 1, isAppealing: true })
    expect(statusName(appealed)).to.equal('Resolved, under appeal')
    expect(stateOf(appealed)).to.equal('Resolved, under appeal: YES')
  })
})
