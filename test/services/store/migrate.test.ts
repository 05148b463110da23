import { expect } from 'chai'
import { BaseError } from '../../../protocol/index.ts'
import type { Driver } from '../../../services/store/Driver.ts'
import { migrate, readMigrations } from '../../../services/store/migrate.ts'
import { describeKinds, rejection } from './kinds.ts'

describeKinds('migrate', (open) => {
  /** The store as a driver: a transaction that is always taken back, so that the suite leaves nothing behind. */
  const tryOut = async (change: (driver: Driver) => Promise<unknown>): Promise<Error | undefined> => {
    const undo = new Error('taken back')
    let failure: Error | undefined
    const running = open().transaction(async ({ query }) => {
      const execute = async (sql: string) => {
        for (const statement of sql.split(';').filter((each) => each.trim() !== '')) await query(statement)
      }
      const session = { query: (sql: string, values: readonly never[]) => query(sql, values), execute }
      const driver = { transaction: (work: (s: typeof session) => unknown) => work(session) }
      failure = await change(driver as unknown as Driver).then(
        () => undefined,
        (error) => error,
      )
      throw undo
    })
    expect(await rejection(running)).to.equal(undo)
    return failure
  }
  const files = readMigrations()
  const next = { number: files.length + 1, name: 'next', sql: 'create table agent.next (id bigint)' }

  it('has run each file once, in order', async () => {
    const rows = await open().query('select number, name from store.migrations order by number')
    expect(rows).to.deep.equal(files.map(({ number, name }) => ({ number, name })))
  })

  it('runs what is new, and nothing again', async () => {
    const failure = await tryOut(async (driver) => {
      await migrate(driver, [...files, next])
      await migrate(driver, [...files, next])
    })
    expect(failure).to.equal(undefined)
  })

  it('refuses a database that is newer than the code', async () => {
    const failure = await tryOut(async (driver) => {
      await migrate(driver, [...files, next])
      await migrate(driver, files)
    })
    expect(failure).to.be.instanceOf(BaseError)
    expect(failure!.message).to.equal(
      `The database has migration ${next.number}, and this code knows only ${files.length}.\n` +
        'A newer version has used it: run that version, or give this one a database of its own.',
    )
  })

  it('refuses a database that was made with another text of a migration', async () => {
    const [first, ...rest] = files
    const failure = await tryOut((driver) => migrate(driver, [{ ...first!, sql: 'select 1' }, ...rest]))
    expect(failure?.name).to.equal('Store.ChangedMigrationError')
  })
})
