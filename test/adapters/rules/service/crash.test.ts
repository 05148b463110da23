import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { firstBroken, versionsOf } from '../../../../adapters/rules/service/Versions.ts'
import { openStore } from '../../../../services/store/openStore.ts'
import type { Store } from '../../../../services/store/Store.ts'
import { budget, itInFull } from '../../../helpers/budget.ts'
import { postgres } from '../../../helpers/postgres.ts'
import { type ServiceProcess, startService } from '../../../helpers/serviceProcess.ts'
import { skipFor } from '../../../helpers/skip.ts'
import { type FakeGamma, idOf, marketOf, startFakeGamma } from './fakeGamma.ts'
import { until } from './world.ts'

describe('kill -9 during a poll', function () {
  this.timeout(300_000)
  let gamma: FakeGamma
  let folder: string
  beforeEach(async () => {
    gamma = await startFakeGamma()
    folder = mkdtempSync(join(tmpdir(), 'cresolver-rules-'))
  })
  afterEach(async () => {
    await gamma.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const configOf = (store: object) => ({
    listen: { port: 0 },
    gamma: { url: gamma.url, allowPrivate: true },
    markets: { conditionIds: [...gamma.markets.keys()] },
    parameters: { poll_interval_s: 1 },
    limits: { timeoutMs: 500, batch: 3 },
    files: [{ name: 'reports', path: join(folder, 'reports.ndjson') }],
    store,
    tickMs: 20,
  })

  const linesOf = (): Record<string, unknown>[] => {
    try {
      return readFileSync(join(folder, 'reports.ndjson'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    } catch {
      return []
    }
  }

  /** Every version of every market was told of once, in the table and in the file. */
  async function checkAll(store: Store, markets: number): Promise<void> {
    const versions = await store.query<{ condition_id: string; number: number }>(
      `select condition_id, number from versions where change in ('first', 'semantic')`,
    )
    const keys = linesOf().map(
      (line) => `${line.condition_id} ${(line.version as { number: number }).number}`,
    )
    expect(keys.toSorted()).to.deep.equal(
      versions.map((one) => `${one.condition_id} ${one.number}`).toSorted(),
    )
    const rows = await store.query<{ body: string }>('select body from reports order by position')
    expect(rows.map((row) => JSON.parse(row.body))).to.deep.equal(linesOf())
    for (let i = 0; i < markets; i++) expect(firstBroken(await versionsOf(store, idOf(i)))).to.equal(null)
  }

  itInFull('on a server with two processes: no report is lost, none is doubled', async function () {
    const server = await postgres()
    if (server === null) return skipFor(this, 'it needs a PostgreSQL server')
    const url = await server.freshDatabase()
    gamma.put(...Array.from({ length: 12 }, (_, i) => marketOf(i)))
    const config = configOf({ urlEnv: 'RULES_DATABASE' })
    const begin = () => startService(['rules', 'serve'], config, { RULES_DATABASE: url })
    const running: ServiceProcess[] = [await begin(), await begin()]
    const store = await openStore({ url, schema: 'rules' })
    try {
      const rounds = budget(2, 6)
      for (let round = 1; round <= rounds; round++) {
        for (let i = 0; i < 12; i += 2)
          gamma.edit(idOf(i), { description: `Resolves Yes if event ${round} happens to ${i}.` })
        const asked = gamma.calls.length
        await until(async () => gamma.calls.length > asked + (round % 3))
        const victim = running.shift()!
        await victim.stop('SIGKILL')
        running.push(await begin())
      }
      await until(async () => {
        const rows = await store.query<{ condition_id: string; market: string | null }>(
          'select condition_id, market from markets',
        )
        const isSeen = rows.every(
          ({ condition_id, market }) =>
            market !== null && JSON.parse(market).rules === gamma.markets.get(condition_id)!.description,
        )
        const [waiting] = await store.query<{ n: bigint }>(
          `select count(*) as n from reports where status = 'ready'`,
        )
        const [head] = await store.query<{ head: bigint }>('select head from stream')
        return isSeen && waiting!.n === 0n && linesOf().length === Number(head!.head)
      })
      await Promise.all(running.map((one) => one.stop()))
      await checkAll(store, 12)
    } finally {
      await Promise.all(running.map((one) => one.stop('SIGKILL')))
      await store.close()
    }
  })

  it('with its embedded database: the next process takes up the folder, and no report is lost or doubled', async () => {
    gamma.put(...Array.from({ length: 6 }, (_, i) => marketOf(i)))
    const config = configOf({ folder: join(folder, 'store') })
    const rounds = budget(1, 3)
    for (let round = 1; round <= rounds; round++) {
      const one = await startService(['rules', 'serve'], config)
      const asked = gamma.calls.length
      // What is edited before it was ever seen has one version only.
      await until(async () => gamma.calls.length > asked + round && linesOf().length >= 6)
      gamma.edit(idOf(round), { description: `Resolves Yes if event ${round} happens.` })
      await until(async () => gamma.calls.length > asked + round + 1)
      await one.stop('SIGKILL')
    }
    const last = await startService(['rules', 'serve'], config)
    await until(async () => linesOf().length >= 6 + rounds)
    expect(await last.stop()).to.equal(0)
    const store = await openStore({ folder: join(folder, 'store'), schema: 'rules' })
    try {
      await checkAll(store, 6)
    } finally {
      await store.close()
    }
  })
})
