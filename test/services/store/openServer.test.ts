import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { readMigrations } from '../../../services/store/migrate.ts'
import { openStore } from '../../../services/store/openStore.ts'
import type { Store } from '../../../services/store/Store.ts'
import { postgres, type Server } from '../../helpers/postgres.ts'
import { rejection } from './kinds.ts'

describe('store on a server', () => {
  let server: Server
  let url: string
  let one: Store
  let two: Store
  const warnings: unknown[] = []

  before(async function () {
    const started = await postgres()
    if (started === null) return this.skip()
    server = started
    url = await server.freshDatabase()
    const open = () => openStore({ url, schema: 'agent', poolSize: 4, warn: (error) => warnings.push(error) })
    // At once, on an empty database.
    ;[one, two] = await Promise.all([open(), open()])
    await one.query('create table public.jobs (id bigint primary key, taken_by text)')
  })
  after(() => Promise.all([one?.close(), two?.close()]))
  beforeEach(() => one.query('delete from public.jobs'))

  it('migrates once when several processes start together on an empty database', async () => {
    const empty = await server.freshDatabase()
    const run = () => promisify(execFile)(process.execPath, [join(import.meta.dirname, 'opener.ts'), empty])
    const outputs = await Promise.all([run(), run(), run()])
    const all = `${readMigrations().length}\n`
    expect(outputs.map(({ stdout }) => stdout)).to.deep.equal([all, all, all])
  })

  it('lets exactly one of many that insert the same key win', async () => {
    for (let id = 0; id < 20; id++) {
      const insert = (store: Store, by: string) =>
        store.query('insert into public.jobs values ($1, $2) on conflict do nothing returning taken_by', [
          id,
          by,
        ])
      const results = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((by, i) => insert(i % 2 === 0 ? one : two, by)),
      )
      const winners = results.flat()
      expect(winners).to.have.length(1)
      const [kept] = await one.query('select taken_by from public.jobs where id = $1', [id])
      expect(kept).to.deep.equal(winners[0])
    }
  })

  it('gives each job to one of two pools that skip what the other has locked', async () => {
    await one.query('insert into public.jobs select n from generate_series(1, 40) n')
    const taken: bigint[] = []
    const work = async (store: Store, by: string): Promise<void> => {
      const ids = await store.transaction(async ({ query }) => {
        const rows = await query<{ id: bigint }>(
          'select id from public.jobs where taken_by is null order by id limit 1 for update skip locked',
        )
        // Held open for a moment, so that the other one meets the lock.
        await new Promise((resolve) => setTimeout(resolve, 1))
        for (const { id } of rows) await query('update public.jobs set taken_by = $2 where id = $1', [id, by])
        return rows.map(({ id }) => id)
      })
      if (ids.length === 0) return
      taken.push(...ids)
      await work(store, by)
    }
    await Promise.all([work(one, 'one'), work(one, 'one'), work(two, 'two'), work(two, 'two')])
    expect(taken.sort((a, b) => Number(a - b))).to.deep.equal(
      Array.from({ length: 40 }, (_, i) => BigInt(i + 1)),
    )
    const [by] = await one.query<{ n: bigint }>('select count(distinct taken_by) n from public.jobs')
    expect(by).to.deep.equal({ n: 2n })
  })

  it('runs one of two deadlocked transactions again, and both are kept', async () => {
    await one.query("insert into public.jobs values (1, ''), (2, '')")
    let arrived = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    let runs = 0
    const touch = (store: Store, ids: readonly number[], by: string) =>
      store.transaction(async ({ query }) => {
        runs++
        const update = 'update public.jobs set taken_by = taken_by || $2 where id = $1'
        await query(update, [ids[0]!, by])
        if (++arrived === 2) meet()
        await met
        await query(update, [ids[1]!, by])
      })
    await Promise.all([touch(one, [1, 2], 'a'), touch(two, [2, 1], 'b')])
    expect(runs).to.equal(3)
    const rows = await one.query<{ taken_by: string }>('select taken_by from public.jobs')
    expect(rows.map(({ taken_by }) => [...taken_by].sort().join(''))).to.deep.equal(['ab', 'ab'])
  })

  it('runs a serializable transaction again that another one has overtaken', async () => {
    await one.query("insert into public.jobs values (1, '0')")
    const add = (store: Store) =>
      store.transaction(async ({ query }) => {
        await query('set transaction isolation level serializable')
        const [row] = await query<{ taken_by: string }>('select taken_by from public.jobs where id = 1')
        await query('update public.jobs set taken_by = $1', [String(Number(row!.taken_by) + 1)])
      })
    await Promise.all([add(one), add(two), add(one)])
    expect(await one.query('select taken_by from public.jobs')).to.deep.equal([{ taken_by: '3' }])
  })

  it('waits for a connection when all of the pool are taken, and works on', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        one.transaction(async ({ query }) => (await query<{ i: number }>('select $1::int i', [i]))[0]!.i),
      ),
    )
    expect(results).to.deep.equal(Array.from({ length: 20 }, (_, i) => i))
  })

  it('hears what another process tells, and is told to look again after its connection broke', async () => {
    const heard: string[] = []
    let waiting = (_: string) => {}
    const next = () =>
      new Promise<string>((resolve) => {
        waiting = resolve
      })
    const stop = await two.listen('jobs', (payload) => {
      heard.push(payload)
      waiting(payload)
    })
    const first = next()
    await one.query("select pg_notify('jobs', 'first')")
    expect(await first).to.equal('first')
    const reconnected = next()
    await server.breakConnections(url)
    expect(await reconnected).to.equal('')
    const second = next()
    await one.query("select pg_notify('jobs', 'second')")
    expect(await second).to.equal('second')
    await stop()
    expect(heard).to.deep.equal(['first', '', 'second'])
  })

  it('calls a broken connection retryable, keeps nothing of what was open, and works on', async () => {
    const broken = one.transaction(async ({ query }) => {
      await query("insert into public.jobs values (1, 'lost')")
      await server.breakConnections(url)
      await query("insert into public.jobs values (2, 'lost')")
    })
    expect(await rejection(broken)).to.include({ name: 'Store.UnavailableError', retryable: true })
    expect(await one.query('select * from public.jobs')).to.deep.equal([])
  })

  it('calls a server that is not there retryable, and keeps its password to itself', async () => {
    const error = await rejection(
      openStore({ url: 'postgres://postgres:hidden@127.0.0.1:1/x', schema: 'agent' }),
    )
    expect(error).to.include({ name: 'Store.UnavailableError', retryable: true })
    for (const bad of ['mysql://hidden@x', 'postgres://a:hidden@:x:y/', 'hidden']) {
      const refused = await rejection(openStore({ url: bad, schema: 'agent' }))
      expect(refused.name).to.equal('Store.InvalidUrlError')
      expect(`${refused.stack}${JSON.stringify(refused)}`).not.to.include('hidden')
    }
    expect(`${error.stack}${JSON.stringify(error)}${error.cause}`).not.to.include('hidden')
  })

  it('refuses a database whose encoding cannot hold every text', async () => {
    const latin = new URL(url)
    latin.pathname = '/latin'
    await one.query("create database latin encoding 'LATIN1' locale 'C' template template0")
    const error = await rejection(openStore({ url: latin.href, schema: 'agent' }))
    expect(error.name).to.equal('Store.EncodingError')
  })

  it('leaves no connection behind when it is closed, twice', async () => {
    const store = await openStore({ url, schema: 'rules' })
    await store.listen('jobs', () => {})
    await Promise.all([store.close(), store.close()])
    const open = "select 1 from pg_stat_activity where application_name = 'cresolver-rules'"
    // A backend ends a moment after its client has gone.
    for (let tries = 0; tries < 100 && (await one.query(open)).length > 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await one.query(open)).to.deep.equal([])
  })
})
