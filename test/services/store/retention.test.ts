import { expect } from 'chai'
import type { Log } from '../../../services/http/Log.ts'
import { silent } from '../../../services/http/Log.ts'
import { openStore } from '../../../services/store/openStore.ts'
import { days, forgetOld, forgetRows, startRetention } from '../../../services/store/retention.ts'
import type { Store } from '../../../services/store/Store.ts'

const dayMs = 86_400_000
const now = () => 100 * dayMs

describe('retention', () => {
  it('a number of days is whole and at least one; null is for ever', () => {
    for (const good of [1, 365, null]) expect(days.safeParse(good).success, String(good)).to.equal(true)
    for (const bad of [0, -1, 1.5, '7', undefined]) expect(days.safeParse(bad).success).to.equal(false)
  })

  it('AUDIT C8: asks for what is older than its days, in batches, and leaves for ever alone', async () => {
    const asked: string[] = []
    const left = { a: 7, b: 99 }
    const kind = (name: 'a' | 'b', most: number | null) => ({
      name,
      days: most,
      async forget(before: Date, batch: number) {
        asked.push(`${name} ${before.getTime() / dayMs} ${batch}`)
        const gone = Math.min(batch, left[name])
        left[name] -= gone
        return gone
      },
    })
    await forgetOld([kind('a', 30), kind('b', null)], { log: silent, now, batch: 3 })
    expect(asked).to.deep.equal(['a 70 3', 'a 70 3', 'a 70 3'])
    expect(left).to.deep.equal({ a: 0, b: 99 })
  })

  it('does not go on for ever in one look', async () => {
    let asked = 0
    const forget = async (_: Date, batch: number) => {
      asked++
      return batch
    }
    const endless = { name: 'endless', days: 1, forget }
    await forgetOld([endless], { log: silent, now, batches: 4 })
    expect(asked).to.equal(4)
  })

  it('says what it could not forget, and goes on with the rest', async () => {
    const lines: string[] = []
    const log: Log = { ...silent, warn: (fields) => void lines.push((fields as { name: string }).name) }
    let forgotten = 0
    const kinds = [
      { name: 'stuck', days: 1, forget: () => Promise.reject(new Error('away')) },
      { name: 'fine', days: 1, forget: async () => ++forgotten },
    ]
    await forgetOld(kinds, { log, now })
    expect([lines, forgotten]).to.deep.equal([['stuck'], 1])
  })

  it('looks when it starts, waits for a look that is under way, and then stops', async () => {
    let [begun, ended] = [0, 0]
    const slow = {
      name: 'slow',
      days: 1,
      async forget() {
        begun++
        await new Promise((resolve) => setImmediate(resolve))
        ended++
        return 0
      },
    }
    const retention = startRetention([slow], { log: silent, now, everyMs: 3_600_000 })
    await retention.stop()
    expect([begun, ended]).to.deep.equal([1, 1])
  })

  describe('of rows', () => {
    let store: Store
    before(async function () {
      this.timeout(60_000)
      store = await openStore({ schema: 'agent' })
      await store.query(
        'create table things (name text primary key, created_at timestamptz not null, pinned boolean)',
      )
    })
    after(() => store.close())

    it('the oldest go first, those that must stay do not', async () => {
      const at = (day: number) => new Date(day * dayMs)
      for (const [name, day, pinned] of [
        ['oldest', 10, false],
        ['old', 20, false],
        ['pinned', 15, true],
        ['young', 90, false],
      ] as const)
        await store.query('insert into things values ($1, $2, $3)', [name, at(day), pinned])
      const forget = forgetRows(store, { table: 'things', where: 'not old.pinned' })
      const names = async () =>
        (await store.query<{ name: string }>('select name from things order by created_at')).map(
          ({ name }) => name,
        )
      expect(await forget(at(70), 1)).to.equal(1)
      expect(await names()).to.deep.equal(['pinned', 'old', 'young'])
      expect(await forget(at(70), 10)).to.equal(1)
      expect(await forget(at(70), 10)).to.equal(0)
      expect(await names()).to.deep.equal(['pinned', 'young'])
    })
  })
})
