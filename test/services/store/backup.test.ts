import { expect } from 'chai'
import { openTemporaryStore } from '../../../local/openStores.ts'
import {
  BrokenBackupError,
  backUp,
  NotEmptyError,
  OtherMigrationsError,
  restore,
} from '../../../services/store/backup.ts'
import { openStore } from '../../../services/store/openStore.ts'
import type { Store } from '../../../services/store/Store.ts'
import { postgres } from '../../helpers/postgres.ts'
import { rejection } from './kinds.ts'

async function* of(lines: readonly string[]) {
  yield* lines
}

const hash = (digits: string) => `0x${digits.repeat(32)}`
const address = `0x${'ab'.repeat(20)}`
const odd = 'line\nbreak, "quotes", \\ backslash, é, 🙂, \u0001'

/** Rows of all kinds: bytes, large numbers, times, odd text, keys that point at other tables, numbers that the database gives. */
async function fill(store: Store): Promise<void> {
  const at = '2026-01-02T03:04:05.678901Z'
  await store.query(
    `insert into agent.signatures (agent_id, signer, chain_id, market, market_id, round, phase, request_hash, response_hash)
     values (9007199254740993, $1, 1, $1, 2, 3, 'resolve', $2, $2)`,
    [address, hash('01')],
  )
  await store.query(
    'insert into agent.proofs (por_root, document, created_at) values ($1, $2, $3::timestamptz)',
    [hash('02'), odd, at],
  )
  await store.query(
    `insert into gateway.rounds (chain_id, market, market_id, round, view, asked_block) values (1, $1, 7, 1, $2, 5)`,
    [address, odd],
  )
  for (let place = 0; place < 32; place++)
    await store.query(
      `insert into gateway.replies (chain_id, market, market_id, round, phase, place, agent_id) values (1, $1, 7, 1, 'answers', $2, 3)`,
      [address, place],
    )
  await store.query('insert into participant.blobs (hash, bytes, size) values ($1, $2, 3)', [
    hash('03'),
    Uint8Array.of(0, 255, 10),
  ])
  await store.query(
    'insert into rules.markets (condition_id, known_at, due_at) values ($1, $2::timestamptz, $2::timestamptz)',
    [hash('04'), at],
  )
  await store.query(
    `insert into rules.reports (report_id, condition_id, number, status, draft, response_ms, created_at)
     values ('rep_rrp_0x0404_1', $1, 1, 'ready', '{}', 5, $2::timestamptz)`,
    [hash('04'), at],
  )
}

const linesOf = async (store: Store): Promise<string[]> => {
  const lines: string[] = []
  await backUp(store, (line) => lines.push(line))
  return lines
}

describe('backup and restore', function () {
  this.timeout(300_000)
  let source: Store
  let lines: string[]
  before(async () => {
    source = await openTemporaryStore('gateway')
    await fill(source)
    lines = await linesOf(source)
  })
  after(() => source.close())

  it('what is restored into a server of PostgreSQL is backed up as the same lines', async function () {
    const server = await postgres()
    if (server === null) return this.skip()
    const store = await openStore({ url: await server.freshDatabase(), schema: 'gateway' })
    try {
      expect(await restore(store, of(lines))).to.include({ rows: 39 })
      expect(await linesOf(store)).to.deep.equal(lines)
      const [blob] = await store.query<{ bytes: Uint8Array }>('select bytes from participant.blobs')
      expect([...blob!.bytes]).to.deep.equal([0, 255, 10])
      // The next number is not one that is there already.
      await store.query(
        `insert into rules.reports (report_id, condition_id, number, status, draft, response_ms, created_at)
         select 'rep_rrp_0x0404_2', condition_id, 2, 'ready', '{}', 5, now() from rules.markets`,
      )
      expect(await rejection(restore(store, of(lines)))).to.be.instanceOf(NotEmptyError)
    } finally {
      await store.close()
    }
  })

  it('half a backup, or one that somebody changed, restores nothing', async () => {
    const store = await openTemporaryStore('gateway')
    try {
      const changed = lines.map((line) => line.replace('"asked_block":5', '"asked_block":6'))
      for (const wrong of [
        lines.slice(0, -1),
        lines.slice(1),
        changed,
        lines.filter((_, i) => i !== 3),
        ['{}'],
        ['x'],
        [],
      ])
        expect(await rejection(restore(store, of(wrong)))).to.be.instanceOf(BrokenBackupError)
      expect(await store.query('select 1 as one from gateway.rounds')).to.deep.equal([])
      await store.query("insert into store.migrations (number, name, hash) values (999, 'later', 'x')")
      expect(await rejection(restore(store, of(lines)))).to.be.instanceOf(OtherMigrationsError)
    } finally {
      await store.close()
    }
  })
})
