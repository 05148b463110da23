import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openTemporaryStore, temporaryDatabase } from '../../local/openStores.ts'

describe('temporary stores', function () {
  this.timeout(60_000)

  it('come with a database that is ready, and go when they are removed', async () => {
    const folder = await temporaryDatabase()
    expect(existsSync(join(folder.path, 'data/PG_VERSION'))).to.equal(true)
    folder.remove()
    expect(existsSync(folder.path)).to.equal(false)
  })

  it('share nothing, and leave nothing once closed', async () => {
    const before = process.listenerCount('exit')
    const store = await openTemporaryStore('participant')
    expect(await store.query('select hash from participant.blobs')).to.deep.equal([])
    await store.close()
    expect(process.listenerCount('exit'), 'its folder is removed').to.equal(before)
  })
})
