import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { platform, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openStore } from '../../../services/store/openStore.ts'
import type { TroubleError } from '../../../services/store/Store.ts'
import { storeError } from '../../../services/store/storeError.ts'
import { postgres } from '../../helpers/postgres.ts'
import { skipFor } from '../../helpers/skip.ts'
import { rejection } from './kinds.ts'

const withCode = (code: string) =>
  Object.assign(new Error('could not extend file "base/1/2": secret'), { code })

describe('what a driver throws, sorted by remedy', () => {
  for (const [code, name, kind] of [
    ['53100', 'Store.FullError', 'full'],
    ['53200', 'Store.FullError', 'full'],
    ['53400', 'Store.FullError', 'full'],
    ['58030', 'Store.FullError', 'full'],
    ['ENOSPC', 'Store.FullError', 'full'],
    ['25006', 'Store.ReadOnlyError', 'read-only'],
    ['EROFS', 'Store.ReadOnlyError', 'read-only'],
    ['53300', 'Store.UnavailableError', 'away'],
    ['57P01', 'Store.UnavailableError', 'away'],
    ['ECONNREFUSED', 'Store.UnavailableError', 'away'],
    ['40P01', 'Store.ConflictError', 'busy'],
  ] as const)
    it(`AUDIT C3: ${code} may pass: ${name}`, () => {
      const error = storeError(withCode(code)) as TroubleError
      expect(error).to.include({ name, kind, retryable: true })
      expect(error.message).to.not.include('secret')
    })

  it('a mistake in a statement does not pass by itself', () => {
    expect(storeError(withCode('23505'))).to.include({ name: 'Store.QueryError', code: '23505' })
    const other = new Error('anything')
    expect(storeError(other)).to.equal(other)
  })

  it('AUDIT C3: a server that became read-only says so, and takes writes again without a restart', async function () {
    this.timeout(120_000)
    const server = await postgres()
    if (server === null) return this.skip()
    const url = await server.freshDatabase()
    const store = await openStore({ url, schema: 'agent', poolSize: 1 })
    try {
      const name = new URL(url).pathname.slice(1)
      const write = () =>
        store.query("insert into proofs (por_root, document) values ($1, '{}')", [`0x${'12'.repeat(32)}`])
      await store.query(`alter database ${name} set default_transaction_read_only = on`)
      await server.breakConnections(url)
      await store.query('select 1').catch(() => {})
      expect(await rejection(write())).to.include({ name: 'Store.ReadOnlyError' })
      await store.query(`set default_transaction_read_only = off`)
      await write()
    } finally {
      await store.close()
    }
  })

  it('AUDIT C3: a disk that is really full says so, and takes writes again once there is room', async function () {
    this.timeout(120_000)
    const server = await postgres()
    if (server === null) return this.skip()
    const disk = smallDisk()
    if (typeof disk === 'string') return skipFor(this, disk)
    try {
      const store = await openStore({ url: await server.freshDatabase(), schema: 'agent', poolSize: 1 })
      try {
        await store.query(`create tablespace small location '${disk.folder}'`)
        for (const name of ['ballast', 'things'])
          await store.query(`create table ${name} (bytes bytea) tablespace small`)
        const write = (table: string) =>
          store.query(`insert into ${table} values ($1)`, [randomBytes(65_536)])
        let error: Error | null = null
        for (let i = 0; i < 500 && error === null; i++)
          error = await write('ballast').then(
            () => null,
            (one) => one,
          )
        expect(error).to.include({ name: 'Store.FullError', kind: 'full', retryable: true })
        expect(await rejection(write('things'))).to.include({ name: 'Store.FullError' })
        expect(await store.query('select count(*) as n from ballast')).to.have.length(1)
        disk.grow()
        await write('things')
        await store.query('drop table ballast, things')
        await store.query('drop tablespace small')
      } finally {
        await store.close()
      }
    } finally {
      disk.remove()
    }
  })
})

/** A disk of four megabytes that the server's user may write to, or why there can't be one. */
function smallDisk(): { readonly folder: string; grow(): void; remove(): void } | string {
  if (platform() !== 'linux' || userInfo().uid !== 0)
    return 'a small disk can be mounted by root on Linux only'
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=777', 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmdirSync(folder)
    return 'this machine lets nobody mount a disk'
  }
  execFileSync('chown', ['postgres', folder], { stdio: 'pipe' })
  return {
    folder,
    grow: () => void execFileSync('mount', ['-o', 'remount,size=32m', folder]),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
