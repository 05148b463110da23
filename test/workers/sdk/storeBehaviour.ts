import { expect } from 'chai'
import { type AnswerStore, FullStoreError } from '../../../workers/sdk/AnswerStore.ts'
import type { StoreLimits } from '../../../workers/sdk/memoryStore.ts'

/** What every store must do, whatever it keeps its values in. */
export function behavesLikeAnswerStore(open: (limits?: StoreLimits) => Promise<AnswerStore>): void {
  for (const lasting of [true, false]) {
    it(`keeps the first ${lasting ? 'lasting' : 'passing'} value of a key`, async () => {
      const store = await open()
      expect(await store.get('a')).to.equal(undefined)
      expect(await store.keep('a', 'first', { lasting })).to.equal('first')
      expect(await store.keep('a', 'second', { lasting })).to.equal('first')
      expect(await store.keep('b', 'other', { lasting })).to.equal('other')
      expect(await store.get('a')).to.equal('first')
    })

    it(`gives all who keep a ${lasting ? 'lasting' : 'passing'} value at once the same one`, async () => {
      const store = await open()
      const values = Array.from({ length: 20 }, (_, i) => `value ${i}`)
      const kept = await Promise.all(values.map((value) => store.keep('key', value, { lasting })))
      expect(new Set(kept)).to.have.length(1)
      expect(await store.get('key')).to.equal(kept[0])
    })
  }

  it('forgets the oldest passing value first, and no lasting one', async () => {
    const store = await open({ passing: 2 })
    await store.keep('lasting', 'x', { lasting: true })
    for (const key of ['a', 'b', 'c']) await store.keep(key, key, { lasting: false })
    const found = await Promise.all(['lasting', 'a', 'b', 'c'].map((key) => store.get(key)))
    expect(found).to.deep.equal(['x', undefined, 'b', 'c'])
  })

  it('error: takes no lasting value beyond its limit, and keeps those it has', async () => {
    const store = await open({ lasting: 1 })
    await store.keep('a', 'first', { lasting: true })
    const error = await store.keep('b', 'second', { lasting: true }).catch((error: unknown) => error)
    expect(error).to.be.instanceOf(FullStoreError)
    expect(await store.keep('a', 'third', { lasting: true })).to.equal('first')
  })

  it('keeps every text byte for byte', async () => {
    const store = await open()
    const text = '§ “ä€🜛”\n\u0000\\'
    await store.keep(text, text, { lasting: true })
    expect(await store.get(text)).to.equal(text)
  })
}
