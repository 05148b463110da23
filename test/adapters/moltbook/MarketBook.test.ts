import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { Market, MarketBook, Status } from '../../../adapters/moltbook/index.ts'
import { openLedger } from '../../../adapters/moltbook/Ledger.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { budget } from '../../helpers/budget.ts'
import { failed } from './failed.ts'

const raw =
  '§question Will BTC hit $75,000 by Feb 20, 2026?\n§rule\nsource:coingecko:bitcoin\nmetric:price_usd\nop:gte\ntarget:75000\n' +
  '§§source creator:SoothSayer origin:moltbook:32ca597b'

/** The example of seed 000, with its placeholders filled in. */
const seed: Market.Market = {
  id: 'market_abc123',
  status: 'open',
  question_raw: raw,
  question_display: 'Will BTC hit $75,000 by Feb 20, 2026?',
  deadline: '2026-02-20T23:59:00Z',
  rule: { source: 'coingecko:bitcoin', metric: 'price_usd', op: 'gte', target: 75_000 },
  moltbook_post_id: '9d2c1c1e-3f0f-4a7c-8f7e-0a4b1f3f7c11',
  source_post_id: null,
  creator: 'SoothSayer',
  outcome: null,
  outcome_value: null,
  outcome_evidence: null,
  resolved_at: null,
  resolution_comment_id: null,
  commitments: [],
  onchain: null,
  created_at: '2026-02-10T00:00:00Z',
  updated_at: '2026-02-10T00:00:00Z',
}

const evidence: Market.OutcomeEvidence = {
  kind: 'source',
  note: 'met',
  uri: null,
  response_hash: null,
  observed_at: null,
  retrieved_at: null,
  por_root: null,
}

/** A market as it may stand at each status. */
const at = (status: Status.Status): Market.Market => {
  const resolved = { ...seed, status, resolved_at: '2026-02-21T01:00:00Z', outcome_evidence: evidence }
  if (status === 'open') return seed
  if (status === 'invalid') return resolved
  if (status === 'resolved') return { ...resolved, outcome: 'YES' }
  return { ...resolved, outcome: 'YES', resolution_comment_id: 'c1' }
}

const bookOf = (...markets: Market.Market[]): MarketBook.Book => ({
  version: 2,
  markets: Object.fromEntries(markets.map((one) => [one.id, one])),
})
const fieldsOf = (value: unknown) => Market.problems(value).map(({ field }) => field)
const without = (field: string): unknown =>
  Object.fromEntries(Object.entries(seed).filter(([key]) => key !== field))

