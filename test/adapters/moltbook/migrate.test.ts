import { expect } from 'chai'
import fc from 'fast-check'
import { Market, migrate, zoneNamed } from '../../../adapters/moltbook/index.ts'
import { plainDecimal } from '../../../adapters/moltbook/version1/exactNumbers.ts'
import { Decimal } from '../../../protocol/index.ts'
import { byHand, closed, now, open, resolved, unposted, v1, without } from './version1.ts'

describe('migrate', () => {
  it('S0-76: the flat fields of version 1 become a question with a rule, and commitments in whole per cent', () => {
    const { book } = migrate(v1(open), { now })
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
    const [entry] = migrate(v1(resolved), { now }).entries
    expect(entry!.losses).to.have.length(4)
    const told = entry!.losses.join('\n')
    for (const word of ['submolt = "predictmarket"', 'graduated = true', 'Late came after', 'commitment 2'])
      expect(told).to.contain(word)
  })

  it('S0-76: a resolved market keeps its outcome and value, and says that there was no evidence', () => {
    const market = migrate(v1(resolved), { now }).book.markets.market_resolved!
    expect(market).to.include({ status: 'resolved', outcome: 'YES', outcome_value: 2_901.17 })
    expect(market.outcome_evidence!.kind).to.equal('v1')
    expect(Market.problems(market)).to.deep.equal([])
  })

  it('S0-66: closed is open in version 2, and that is in the report', () => {
    const { book, entries } = migrate(v1(closed), { now })
    expect(book.markets.market_closed!.status).to.equal('open')
    expect(entries[0]!.losses.join()).to.contain('"closed"')
  })

  it('manual markets stay manual, and lists are read as maps are', () => {
    expect(migrate({ markets: [byHand] }, { now }).book.markets.market_manual!.rule).to.deep.equal({
      source: 'manual',
    })
  })

  it('S0-63 S0-65: what was never posted, or has no operator, cannot be taken over, and says why', () => {
    const { entries, book } = migrate(v1(unposted, without), { now })
    expect(book.markets).to.deep.equal({})
    expect(entries.map(({ refusal }) => refusal)).to.satisfy(
      ([first, second]: string[]) => first === 'it was never posted' && second!.includes('MISSING_OP'),
    )
  })

  it('what was not known is not required, and the report says what it was taken for', () => {
    const { question, deadline, moltbook_post_id } = open
    const [entry] = migrate({ markets: { m1: { question, deadline, moltbook_post_id } } }, { now }).entries
    expect(entry!.market).to.include({ status: 'open', creator: null })
    expect(entry!.losses).to.deep.equal(['created_at was not known: now'])
  })

  const one = (more: object, zone?: string) =>
    migrate(v1({ ...open, commitments: [], ...more } as typeof open), {
      now,
      zone: zone === undefined ? null : zoneNamed(zone),
    }).entries[0]!

  it('E11: a time without a zone is refused by name, and read in the zone that is given', () => {
    const bare = { deadline: '2026-02-12T18:00:00' }
    expect(one(bare).refusal).to.equal(
      'its deadline "2026-02-12T18:00:00" names no zone: say which with --zone',
    )
    expect(one(bare, 'America/New_York').market!.deadline).to.equal('2026-02-12T23:00:00Z')
    expect(one(bare, '+02:00').market!.deadline).to.equal('2026-02-12T16:00:00Z')
    expect(one({ deadline: '2026-02-12T18:00:00+01:00' }, '-05:00').market!.deadline).to.equal(
      '2026-02-12T17:00:00Z',
    )
    expect(one({ created_at: '2026-02-04 06:00' }).refusal).to.match(/^its created_at .* names no zone/)
    const timestamp = '2026-02-05T06:00:00'
    const commitments = [{ agent: 'A', position: 'NO', confidence: 0.6, timestamp }]
    expect(one({ commitments }).refusal).to.match(/^the time .* of its commitment 0 names no zone/)
    const inZone = one({ commitments }, '+01:00').market!
    expect(inZone.commitments[0]!.committed_at).to.equal('2026-02-05T05:00:00Z')
  })

  it('E11: gives the same in whatever zone the machine is', () => {
    const before = process.env.TZ
    try {
      const said = ['Asia/Tokyo', 'America/Lima'].map((TZ) => {
        process.env.TZ = TZ
        return [one({ deadline: '2026-02-12T18:00:00' }).refusal, one({}, 'UTC').market!.deadline]
      })
      expect(said[0]).to.deep.equal(said[1])
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  it('E11: the outcome of a settled market is kept, with its status where a comment says so', () => {
    const ended = { outcome: 'NO', resolved_price: 2_700, resolved_at: '2026-02-12T00:05:00Z' }
    for (const status of ['settled', 'finalized']) {
      const settled = one({ ...ended, status, resolution_comment_id: 'c9' })
      expect(settled.market).to.include({
        status,
        outcome: 'NO',
        outcome_value: 2_700,
        resolution_comment_id: 'c9',
      })
      const unsaid = one({ ...ended, status })
      expect(unsaid.market).to.include({ status: 'resolved', outcome: 'NO', resolution_comment_id: null })
      expect(unsaid.losses.join()).to.contain(`it was ${status}, with no comment`)
    }
    expect(one({ ...ended, status: 'closed' }).market).to.include({ status: 'resolved', outcome: 'NO' })
    expect(one({ ...ended, status: 'resolved', outcome: 'invalid' }).market).to.include({
      status: 'invalid',
      outcome: null,
    })
    expect(one({ status: 'invalid' }).market).to.include({ status: 'invalid', outcome: null })
  })

  it('E11: an outcome that cannot be kept is refused by name, and never dropped', () => {
    for (const [more, why] of [
      [{ status: 'open', outcome: 'YES' }, /it is open, and has the outcome "YES"/],
      [{ status: 'closed', outcome: 'maybe' }, /it is closed, and its outcome "maybe" is none of/],
      [{ status: 'resolved', outcome: 'maybe' }, /outcome "maybe" is none of YES, NO and INVALID/],
      [{ status: 'settled', outcome: null }, /outcome null is none of/],
      [{ status: 'invalid', outcome: 'YES' }, /it is invalid, and has the outcome "YES"/],
      [{ status: 'cancelled' }, /its status "cancelled" is none of version 1/],
      [{ status: 'resolved', outcome: 'YES', outcome_value: 'high' }, /its value "high" is not a number/],
    ] as const) {
      expect(one(more).refusal, JSON.stringify(more)).to.match(why)
      expect(one(more).market).to.equal(null)
    }
  })

  it('E11: small and long numbers are exact', () => {
    expect(one({ threshold: 0.00000001 }).market!.rule.target).to.equal('0.00000001')
    expect(one({ threshold: '75,000.50' }).market!.rule.target).to.equal('75000.50')
    const ended = { status: 'resolved', outcome: 'NO', outcome_value: 1e-8 }
    expect(one(ended).market!.outcome_value).to.equal('0.00000001')
    expect(one({ threshold: '0,5' }).refusal).to.equal('its threshold "0,5" is not a number')
  })

  it('E11: § text is not wrapped into § text, and fields beside it must say the same', () => {
    const question =
      '§question Will ETH trade above $2,800?\n§rule\nsource:coingecko:ethereum\nop:gte\ntarget:2800.5\n§event Ether'
    const market = one({ question }).market!
    expect(market).to.include({ question_raw: question, question_display: 'Will ETH trade above $2,800?' })
    expect(market.rule).to.include({ source: 'coingecko:ethereum', target: 2_800.5 })
    const plain = { source: null, threshold: null, operator: null }
    expect(one({ question, ...plain }).market!.question_raw).to.equal(question)
    expect(one({ question, threshold: 3_000 }).refusal).to.equal(
      'its field threshold says 3000, and its § text 2800.5',
    )
    expect(one({ question, operator: 'lt' }).refusal).to.contain('its field operator says "lt"')
    expect(one({ question, source: 'coingecko:bitcoin' }).refusal).to.contain('its field source')
    expect(one({ question: '§question Will it?' }).refusal).to.contain('MISSING_RULE')
  })

  it('E11: an entry that is no object is named and refused', () => {
    const { entries, book } = migrate({ markets: { good: open, bad: 'gone', worse: null } }, { now })
    expect(Object.keys(book.markets)).to.deep.equal(['good'])
    expect(entries.slice(1).map(({ id, refusal }) => [id, refusal])).to.deep.equal([
      ['bad', 'it is not a market, but "gone"'],
      ['worse', 'it is not a market, but null'],
    ])
    expect(migrate({ markets: [7] }, { now }).entries[0]).to.include({
      id: '0',
      refusal: 'it is not a market, but 7',
    })
    expect(migrate({ markets: 'none' }, { now }).entries[0]).to.include({ id: 'markets' })
    const twice = migrate({ markets: [open, open] }, { now })
    expect(twice.entries[1]!.refusal).to.equal('its id stands twice in the file')
    expect(migrate({ version: 1, last_sync: 7, markets: {} }, { now }).losses).to.deep.equal([
      'last_sync = 7 has no place in version 2',
    ])
  })

  it('E11: who version 1 called agent is the creator', () => {
    expect(one({ agent: 'HypeWatcher' }).market!.creator).to.equal('HypeWatcher')
    expect(one({ agent: 'HypeWatcher', creator: 'SoothSayer' })).to.nested.include({
      'market.creator': 'SoothSayer',
    })
    expect(one({ agent: 'HypeWatcher', creator: 'SoothSayer' }).losses.join()).to.contain(
      'agent = "HypeWatcher"',
    )
  })

  it('E11: what version 2 has a place for is kept there', () => {
    const said = {
      metric: 'market_cap',
      resolver: 'soothsayer',
      event: 'Ether',
      category: 'crypto',
      picture: 'https://x.example/a.png',
    }
    const { market, losses } = one({ ...said, submolt: null })
    expect(market!.rule).to.include({ metric: 'market_cap', resolver: 'soothsayer' })
    expect(market!.question_raw)
      .to.contain('§event Ether')
      .and.to.contain('§category crypto')
      .and.to.contain('§picture https')
    expect(losses).to.deep.equal([])
  })

  it('E11: whatever version 1 held is in the market, in the report, or the market is refused', () => {
    const maybe = <value>(...values: value[]) => fc.constantFrom(null, null, ...values)
    const entry = fc.record({
      threshold: fc.oneof(
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        fc.constantFrom('75,000', '0,5', '1e-8', '-3'),
      ),
      metric: maybe('price_usd', 'market_cap'),
      status: maybe('open', 'closed', 'resolved', 'settled', 'finalized', 'invalid', 'cancelled'),
      outcome: maybe<unknown>(true, false, 'YES', 'no', 'Invalid', 'maybe', 7),
      outcome_value: maybe<unknown>(1e-8, 2_700.5, '2,700', 'high'),
      resolution_comment_id: maybe('c9', 'c 9'),
      creator: maybe('SoothSayer'),
      agent: maybe('HypeWatcher'),
      event: maybe('Ether'),
      mood: maybe<unknown>('a mood of its own', 7, false),
    })
    const seen = new Set<string>()
    fc.assert(
      fc.property(entry, (more) => {
        const { market, losses, refusal } = one(more)
        seen.add(market?.status ?? 'refused')
        if (market === null) {
          expect(refusal).to.be.a('string').with.length.above(0)
          return
        }
        const report = losses.join('\n')
        const isIn = (field: keyof typeof more, held: unknown) => {
          const isListed = report.includes(field) || report.includes(JSON.stringify(more[field]))
          expect(more[field] === null || held || isListed, `${field} of ${JSON.stringify(more)}`).to.equal(
            true,
          )
        }
        const exact = (value: unknown) => plainDecimal(String(value))!
        expect(Decimal.compare(exact(market.rule.target), exact(more.threshold))).to.equal(0)
        isIn('metric', market.rule.metric === more.metric)
        isIn('creator', market.creator === more.creator)
        isIn('agent', market.creator === more.agent)
        isIn('event', market.question_raw.includes('§event Ether'))
        isIn('mood', false)
        isIn('resolution_comment_id', market.resolution_comment_id === more.resolution_comment_id)
        if (market.status === 'open') expect(more.outcome).to.equal(null)
        const outcomes = { true: 'YES', false: 'NO', YES: 'YES', no: 'NO' } as Record<string, string>
        expect(market.outcome).to.equal(outcomes[String(more.outcome)] ?? null)
        isIn(
          'outcome_value',
          market.outcome_value !== null &&
            Decimal.compare(exact(market.outcome_value), exact(more.outcome_value)) === 0,
        )
      }),
      { numRuns: 2_000 },
    )
    expect([...seen].sort()).to.deep.equal(['finalized', 'invalid', 'open', 'refused', 'resolved', 'settled'])
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
      expect(migrate(value, { now }).book.markets).to.deep.equal({})
  })
})
