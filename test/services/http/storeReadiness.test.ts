import { expect } from 'chai'
import { storeReadiness } from '../../../services/http/storeReadiness.ts'
import { FullError, ReadOnlyError, type Store, UnavailableError } from '../../../services/store/Store.ts'
import { watchTrouble } from '../../../services/store/watchTrouble.ts'

describe('readiness of a store', () => {
  function make() {
    const asked: string[] = []
    const state = { now: 0, fails: null as Error | null, failsReal: null as Error | null }
    const query = async (sql: string) => {
      asked.push(sql)
      const isProbe = sql.includes('store.probes')
      const error = isProbe ? state.fails : state.failsReal
      if (error !== null) throw error
      return []
    }
    const store = watchTrouble({ query } as unknown as Store, () => state.now)
    return { state, asked, store, read: storeReadiness(store, { name: 'x', now: () => state.now }) }
  }

  it('AUDIT C3: writes, once in five seconds, and says what is wrong in one word', async () => {
    const { state, asked, read } = make()
    expect(await read()).to.deep.equal({ value: true, reason: null })
    expect(asked[0]).to.match(/^insert into store\.probes/)
    for (const [error, reason] of [
      [new FullError('53100'), 'store: full'],
      [new ReadOnlyError('25006'), 'store: read-only'],
      [new UnavailableError({ cause: new Error('secret') }), 'store: away'],
      [new Error('secret'), 'store: away'],
    ] as const) {
      state.fails = error
      expect((await read()).value === null, 'kept').to.equal(reason !== 'store: full')
      state.now += 15_001
      expect(await read()).to.deep.equal({ value: null, reason })
    }
  })

  it('AUDIT C3: a write of the service that found no room counts, though a probe finds some', async () => {
    const { state, store, read } = make()
    state.failsReal = new FullError('53100')
    await store.query('insert into replies').catch(() => {})
    expect(await read()).to.deep.equal({ value: null, reason: 'store: full' })
    state.now = 15_001
    expect((await read()).reason).to.equal(null)
  })
})
