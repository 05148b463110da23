import { expect } from 'chai'
import type { Driver, Session } from '../../../services/store/Driver.ts'
import { guard } from '../../../services/store/guard.ts'
import * as Store from '../../../services/store/Store.ts'

const conflict = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })
const failureOf = async (promise: Promise<unknown>): Promise<Error> => {
  const error = await promise.then(
    () => new Error('It did not fail.'),
    (thrown) => thrown,
  )
  return error
}

describe('guard', () => {
  /** A driver whose answers are those that the test gives, one after another. */
  function make(answers: (() => unknown)[] = [], retries = 3) {
    const asked: string[] = []
    const slept: number[] = []
    const warned: unknown[] = []
    let heard = (_: string) => {}
    let closed = 0
    const session: Session = {
      async query(sql: string) {
        asked.push(sql)
        return ((await answers.shift()?.()) ?? []) as never
      },
      async execute(sql: string) {
        asked.push(sql)
        await answers.shift()?.()
      },
    } as Session
    const driver = {
      ...session,
      transaction: (work: (one: Session) => Promise<unknown>) => work(session),
      async listen(_: string, tell: (payload: string) => void) {
        heard = tell
        return async () => {}
      },
      async close() {
        closed++
      },
    } as unknown as Driver
    const store = guard(driver, {
      retries,
      random: () => 1,
      sleep: async (ms) => slept.push(ms),
      warn: (error) => warned.push(error),
    })
    return { store, asked, slept, warned, tell: (payload: string) => heard(payload), closed: () => closed }
  }
  const failing = (error: () => Error) => () => {
    throw error()
  }

  it('asks again what had to give way, after longer and longer', async () => {
    const { store, asked, slept } = make([failing(conflict), failing(conflict), () => [{ a: 1 }]])
    expect(await store.query('select 1')).to.deep.equal([{ a: 1 }])
    expect(asked).to.have.length(3)
    expect(slept).to.deep.equal([10, 20])
  })

  it('gives up in the end, and says that it may be tried later', async () => {
    const { store, asked } = make(Array.from({ length: 9 }, () => failing(conflict)))
    const error = await failureOf(store.query('select 1'))
    expect(error).to.be.instanceOf(Store.ConflictError).and.to.include({ retryable: true })
    expect(asked).to.have.length(4)
  })

  it('does not ask again what PostgreSQL refuses, and keeps its code', async () => {
    const refused = () => Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'one' })
    const { store, asked } = make([failing(refused)])
    expect(await failureOf(store.query('insert'))).to.include({ code: '23505', constraint: 'one' })
    expect(asked).to.have.length(1)
  })

  it('runs a transaction again from its start, though the work wrapped the error', async () => {
    const { store } = make([failing(conflict), () => [{ a: 1 }]])
    let runs = 0
    const result = await store.transaction(async ({ query }) => {
      runs++
      return query('select 1').catch((error) => {
        throw new Error('wrapped', { cause: error })
      })
    })
    expect([runs, result]).to.deep.equal([2, [{ a: 1 }]])
  })

  it('lets errors of the work itself pass as they are', async () => {
    const own = new Error('mine')
    expect(await failureOf(make().store.transaction(() => Promise.reject(own)))).to.equal(own)
  })

  it('does not let work go on as if nothing was, after one of its statements failed', async () => {
    const refused = () => Object.assign(new Error('no'), { code: '23505' })
    const { store } = make([failing(refused), failing(refused)])
    const error = await failureOf(store.transaction(({ query }) => query('insert').catch(() => 'fine')))
    expect(error).to.be.instanceOf(Store.FailedTransactionError)
  })

  it('refuses the store inside a transaction, and its queries after it', async () => {
    const { store } = make()
    const nested = await failureOf(store.transaction(() => store.query('select 1')))
    expect(nested).to.be.instanceOf(Store.NestedError)
    expect(await failureOf(store.transaction(() => store.close()))).to.be.instanceOf(Store.NestedError)
    let kept: Store.Queries | undefined
    await store.transaction(async (queries) => {
      kept = queries
    })
    expect(await failureOf(kept!.query('select 1'))).to.be.instanceOf(Store.NestedError)
  })

  it('waits for what is under way before it closes, once, and takes nothing after', async () => {
    let finish = (_: unknown) => {}
    const { store, closed } = make([() => new Promise((resolve) => (finish = resolve))])
    const running = store.query('select 1')
    const closing = Promise.all([store.close(), store.close()])
    await new Promise((resolve) => setImmediate(resolve))
    expect(closed()).to.equal(0)
    finish([])
    await running
    await closing
    expect(closed()).to.equal(1)
    expect(await failureOf(store.query('select 1'))).to.be.instanceOf(Store.ClosedError)
  })

  it('takes only plain names for channels', async () => {
    const { store } = make()
    for (const name of ['', 'A', 'a-b', 'a;b', '1a', 'a'.repeat(64)])
      expect(await failureOf(store.listen(name, () => {})), name).to.be.instanceOf(Store.InvalidChannelError)
  })

  it('tells listeners until they stop, and outlives one that throws', async () => {
    const { store, tell, warned } = make()
    const heard: string[] = []
    const stop = await store.listen('rounds', (payload) => {
      heard.push(payload)
      if (payload === 'bad') throw new Error('mine')
    })
    const soon = () => new Promise((resolve) => setImmediate(resolve))
    tell('a')
    tell('bad')
    tell('b')
    await soon()
    await soon()
    expect(heard).to.deep.equal(['a', 'bad', 'b'])
    expect(warned).to.have.length(1)
    await stop()
    tell('c')
    await soon()
    expect(heard).to.have.length(3)
  })
})
