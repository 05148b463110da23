import { expect } from 'chai'
import { Instant } from '../../../protocol/index.ts'
import { payouts, polymarket, readMarket } from '../../../workers/source/polymarket.ts'
import { deadline, requirement, trouble, urlOf } from './requirement.ts'

describe('polymarket', () => {
  const source = polymarket()
  const closing = Instant.parse('2026-02-19T10:00:00Z')
  const base = {
    id: '512345',
    slug: 'will-it-rain',
    question: 'Will it rain?',
    conditionId: '0xabc',
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.0215", "0.9785"]',
    closed: false,
    updatedAt: '2026-02-20T23:59:30.123456Z',
  }
  const resolved = {
    ...base,
    outcomePrices: '["0", "1"]',
    closed: true,
    closedTime: '2026-02-19 10:00:00+00',
    umaResolutionStatus: 'resolved',
  }
  const read = (market: object, metric: string, window = { from: deadline, to: deadline + 3_900 }) =>
    source.read(JSON.stringify(market), { ...requirement(`polymarket:will-it-rain:${metric}`), window })

  it('S2-96: asks by id or by slug', () => {
    const url = (asset: string) => urlOf(source, requirement(`polymarket:${asset}:closed`))
    expect(url('512345')).to.equal('https://gamma-api.polymarket.com/markets/512345')
    expect(url('Will-It-Rain')).to.equal('https://gamma-api.polymarket.com/markets/slug/will-it-rain')
    expect(trouble(() => url('a/b'))).to.equal('unsupported')
  })

  it('C100: reads prices from the lists inside of strings, as of the last update', () => {
    expect(read(base, 'price_yes')).to.deep.equal({ observedAt: deadline + 30, value: '0.0215' })
    expect(read(base, 'price_no')?.value).to.equal('0.9785')
    expect(read(base, 'price_yes', { from: deadline + 60, to: deadline + 90 })).to.equal(null)
  })

  it('knows how a market was resolved, at the window’s start if that was before', () => {
    expect(read(resolved, 'resolved_no')).to.deep.equal({ observedAt: deadline, value: '1' })
    expect(read(resolved, 'resolved_yes')?.value).to.equal('0')
    expect(read(resolved, 'closed')).to.deep.equal({ observedAt: deadline, value: '1' })
    const early = { from: closing - 100, to: closing + 100 }
    expect(read(resolved, 'resolved_no', early)?.observedAt).to.equal(closing)
    expect(read(resolved, 'resolved_no', { from: closing - 100, to: closing - 1 })).to.equal(null)
    expect(read({ ...resolved, outcomePrices: '["0.5","0.5"]' }, 'resolved_no')?.value).to.equal('0.5')
  })

  it('takes no price for a resolution', () => {
    expect(read(base, 'resolved_yes')).to.equal(null)
    expect(read({ ...resolved, umaResolutionStatus: 'disputed' }, 'resolved_no')).to.equal(null)
    expect(read({ ...resolved, outcomePrices: '["0.01","0.99"]' }, 'resolved_no')).to.equal(null)
    expect(payouts(readMarket(JSON.stringify({ ...resolved, outcomePrices: '["1","1"]' })))).to.equal(null)
    expect(read(base, 'closed')).to.deep.equal({ observedAt: deadline + 30, value: '0' })
  })

  it('C35: says null where Gamma does not say when', () => {
    const { updatedAt: _, ...undated } = base
    for (const metric of ['price_yes', 'closed']) expect(read(undated, metric), metric).to.equal(null)
    expect(read({ ...resolved, closedTime: null }, 'resolved_no')).to.equal(null)
    expect(read({ ...resolved, closedTime: null }, 'closed')).to.equal(null)
    const { outcomePrices: __, ...unpriced } = base
    expect(read(unpriced, 'price_yes')).to.equal(null)
    expect(read({ ...resolved, outcomePrices: undefined }, 'resolved_no')).to.equal(null)
  })

  it('takes outcomes of any name', () => {
    const market = { ...base, outcomes: '["New High", "50+ bps"]' }
    expect(read(market, 'price_new_high')?.value).to.equal('0.0215')
    expect(read(market, 'price_50_bps')?.value).to.equal('0.9785')
    expect(trouble(() => read({ ...base, outcomePrices: '["much", "little"]' }, 'price_yes'))).to.equal(
      'unreadable',
    )
  })

  it('refuses another market, unknown outcomes and broken lists', () => {
    expect(trouble(() => read({ ...base, slug: 'another' }, 'closed'))).to.equal('unreadable')
    expect(trouble(() => read(base, 'price_maybe'))).to.equal('unreadable')
    for (const outcomes of ['Yes,No', '[1,2]', '["Yes"]'])
      expect(
        trouble(() => read({ ...base, outcomes }, 'price_yes')),
        outcomes,
      ).to.equal('unreadable')
    expect(trouble(() => read({ ...base, updatedAt: 'yesterday' }, 'price_yes'))).to.equal('unreadable')
    expect(trouble(() => read(base, 'volume'))).to.equal('unsupported')
  })
})
