import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { openStore } from '../../../services/store/openStore.ts'
import { rejection } from './kinds.ts'

describe('embedded store in a folder', () => {
  let folder: string
  let writer: ChildProcess
  const acknowledged: bigint[] = []

  before('a process that writes until it is killed', async function () {
    this.timeout(120_000)
    folder = mkdtempSync(join(tmpdir(), 'cresolver-store-'))
    writer = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: writer.stdout! })) {
      acknowledged.push(BigInt(line))
      if (acknowledged.length === 50) return
    }
    throw new Error('The writer ended by itself.')
  })
  after(() => {
    writer.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('SPEC §9: is refused to a second owner while the first one lives', async () => {
    const error = await rejection(openStore({ folder, schema: 'agent' }))
    expect(error.name).to.equal('Store.FolderInUseError')
    expect(error.message).to.include(`process ${writer.pid}`)
  })

  it('holds every acknowledged row after its owner was killed, lets the next one in, and closes twice', async () => {
    const ended = once(writer, 'exit')
    writer.kill('SIGKILL')
    await ended
    const store = await openStore({ folder, schema: 'agent' })
    const rows = await store.query<{ id: bigint; body: string }>('select * from public.written order by id')
    expect(rows.map(({ id }) => id)).to.include.members(acknowledged)
    expect(rows.every(({ id, body }) => body === `body ${id}`)).to.equal(true)

    const slow = store.transaction(async ({ query }) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      await query("insert into public.written values (-1, 'last')")
    })
    await Promise.all([store.close(), store.close(), slow])
    expect((await rejection(store.query('select 1'))).name).to.equal('Store.ClosedError')

    const again = await openStore({ folder, schema: 'agent' })
    expect(await again.query('select body from public.written where id = -1')).to.deep.equal([
      { body: 'last' },
    ])
    await again.close()
  }).timeout(120_000)
})
