import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as backup from '../../../../cli/commands/store/backup.ts'
import * as restore from '../../../../cli/commands/store/restore.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { openStore } from '../../../../services/store/openStore.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const store = commandsOf('store', backup.register, restore.register)

describe('cresolver store', function () {
  this.timeout(300_000)
  const folder = temporaryFolder('store')
  after(() => folder.remove())
  const [first, second] = ['first', 'second'].map((name) => join(folder.path, name)) as [string, string]

  it('backup prints what restore puts into a folder of its own, and no other one takes it', async () => {
    const opened = await openStore({ folder: first, schema: 'agent' })
    await opened.query("insert into proofs (por_root, document) values ($1, 'a proof')", [
      `0x${'12'.repeat(32)}`,
    ])
    await opened.close()
    const { status, stdout, stderr } = await store.call(`backup --folder ${first}`)
    expect([status, stderr]).to.deep.equal([0, stderr])
    expect(stderr).to.match(/^2 rows, SHA-256 [0-9a-f]{64}\n$/)
    const file = join(folder.path, 'a.backup')
    writeFileSync(file, stdout)
    expect(await store.json(`restore ${file} --folder ${second}`)).to.include({ rows: 2 })
    expect((await store.call(`backup --folder ${second}`)).stdout).to.equal(stdout)
    const refused = await store.call(`restore ${file} --folder ${second}`)
    expect(refused.status).to.equal(1)
    expect(refused.stderr).to.include('The database is not empty')
  })

  it('error: without a place there is nothing to back up', async () => {
    const { status, stderr } = await store.call('backup', { env: { DATABASE_URL: '' } })
    expect(status).to.equal(2)
    expect(stderr).to.include('DATABASE_URL')
  })
})
