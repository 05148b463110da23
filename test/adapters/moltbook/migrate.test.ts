import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesOf, Market, MarketBook, migrate, migrateFile } from '../../../adapters/moltbook/index.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { failed } from './failed.ts'

const now = 1_772_000_000

/** Markets as version 1 kept them: flat, with shares of 1, and statuses of its own. */
const open = {
  id: 'market_1a2b3c4d',
  question: 'Will ETH trade above $2,800?',
  deadline: '2026-02-12T00:00:00+00:00',
  source: 'coingecko:ethereum',
  threshold: 2800.5,
  operator: 'gte',
  status: 'open',
  moltbook_post_id: '9d2c1c1e-3f0f-4a7c-8f7e-0a4b1f3f7c11',
  submolt: 'predictmarket',
  commitments: [
    {
      agent: 'Minara',
      position: 'YES',
      confidence: 0.7,
      timestamp: '2026-02-05T06:00:00.123456+00:00',
      comment_id: 'c1',
    },
    { agent: 'Late', position: 'NO', confidence: 0.9, timestamp: '2026-02-13T06:00:00Z', comment_id: 'c2' },
    { agent: 'Odd', position: 'MAYBE', confidence: 0.9, timestamp: '2026-02-05T06:00:00Z', comment_id: 'c3' },
  ],
  outcome: null,
  created_at: '2026-02-04T06:00:00.123456+00:00',
}
const closed = { ...open, id: 'market_closed', status: 'closed' }
const resolved = {
  ...open,
  id: 'market_resolved',
  status: 'resolved',
  outcome: 'YES',
  resolved_price: 2901.17,
  resolved_at: '2026-02-12T00:05:00Z',
  graduated: true,
}
const byHand = { ...open, id: 'market_manual', source: 'manual', threshold: null, operator: null }
const unposted = { ...open, id: 'market_unposted', moltbook_post_id: null }
const without = { ...open, id: 'market_without', operator: null }

const v1 = (...markets: { id: string }[]) => ({
  markets: Object.fromEntries(markets.map((one) => [one.id, one])),
})

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

describe('migrateFile', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let file: string
  const options = () => ({ home: folder.path, isDry: false, leavesOut: false, now })
  beforeEach(() => {
    folder = temporaryFolder('migrate')
    file = filesOf(folder.path, undefined).markets
    mkdirSync(join(folder.path, 'data'), { recursive: true })
  })
  afterEach(() => folder.remove())

  it('S0-76: a dry run changes nothing, not even a name in the folder', () => {
    writeFileSync(file, JSON.stringify(v1(open, unposted)))
    const report = migrateFile({ ...options(), isDry: true })
    expect(report.entries).to.have.length(2)
    expect(readdirSync(join(folder.path, 'data'))).to.deep.equal(['markets.json'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal(v1(open, unposted))
  })

  it('S0-76: in place: the old file is kept beside the new one; a second time there is nothing to do', () => {
    const text = JSON.stringify(v1(open, closed, resolved, byHand))
    writeFileSync(file, text)
    const { copy } = migrateFile(options())
    expect(readFileSync(copy!, 'utf8')).to.equal(text)
    expect(Object.keys(MarketBook.read(file).markets)).to.have.length(4)
    expect(migrateFile(options()).isAlreadyDone).to.equal(true)
  })

  it('S0-3: it goes on without a market only if told so', async () => {
    writeFileSync(file, JSON.stringify(v1(open, unposted)))
    const error = await failed(Promise.resolve().then(() => migrateFile(options())))
    expect(error.name).to.equal('Migrate.LeftOutError')
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal(v1(open, unposted))
    migrateFile({ ...options(), leavesOut: true })
    expect(Object.keys(MarketBook.read(file).markets)).to.deep.equal(['market_1a2b3c4d'])
  })

  it('from elsewhere: what is there already stays as it is', () => {
    const from = join(folder.path, 'old.json')
    writeFileSync(from, JSON.stringify(v1(open)))
    migrateFile({ ...options(), from })
    const before = MarketBook.read(file)
    writeFileSync(
      from,
      JSON.stringify(v1({ ...open, created_at: '2026-02-05T00:00:00Z' } as typeof open, resolved)),
    )
    migrateFile({ ...options(), from })
    const after = MarketBook.read(file)
    expect(after.markets.market_1a2b3c4d).to.deep.equal(before.markets.market_1a2b3c4d)
    expect(Object.keys(after.markets)).to.have.length(2)
  })

  it('no file, no migration', async () => {
    expect((await failed(Promise.resolve().then(() => migrateFile(options())))).name).to.equal(
      'Migrate.NothingToMigrateError',
    )
  })
})
