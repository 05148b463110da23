import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { MarketBook, Status } from '../../../adapters/moltbook/index.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { budget } from '../../helpers/budget.ts'
import { failed } from './failed.ts'
import { at, bookOf, seed, without } from './seedMarket.ts'

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
