import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as backup from '../../../../cli/commands/store/backup.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const store = commandsOf('store', backup.register)

describe('cresolver store backup', () => {
  it('error: a server that is away is named by what to do, and not by its URL', async () => {
    const env = { AWAY: 'postgres://me:secret@127.0.0.1:1/none' }
    const { status, stdout, stderr } = await store.call('backup --url-env AWAY', { env })
    expect([status, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.include('cannot be reached').and.not.include('secret')
  })

  it('error: a folder whose name is misspelled is not backed up as an empty store, nor made', async () => {
    const parent = temporaryFolder('backup')
    const folder = join(parent.path, 'gatewya')
    const { status, stdout, stderr } = await store.call(`backup --folder ${folder}`)
    expect([status, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.include('holds no store')
    expect(existsSync(folder)).to.equal(false)
    parent.remove()
  })
})