describe('Market', () => {
  it('S0-53 S0-54 S0-55 S0-56 S0-57 S0-58 S0-59 S0-60 S0-61: the example of the seed is a market, field by field', () => {
    expect(Market.problems(seed)).to.deep.equal([])
    expect(
      Market.open({
        id: seed.id,
        question_raw: raw,
        deadline: seed.deadline,
        moltbook_post_id: seed.moltbook_post_id,
        creator: 'SoothSayer',
        created_at: seed.created_at,
      }),
    ).to.deep.equal(seed)
  })

  for (const field of ['id', 'question_raw', 'question_display', 'deadline', 'status'])
    it(`S0-5 S0-62: ${field} is always required`, () => {
      expect(fieldsOf(without(field))).to.deep.equal([field])
      expect(fieldsOf({ ...seed, [field]: null })).to.deep.equal([field])
      expect(fieldsOf({ ...seed, [field]: '' })).to.include(field)
    })

  it('S0-63: there is no market without its post', () => {
    expect(fieldsOf(without('moltbook_post_id'))).to.deep.equal(['moltbook_post_id'])
    expect(fieldsOf({ ...seed, moltbook_post_id: null })).to.deep.equal(['moltbook_post_id'])
  })

  it('S0-64: rule.source is always required', () => {
    const { source: _, ...rule } = seed.rule
    expect(fieldsOf({ ...seed, rule })).to.deep.equal(['rule.source'])
  })

  it('S0-65: rule.op and rule.target are required unless the source is manual', () => {
    const { op: _, ...withoutOp } = seed.rule
    const { target: __, ...withoutTarget } = seed.rule
    expect(Market.problems({ ...seed, rule: withoutOp })).to.deep.equal([
      { field: 'rule.op', message: 'is required when the source is not manual' },
    ])
    expect(fieldsOf({ ...seed, rule: withoutTarget })).to.deep.equal(['rule.target'])
    const manual = '§question Will it?\n§rule\nsource:manual\nresolver:soothsayer'
    const rule = { source: 'manual', resolver: 'soothsayer' }
    expect(
      Market.problems({ ...seed, question_raw: manual, question_display: 'Will it?', rule }),
    ).to.deep.equal([])
  })

  it('S0-54 S0-56: what is derived from the question is what the question says', () => {
    expect(fieldsOf({ ...seed, question_display: 'Will ETH?' })).to.deep.equal(['question_display'])
    expect(fieldsOf({ ...seed, rule: { ...seed.rule, target: 1 } })).to.deep.equal(['rule.target'])
    expect(fieldsOf({ ...seed, question_raw: 'no tags at all' })[0]).to.equal('question_raw')
  })

  it('C32: a target is a number only where JSON holds it exactly', () => {
    expect(Market.toExact('75000')).to.equal(75_000)
    expect(Market.toExact('0.1')).to.equal(0.1)
    expect(Market.toExact('0.10')).to.equal('0.10')
    expect(Market.toExact('12345678901234567890')).to.equal('12345678901234567890')
  })

  it('S0-5: fields that nobody knows are refused', () => {
    expect(fieldsOf({ ...seed, extra: 1 })).to.deep.equal([''])
  })

  it('S0-58: an open market has no outcome yet; a resolved one has its time and its evidence', () => {
    for (const status of Status.statuses) expect(Market.problems(at(status)), status).to.deep.equal([])
    expect(fieldsOf({ ...seed, outcome: 'YES' })).to.deep.equal(['outcome'])
    expect(fieldsOf({ ...at('resolved'), outcome_evidence: null })).to.deep.equal(['outcome_evidence'])
    expect(fieldsOf({ ...at('settled'), resolution_comment_id: null })).to.deep.equal([
      'resolution_comment_id',
    ])
    expect(fieldsOf({ ...at('invalid'), outcome: 'NO' })).to.deep.equal(['outcome'])
  })
})

