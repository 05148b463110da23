import { expect } from 'chai'
import { whyInvalid } from '../../../cli/chain/whyInvalid.ts'
import type { MarketView, Parameters } from '../../../services/chain/browser/market.ts'
import { endings } from '../../../services/chain/browser/names.ts'

const parameters = { minWorkers: 3, minMarginBps: 1_000 } as Parameters
const why = (ending: (typeof endings)[number], changes: Partial<MarketView> = {}) =>
  whyInvalid(
    {
      ...{ outcome: 3, ending: endings.indexOf(ending), round: 1, joined: 3 },
      ...{ yesWeight: 0n, noWeight: 0n, invalidWeight: 0n },
      ...changes,
    } as MarketView,
    parameters,
  )

describe('why a market is Invalid', () => {
  it('says nothing of a market that is not', () => {
    for (const outcome of [0, 1, 2]) expect(why('by vote', { outcome })).to.equal(null)
  })

  it('by vote: Invalid leads', () => {
    expect(why('by vote')).to.equal('Invalid leads the vote.')
  })

  it('no record: too few joined, nobody asked or drew, or no report came', () => {
    expect(why('no record', { round: 0, joined: 2 })).to.include('Fewer than 3 agents joined')
    expect(why('no record', { round: 0, joined: 40 })).to.include('not asked, or its seats not drawn')
    expect(why('no record')).to.include('No report came in time')
  })

  it('by default: no vote counts, no lead, or, where there is a lead, a ruling', () => {
    expect(why('by default')).to.include('No vote counts')
    expect(why('by default', { yesWeight: 5_499n, noWeight: 4_501n })).to.equal(
      'No outcome leads the next by 10 % of the weight cast.',
    )
    expect(why('by default', { yesWeight: 5_500n, noWeight: 4_500n })).to.equal('The arbiter ruled so.')
    expect(why('by default', { invalidWeight: 5_500n, noWeight: 4_500n })).to.equal('The arbiter ruled so.')
  })
})
