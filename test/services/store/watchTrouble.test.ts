import { expect } from 'chai'
import { ConflictError, FullError, type Store } from '../../../services/store/Store.ts'
import { troubleOf, watchTrouble } from '../../../services/store/watchTrouble.ts'

describe('watchTrouble', () => {
  it('remembers what went wrong with a store, not that somebody had to give way, and passes everything on', async () => {
    let fails: Error | null = null
    const work = async () => {
      if (fails !== null) throw fails
      return ['row']
    }
    const store = watchTrouble({ query: work, transaction: work } as unknown as Store, () => 7)
    expect(await store.query('select 1')).to.deep.equal(['row'])
    expect(troubleOf(store)).to.equal(null)
    for (const harmless of [new ConflictError('40P01'), new Error('a mistake')]) {
      fails = harmless
      expect(await store.query('select 1').catch((error: unknown) => error)).to.equal(harmless)
      expect(troubleOf(store)).to.equal(null)
    }
    const error = new FullError('53100')
    fails = error
    expect(await store.transaction(async () => {}).catch((one: unknown) => one)).to.equal(error)
    expect(troubleOf(store)).to.deep.equal({ error, at: 7 })
    expect(troubleOf({})).to.equal(null)
  })
})
