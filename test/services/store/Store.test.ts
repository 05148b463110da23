import { expect } from 'chai'
import fc from 'fast-check'
import { BaseError } from '../../../protocol/index.ts'
import { budget } from '../../helpers/budget.ts'
import { describeKinds, rejection } from './kinds.ts'

describeKinds('store', (open) => {
  const only = async (sql: string, values: readonly never[] = []) => (await open().query(sql, values))[0]

  before(() => open().query('create table public.notes (id bigint primary key, body text)'))
  after(() => open().query('drop table public.notes'))
  beforeEach(() => open().query('delete from public.notes'))
  const count = async () => (await open().query<{ n: bigint }>('select count(*) n from public.notes'))[0]!.n
  const insert = 'insert into public.notes values ($1, $2)'

  it('SPEC §9: has the schemas of all services', async () => {
    const rows = await open().query<{ nspname: string }>(
      "select nspname from pg_namespace where nspname in ('agent', 'gateway', 'rules', 'participant', 'keeper') order by 1",
    )
    expect(rows.map(({ nspname }) => nspname)).to.deep.equal([
      'agent',
      'gateway',
      'keeper',
      'participant',
      'rules',
    ])
  })

  it('means the tables of its own schema by a bare name', async () => {
    expect(await open().query('select reply from answers limit 0')).to.deep.equal([])
    expect((await rejection(open().query('select * from migrations'))).message).to.include('42P01')
  })

  it('gives values of the same types whichever PostgreSQL it is', async () => {
    const row =
      await only(`select 9007199254740993::int8 a, 2::int4 b, 3::int2 c, 1.50::numeric d, 0.1::float8 e,
      true f, null g, 'ü'::text h, '\\x00ff'::bytea i, '2026-02-20 23:59:00.123456+02'::timestamptz j,
      '2026-02-20'::date k, '2026-02-20 23:59'::timestamp l, '{"a": [1]}'::jsonb m, '{"b":1}'::json n,
      '1 day 02:00'::interval o, '00000000-0000-0000-0000-000000000001'::uuid p, '23:59'::time q, 'NaN'::float8 r,
      array[1, null]::int8[] s, array['a,b', 'NULL', null] t, array['\\x01'::bytea] u, array[[1.0], [2.50]] v, 7::oid w`)
    expect(row).to.deep.equal({
      a: 9007199254740993n,
      b: 2,
      c: 3,
      d: '1.50',
      e: 0.1,
      f: true,
      g: null,
      h: 'ü',
      i: new Uint8Array([0, 255]),
      j: new Date('2026-02-20T21:59:00.123Z'),
      k: '2026-02-20',
      l: '2026-02-20 23:59:00',
      m: { a: [1] },
      n: { b: 1 },
      o: '1 day 02:00:00',
      p: '00000000-0000-0000-0000-000000000001',
      q: '23:59:00',
      r: Number.NaN,
      s: [1n, null],
      t: ['a,b', 'NULL', null],
      u: [new Uint8Array([1])],
      v: [['1.0'], ['2.50']],
      w: 7,
    })
  })

  it('takes values of every type and gives them back', async () => {
    const values = {
      a: 2n ** 63n - 1n,
      b: -1.5e-7,
      c: false,
      d: new Date('2026-02-20T23:59:00.5Z'),
      e: new Uint8Array([0, 1, 92, 255]),
      f: ['', 'null', 'a"b\\c', '{,}', null],
      g: [1n, 2n],
      h: [new Uint8Array([92, 0])],
      i: null,
    }
    const sql =
      'select $1::int8 a, $2::float8 b, $3::bool c, $4::timestamptz d, $5::bytea e, $6::text[] f, $7::int8[] g, $8::bytea[] h, $9::text i'
    expect(await open().query(sql, Object.values(values))).to.deep.equal([values])
  })

  it('C4: gives text back byte for byte, and bytes too', async () => {
    const isStorable = (text: string) => !/[\u0000\uD800-\uDFFF]/u.test(text)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 40 }).filter(isStorable), { minLength: 1 }),
        fc.uint8Array(),
        async (texts, bytes) => {
          const [row] = await open().query('select $1::text a, $2::text[] b, $3::bytea c', [
            texts[0]!,
            texts,
            bytes,
          ])
          expect(row).to.deep.equal({ a: texts[0], b: texts, c: new Uint8Array(bytes) })
        },
      ),
      { numRuns: budget(20, 200) },
    )
    const long = `${'é'.repeat(700_000)} {"a":1.0,  "a":\u2028 "\\u0000"}`
    expect(await open().query('select $1::text a', [long])).to.deep.equal([{ a: long }])
  })

  for (const [what, value] of [
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800'],
    ['NUL in a list', ['\u0000']],
    ['undefined', undefined],
    ['an object', { a: 1 }],
    ['no date', new Date(Number.NaN)],
  ] as const) {
    it(`refuses ${what}, which would not come back as it went`, async () => {
      const error = await rejection(open().query('select $1::text', [value as never]))
      expect(error.name).to.equal('Store.UnstorableValueError')
    })
  }

  it('names what PostgreSQL refused, and repeats no values', async () => {
    await open().query(insert, [1, 'a'])
    const error = await rejection(open().query(insert, [1, 'secret']))
    expect(error).to.be.instanceOf(BaseError)
    expect(error).to.include({ name: 'Store.QueryError', code: '23505', constraint: 'notes_pkey' })
    expect(JSON.stringify(error) + error.stack + String(error.cause)).not.to.include('secret')
  })

  it('keeps all of a transaction, or nothing', async () => {
    const result = await open().transaction(async ({ query }) => {
      await query(insert, [1, 'a'])
      await query(insert, [2, 'b'])
      return 'done'
    })
    expect([result, await count()]).to.deep.equal(['done', 2n])
    const mine = new Error('mine')
    const failing = open().transaction(async ({ query }) => {
      await query(insert, [3, 'c'])
      throw mine
    })
    expect(await rejection(failing)).to.equal(mine)
    expect(await count()).to.equal(2n)
  })

  it('does not pass off a failed transaction as done when the work swallows the failure', async () => {
    const swallowing = open().transaction(async ({ query }) => {
      await query(insert, [1, 'a'])
      await query(insert, [1, 'again']).catch(() => {})
      return 'done'
    })
    expect((await rejection(swallowing)).name).to.equal('Store.FailedTransactionError')
    expect(await count()).to.equal(0n)
  })

  it('goes on after a failure inside a savepoint', async () => {
    await open().transaction(async ({ query }) => {
      await query(insert, [1, 'a'])
      await query('savepoint here')
      await query(insert, [1, 'again']).catch(() => {})
      await query('rollback to savepoint here')
    })
    expect(await count()).to.equal(1n)
  })

  it('lets nobody see half of a transaction', async () => {
    const seen: bigint[] = []
    let watching = true
    const watch = (async () => {
      while (watching) seen.push(await count())
    })()
    for (let i = 0; i < 10; i++) {
      await open().transaction(async ({ query }) => {
        await query(insert, [2 * i, 'a'])
        await new Promise((resolve) => setImmediate(resolve))
        await query(insert, [2 * i + 1, 'b'])
      })
    }
    watching = false
    await watch
    expect(seen).not.to.be.empty
    expect(seen.every((n) => n % 2n === 0n)).to.equal(true)
  })

  it('loses no update when many transactions read and write one row', async () => {
    await open().query(insert, [1, '0'])
    const add = () =>
      open().transaction(async ({ query }) => {
        const [row] = await query<{ body: string }>('select body from public.notes where id = 1 for update')
        await query('update public.notes set body = $1 where id = 1', [String(Number(row!.body) + 1)])
      })
    await Promise.all(Array.from({ length: 30 }, add))
    expect(await only('select body from public.notes')).to.deep.equal({ body: '30' })
  })

  it('refuses to wait for itself inside a transaction, instead of hanging', async () => {
    const nested = [
      () => open().query('select 1'),
      () => open().transaction(async () => {}),
      () => open().listen('channel', () => {}),
      () => open().close(),
    ]
    for (const use of nested) {
      const error = await rejection(open().transaction(use as () => Promise<unknown>))
      expect(error.name).to.equal('Store.NestedError')
    }
    expect(await only('select 1 a')).to.deep.equal({ a: 1 })
  })

  it('refuses the queries of a transaction that is over', async () => {
    const kept = await open().transaction(async (queries) => queries)
    expect((await rejection(kept.query('select 1'))).name).to.equal('Store.NestedError')
  })

  it('runs a transaction again that had to give way, and gives up after a while', async () => {
    const raise = "do $$ begin raise exception 'x' using errcode = '40001'; end $$"
    let runs = 0
    await open().transaction(async ({ query }) => {
      await query(insert, [1, 'a'])
      // Whatever the work makes of the failure, it is run again.
      if (++runs < 3) await query(raise).catch(() => Promise.reject(new Error('wrapped')))
    })
    expect([runs, await count()]).to.deep.equal([3, 1n])
    const error = await rejection(open().transaction(({ query }) => query(raise)))
    expect(error).to.include({ name: 'Store.ConflictError', retryable: true })
  })

  for (const code of ['57P01', '57P03', '08006', '53300', '25P03']) {
    it(`calls ${code}, a server that goes away or is full, retryable, and leaves that to the caller`, async () => {
      let runs = 0
      const failing = open().transaction(({ query }) => {
        runs++
        return query(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`)
      })
      expect(await rejection(failing)).to.include({ name: 'Store.UnavailableError', retryable: true })
      expect(runs).to.equal(1)
    })
  }

  describe('listen', () => {
    /** Resolves once `n` payloads have come. */
    function collector(n: number) {
      const payloads: string[] = []
      let finish = (_: string[]) => {}
      const all = new Promise<string[]>((resolve) => {
        finish = resolve
      })
      const heard = (payload: string) => {
        if (payloads.push(payload) === n) finish(payloads)
      }
      return { heard, all, payloads }
    }

    it('hears what others tell, in order, until it stops', async () => {
      const { heard, all, payloads } = collector(3)
      const stop = await open().listen('news', heard)
      for (const word of ['a', 'b', 'ü']) await open().query('select pg_notify($1, $2)', ['news', word])
      expect(await all).to.deep.equal(['a', 'b', 'ü'])
      await stop()
      await stop()
      const later = collector(1)
      const stopLater = await open().listen('news', later.heard)
      await open().query("select pg_notify('news', 'd')")
      await later.all
      await stopLater()
      expect(payloads).to.have.length(3)
    })

    it('hears of a transaction only once it is kept, and may then use the store', async () => {
      const { heard, all } = collector(1)
      const stop = await open().listen('news', async (payload) => heard(`${payload} ${await count()}`))
      const failing = open().transaction(async ({ query }) => {
        await query("select pg_notify('news', 'lost')")
        throw new Error('mine')
      })
      await rejection(failing)
      await open().transaction(async ({ query }) => {
        await query("select pg_notify('news', 'kept')")
        await query(insert, [1, 'a'])
      })
      expect(await all).to.deep.equal(['kept 1'])
      await stop()
    })

    it('tells every listener of a channel, though one of them throws', async () => {
      const [one, two] = [collector(1), collector(1)]
      const stops = [
        await open().listen('news', () => {
          throw new Error('a bad listener')
        }),
        await open().listen('news', one.heard),
        await open().listen('news', two.heard),
      ]
      await open().query("select pg_notify('news', 'x')")
      expect([await one.all, await two.all]).to.deep.equal([['x'], ['x']])
      for (const stop of stops) await stop()
    })

    it('refuses names that would have to be quoted', async () => {
      for (const name of ['News', 'a b', 'a"; drop table answers; --', '', 'a'.repeat(64)]) {
        expect((await rejection(open().listen(name, () => {}))).name).to.equal('Store.InvalidChannelError')
      }
    })
  })
})
