import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { NoStoreError } from '../../../services/store/expectStore.ts'
import { openStore } from '../../../services/store/openStore.ts'
import { postgres } from '../../helpers/postgres.ts'
import { skipFor } from '../../helpers/skip.ts'
import { rejection } from './kinds.ts'

describe('a store that must be there already', function () {
  this.timeout(300_000)
  const parent = temporaryFolder('existing')
  after(() => parent.remove())

  it('is opened where a service of this version has used it', async () => {
    const folder = join(parent.path, 'used')
    await (await openStore({ folder, schema: 'agent' })).close()
    const again = await openStore({ folder, schema: 'gateway', isExisting: true })
    expect(await again.query('select 1 as one')).to.deep.equal([{ one: 1 }])
    await again.close()
  })

  it('error: a database of a server that no service has used, which stays empty', async function () {
    const server = await postgres()
    if (server === null) return skipFor(this, 'there is no PostgreSQL server')
    const url = await server.freshDatabase()
    for (let time = 0; time < 2; time++)
      expect(await rejection(openStore({ url, schema: 'agent', isExisting: true }))).to.be.instanceOf(
        NoStoreError,
      )
  })
})
