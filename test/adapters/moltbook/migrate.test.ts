import { expect } from 'chai'
import { Market, migrate } from '../../../adapters/moltbook/index.ts'
import { byHand, closed, now, open, resolved, unposted, v1, without } from './version1.ts'

describe('migrate', () => {
  it('S0-76: the flat fields of version 1 become a question with a rule, and commitments in whole per cent', () => {
    const { book } = migrate(v1(open), now)
    const market = book.markets.market_1a2b3c4d!
    expect(Market.problems(market)).to.deep.equal([])
    expect(market).to.include({
      status: 'open',
      deadline: '2026-02-12T00:00:00Z',
      created_at: '2026-02-04T06:00:00Z',
    })
    expect(market.rule).to.deep.equal({ source: 'coingecko:ethereum', op: 'gte', target: 2_800.5 })
    expect(market.commitments).to.deep.equal([
      {
        agent: 'Minara',
        position: 'YES',
        confidence: 70,
        comment_id: 'c1',
        committed_at: '2026-02-05T06:00:00Z',
      },
    ])
  })

  it('S0-76: whatever has no place any more is in the report', () => {
    const [entry] = migrate(v1(resolved), now).entries
    expect(entry!.losses).to.have.length(4)
    const told = entry!.losses.join('\n')
    for (const word of ['submolt = "predictmarket"', 'graduated = true', 'Late came after', 'commitment 2'])
      expect(told).to.contain(word)
  })

  it('S0-76: a resolved market keeps its outcome and value, and says that there was no evidence', () => {
    const market = migrate(v1(resolved), now).book.markets.market_resolved!
    expect(market).to.include({ status: 'resolved', outcome: 'YES', outcome_value: 2_901.17 })
    expect(market.outcome_evidence!.kind).to.equal('v1')
    expect(Market.problems(market)).to.deep.equal([])
  })

  it('S0-66: closed is open in version 2, and that is in the report', () => {
    const { book, entries } = migrate(v1(closed), now)
    expect(book.markets.market_closed!.status).to.equal('open')
    expect(entries[0]!.losses.join()).to.contain('"closed"')
  })

  it('manual markets stay manual, and lists are read as maps are', () => {
    expect(migrate({ markets: [byHand] }, now).book.markets.market_manual!.rule).to.deep.equal({
      source: 'manual',
    })
  })

  it('S0-63 S0-65: what was never posted, or has no operator, cannot be taken over, and says why', () => {
    const { entries, book } = migrate(v1(unposted, without), now)
    expect(book.markets).to.deep.equal({})
    expect(entries.map(({ refusal }) => refusal)).to.satisfy(
      ([first, second]: string[]) => first === 'it was never posted' && second!.includes('MISSING_OP'),
    )
  })

  it('what was not known is not required, and the report says what it was taken for', () => {
    const { question, deadline, moltbook_post_id } = open
    const [entry] = migrate({ markets: { m1: { question, deadline, moltbook_post_id } } }, now).entries
    expect(entry!.market).to.include({ status: 'open', creator: null })
    expect(entry!.losses).to.deep.equal(['created_at was not known: now'])
  })

  it('no value at all makes it stumble', () => {
    for (const value of [
      null,
      7,
      'x',
      [],
      {},
      { markets: null },
      { markets: [null, 7] },
      { a: { question: {} } },
    ])
      expect(migrate(value, now).book.markets).to.deep.equal({})
  })
})
