import { expect } from 'chai'
import { eventsAfter, listEvents } from '../../../indexer/queries/events.ts'
import { eventList } from '../../../protocol/Catalog.ts'
import { made } from './made.ts'

describe('lists of events', () => {
  const one = made()

  it('page by page they give each event once, in either order', async () => {
    const [row] = await one().store.query<{ n: bigint }>('select count(*) as n from events')
    for (const order of ['new', 'old'] as const) {
      const seen: string[] = []
      for (let after: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof listEvents>> = eventList.parse(
          await listEvents(one().reading(), { marketId: null, order }, { after, limit: 90 }),
        )
        seen.push(...page.items.map(({ id }) => id))
        if (page.next === null) break
        after = page.next
      }
      expect(new Set(seen).size).to.equal(Number(row!.n))
      expect(seen[0]).to.equal(order === 'old' ? '1-0' : seen.at(0))
    }
  })

  it('of one market alone, from a place on', async () => {
    const all = await eventsAfter(one().store, { marketId: 3, order: 'old' }, { after: null, limit: 100 })
    expect(all.every(({ marketId }) => marketId === 3)).to.equal(true)
    const { block, log } = all[1]!
    const later = await eventsAfter(
      one().store,
      { marketId: 3, order: 'old' },
      { after: `${block}-${log}`, limit: 100 },
    )
    expect(later).to.deep.equal(all.slice(2))
  })
})
