import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { pack, unpack } from './archive.ts'
import { readRows, writeRows } from './databaseRows.ts'
import { expectPinned, isRewritten, pinFile } from './pin.ts'

const archive = 'database.tar.br'

describe('pin: database', function () {
  this.timeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-database-'))
  after(() => rmSync(folder, { recursive: true }))

  before(async () => {
    if (!isRewritten('database')) return
    const fresh = join(folder, 'fresh')
    await writeRows(fresh)
    forgetOwner(fresh)
    writeFileSync(pinFile(archive), pack(fresh))
  })

  it('a folder that older code wrote is opened, and gives back all of its rows', async () => {
    expect(statSync(pinFile(archive)).size).to.be.below(6_000_000)
    const old = join(folder, 'old')
    unpack(readFileSync(pinFile(archive)), old)
    const rows = await readRows(old)
    expectPinned('database', rows)
    // Opening it again finds the same.
    expect(await readRows(old)).to.deep.equal(rows)
  })
})

/** A released lock stays in the folder; the archive does not say which machine held it. */
function forgetOwner(fresh: string): void {
  for (const name of readdirSync(fresh).filter((one) => /^owner\.\d+\.json$/.test(one))) {
    const path = join(fresh, name)
    const owner = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, `${JSON.stringify({ ...owner, pid: 1, host: 'elsewhere', started: null })}\n`)
  }
}
