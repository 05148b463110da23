import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { sampleMarket } from '../../../local/samples/proof.ts'
import { Instant } from '../../../protocol/index.ts'
import { fromPolymarket, toPolymarket, UnreadableMarketError } from '../../../workers/pipeline/polymarket.ts'
import { recordedData } from '../../helpers/skip.ts'

const place = { chain_id: 137, market: sampleMarket, market_id: '7', round: 1 }

describe('polymarket', () => {
  it('S2-93: a market of Gamma becomes a subject, with what it leaves open as null', () => {
    const market = {
      question: 'Will Ada win?',
      description: 'Yes if she does.',
      endDate: '2026-03-31T12:00:00Z',
    }
    const { parsed, ...subject } = fromPolymarket(place, market)
    expect(parsed.rule.source).to.equal(null)
    expect(subject).to.deep.equal({
      ...place,
      question: 'Will Ada win?\nYes if she does.',
      deadline: Instant.parse('2026-03-31T12:00:00Z'),
      created: null,
    })
    expect(fromPolymarket(place, { question: 'Will Ada win?', endDate: 'soon' }).deadline).to.equal(null)
    expect(() => fromPolymarket(place, { title: 'x' })).to.throw(UnreadableMarketError)
  })

  it('S2-93: a market opens at its start, or else when it was made', () => {
    const market = { question: 'Will Ada win?', createdAt: '2026-01-05T09:30:00Z' }
    const created = (more: object) => fromPolymarket(place, { ...market, ...more }).created
    expect(created({})).to.equal(Instant.parse('2026-01-05T09:30:00Z'))
    expect(created({ startDate: '2026-01-06T00:00:00Z' })).to.equal(Instant.parse('2026-01-06T00:00:00Z'))
    expect(created({ createdAt: null })).to.equal(null)
  })

  it('S2-93: reads real markets, within the length of a question', function () {
    const folder = recordedData(this)
    const lines = readFileSync(join(folder, 'polymarket_markets_dev.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .slice(0, 500)
    for (const line of lines) {
      const market = JSON.parse(line)
      const { question, deadline } = fromPolymarket(place, market)
      expect(question.length).to.be.within(1, 2_048)
      if (/^\d{4}-\d{2}-\d{2}T/.test(market.endDate ?? '')) expect(deadline, market.endDate).to.be.a('number')
    }
  })

  it('S2-107: a verdict becomes the payouts of conditional tokens and a price', () => {
    const payload = { por_root: `0x${'ab'.repeat(32)}` } as Parameters<typeof toPolymarket>[0]
    const payouts = (['YES', 'NO', 'INVALID'] as const).map((outcome) => {
      const { payouts, price } = toPolymarket({ ...payload, outcome })
      return [...payouts, price]
    })
    expect(payouts).to.deep.equal([
      [1, 0, '1000000000000000000'],
      [0, 1, '0'],
      [1, 1, '500000000000000000'],
    ])
  })
})
