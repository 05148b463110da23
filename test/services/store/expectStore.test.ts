import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import {
  expectFolder,
  expectStore,
  NoStoreError,
  OtherVersionError,
} from '../../../services/store/expectStore.ts'
import { readMigrations } from '../../../services/store/migrate.ts'
import { openEmbedded } from '../../../services/store/openEmbedded.ts'
import { rejection } from './kinds.ts'

describe('what is expected of a store', function () {
  this.timeout(300_000)

  it('error: a folder that no service has used, which is not made', () => {
    const parent = temporaryFolder('expected')
    const folder = join(parent.path, 'unused')
    expect(() => expectFolder(folder)).to.throw(NoStoreError)
    expect(existsSync(folder)).to.equal(false)
    parent.remove()
  })

  it('error: a database of another version, or that no service has used; neither is brought up to date', async () => {
    const driver = await openEmbedded({ schema: 'agent' })
    expect(await rejection(expectStore(driver))).to.be.instanceOf(NoStoreError)
    await driver.execute('create schema store; create table store.migrations (number integer)')
    await driver.execute('insert into store.migrations values (1), (2)')
    expect(await rejection(expectStore(driver))).to.be.instanceOf(OtherVersionError)
    await expectStore(driver, readMigrations().slice(0, 2))
    expect(await driver.query('select number from store.migrations', [])).to.have.length(2)
    await driver.close()
  })
})