describe('MarketBook', () => {
  let file: string
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder('book')
    file = join(folder.path, 'markets.json')
  })
  afterEach(() => folder.remove())

  it('S0-52: version 2 is a map by id, and is read back as it was written', () => {
    MarketBook.write(file, bookOf(seed))
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal({
      version: 2,
      markets: { market_abc123: seed },
    })
    expect(MarketBook.read(file)).to.deep.equal(bookOf(seed))
    expect(readdirSync(folder.path)).to.deep.equal(['markets.json'])
  })

  it('S0-5: one market with a fault makes the whole file unusable, and names the field', async () => {
    writeFileSync(file, JSON.stringify({ version: 2, markets: { market_abc123: without('deadline') } }))
    const error = await failed(Promise.resolve().then(() => MarketBook.read(file)))
    expect(error.name).to.equal('Market.InvalidMarketError')
    expect(error.message).to.contain('deadline')
  })

  it('a file of another version, of no version, and one that is no JSON are not touched', async () => {
    for (const text of [
      '{"version":1,"markets":{}}',
      '{"markets":{}}',
      '[]',
      '{',
      '{"version":2,"markets":[]}',
    ]) {
      writeFileSync(file, text)
      await failed(Promise.resolve().then(() => MarketBook.write(file, bookOf(seed))))
      expect(readFileSync(file, 'utf8')).to.equal(text)
    }
  })

  it('S0-66 S0-67 S0-68 C24: exactly five steps between statuses are legal', () => {
    const legal = Status.statuses.flatMap((from) =>
      Status.statuses.filter((to) => Status.isLegal(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(legal).to.deep.equal([
      'open → resolved',
      'open → invalid',
      'resolved → settled',
      'resolved → invalid',
      'settled → finalized',
    ])
  })

  for (const from of Status.statuses)
    for (const to of Status.statuses) {
      if (from === to) continue
      const isLegal = Status.isLegal(from, to)
      it(`S0-68: ${from} → ${to} is ${isLegal ? 'written' : 'refused by the file itself'}`, async () => {
        // Put there by hand: no sequence of writes leads to each of them at once.
        writeFileSync(file, MarketBook.toText(bookOf(at(from))))
        const next = { ...at(to), outcome: to === 'invalid' ? null : at(to).outcome }
        const before = { ...at(from), outcome: to === 'invalid' ? null : at(from).outcome }
        if (from === 'resolved' && to === 'invalid') writeFileSync(file, MarketBook.toText(bookOf(before)))
        const work = Promise.resolve().then(() => MarketBook.write(file, bookOf(next)))
        if (isLegal) {
          await work
          expect(MarketBook.read(file).markets[seed.id]!.status).to.equal(to)
        } else expect((await failed(work)).name).to.equal('Market.IllegalStepError')
      })
    }

  it('S0-3: a book that would lose a market is not written', async () => {
    const other = { ...seed, id: 'market_other' }
    MarketBook.write(file, bookOf(seed, other))
    const error = await failed(Promise.resolve().then(() => MarketBook.write(file, bookOf(other))))
    expect(error.name).to.equal('MarketBook.LostMarketError')
    expect(Object.keys(MarketBook.read(file).markets)).to.deep.equal(['market_abc123', 'market_other'])
  })

  it('what is settled cannot be rewritten: question, deadline, post, outcome, commitments', async () => {
    MarketBook.write(file, bookOf(seed))
    MarketBook.write(file, bookOf(at('resolved')))
    const commitment = {
      agent: 'a',
      position: 'YES' as const,
      confidence: 50,
      comment_id: null,
      committed_at: '2026-02-11T00:00:00Z',
    }
    for (const change of [
      { deadline: '2026-02-21T23:59:00Z' },
      { moltbook_post_id: 'other' },
      { outcome: 'NO' as const },
      { outcome: null },
      { created_at: '2026-02-09T00:00:00Z' },
      { commitments: [commitment] },
    ]) {
      const next = bookOf({ ...at('resolved'), ...change })
      const error = await failed(Promise.resolve().then(() => MarketBook.write(file, next)))
      expect(error.name, JSON.stringify(change)).to.equal('MarketBook.RewrittenError')
    }
  })

  it('property: whatever is tried to be written, no market is ever lost and no status skipped', () => {
    const status = fc.constantFrom(...Status.statuses)
    const markets = fc.dictionary(fc.constantFrom('m1', 'm2', 'm3'), status)
    fc.assert(
      fc.property(fc.array(markets, { maxLength: 8 }), (attempts) => {
        writeFileSync(file, MarketBook.toText(bookOf()))
        for (const attempt of attempts) {
          const before = MarketBook.read(file)
          const next = bookOf(...Object.entries(attempt).map(([id, to]) => ({ ...at(to), id })))
          try {
            MarketBook.write(file, next)
          } catch {
            expect(MarketBook.read(file)).to.deep.equal(before)
          }
          const after = MarketBook.read(file)
          expect(Object.keys(after.markets)).to.include.members(Object.keys(before.markets))
          for (const [id, old] of Object.entries(before.markets)) {
            const { status: now } = after.markets[id]!
            expect(now === old.status || Status.isLegal(old.status, now)).to.equal(true)
          }
        }
      }),
      { numRuns: budget(30, 600) },
    )
  })
})

describe('Ledger', () => {
  it('a row that a crash cut in the middle is no row; the next one stands on a line of its own', () => {
    const folder = temporaryFolder('ledger')
    const file = join(folder.path, 'ledger.jsonl')
    mkdirSync(folder.path, { recursive: true })
    openLedger(file).add({ type: 'reopened', at: 1 })
    appendFileSync(file, '{"type":"sending","key":"a§')
    const ledger = openLedger(file)
    expect(ledger.rows()).to.deep.equal([{ type: 'reopened', at: 1 }])
    ledger.add({ type: 'reopened', at: 2 })
    expect(openLedger(file).rows()).to.have.length(2)
    folder.remove()
  })

  it('a whole line that is no row stops everything: nobody knows what was written', () => {
    const folder = temporaryFolder('ledger')
    const file = join(folder.path, 'ledger.jsonl')
    writeFileSync(file, '{"type":"nonsense"}\n')
    expect(() => openLedger(file)).to.throw('Line 1')
    folder.remove()
  })
})
