import { expect } from 'chai'
import { type Filters, listMarkets } from '../../../indexer/queries/markets.ts'
import { accountOf } from '../../../local/samples/madeMarkets.ts'
import { marketList } from '../../../protocol/Catalog.ts'
import { made } from './made.ts'

const none: Filters = { states: [], search: null, event: null, category: null, mine: null, order: 'new' }

describe('lists of markets', () => {
  const one = made()
  const list = async (filters: Partial<Filters> = {}, after: string | null = null, limit = 100) =>
    marketList.parse(await listMarkets(one().reading(), { ...none, ...filters }, { after, limit }))
  const ids = async (filters: Partial<Filters>) => (await list(filters)).items.map(({ id }) => id)

  it('WEB §4: page by page they give each market once, the youngest first', async () => {
    const seen: number[] = []
    for (let after: string | null = null; ; ) {
      const { items, next }: Awaited<ReturnType<typeof list>> = await list({}, after, 7)
      seen.push(...items.map(({ id }) => id))
      if (next === null) break
      after = next
    }
    expect(seen).to.deep.equal(Array.from({ length: 60 }, (_, i) => 60 - i))
  })

  it('closing soon: open ones by their deadline, page by page', async () => {
    const first = await list({ order: 'closing' }, null, 4)
    const second = await list({ order: 'closing' }, first.next, 4)
    const deadlines = [...first.items, ...second.items].map(({ deadline }) => deadline)
    expect(deadlines).to.deep.equal(deadlines.toSorted((a, b) => a - b))
    expect(deadlines).to.have.length(6)
    expect(second.next).to.equal(null)
  })

  it('WEB §3.1: counts each state under the same filters, and gives only the states asked for', async () => {
    const { counts } = await list()
    expect(counts).to.include({ open: 6, answering: 20, window: 34, settled: 0 })
    const open = await list({ states: ['open', 'answering'] })
    expect(open.items.every(({ state }) => state === 'open' || state === 'answering')).to.equal(true)
    expect(open.items).to.have.length(26)
    expect(open.counts).to.deep.equal(counts)
  })

  it('WEB §3.1: searches words and their beginnings, ids, addresses, roots', async () => {
    const [market] = (await list({ search: 'day 17' })).items
    expect(market!.asked.title).to.include('on day 17')
    expect(await ids({ search: '17' })).to.include(17)
    expect(await ids({ search: '#17' })).to.include(17)
    expect(await ids({ search: 'RHIN osak' })).to.deep.equal(await ids({ search: 'osaka, rhine!' }))
    expect(await ids({ search: 'rhine nonsense' })).to.deep.equal([])
    expect(await ids({ search: "o'clock & ! | : ' )" }), 'no syntax of a database').to.be.an('array')
    const creator = accountOf(1 + (17 % 50))
    expect(await ids({ search: creator })).to.deep.equal(await ids({ mine: creator }))
    expect(await ids({ mine: creator })).to.include(17)
    const [row] = await one().store.query<{ round_root: string; market_id: bigint }>(
      'select round_root, market_id from rounds where round_root is not null limit 1',
    )
    expect(await ids({ search: row!.round_root })).to.deep.equal([Number(row!.market_id)])
  })

  it('by event and category', async () => {
    expect(await ids({ event: 'Day 17' })).to.deep.equal([17])
    const crypto = await list({ category: 'crypto' })
    expect(crypto.items.every(({ asked }) => asked.category === 'crypto')).to.equal(true)
    expect(await ids({ category: 'sports', event: 'Day 17' })).to.deep.equal([])
  })

  it('what was bet is the sum of the events', async () => {
    const { items } = await list()
    const sums = await one().store.query<{ market_id: bigint; total: string }>(
      "select market_id, sum(amount)::numeric as total from payments where kind = 'bet' group by 1",
    )
    expect(sums.length).to.be.greaterThan(10)
    for (const { market_id, total } of sums) {
      const { book } = items.find(({ id }) => id === Number(market_id))!
      expect(String(BigInt(book!.yes) + BigInt(book!.no))).to.equal(total)
    }
  })
})
