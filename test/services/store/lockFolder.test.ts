import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { lockFolder } from '../../../services/store/lockFolder.ts'
import { skipFor } from '../../helpers/skip.ts'

describe('lockFolder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const attempt = (): string => {
    try {
      lockFolder(folder)
      return 'owner'
    } catch (error) {
      return (error as Error).name
    }
  }
  const leave = (content: object | string, n = 1) =>
    writeFileSync(
      join(folder, `owner.${n}.json`),
      typeof content === 'string' ? content : JSON.stringify(content),
    )
  /** A number that no process has. */
  const nobody = 2 ** 22 + 1

  it('SPEC §9: refuses a second owner, and says who the first is and what to do', () => {
    lockFolder(folder)
    expect(() => lockFolder(folder)).to.throw(
      `The store in ${folder} belongs to process ${process.pid}, and two owners would lose each other's data.\n` +
        'Give each service a folder of its own, or let them share a server by its URL.\n' +
        `If you know that its owner is gone for good, delete ${join(folder, 'owner.1.json')}.`,
    )
  })

  it('lets the next one in after the first has let go, and leaves one file', () => {
    for (let i = 0; i < 3; i++) lockFolder(folder)()
    expect(readdirSync(folder)).to.deep.equal(['owner.3.json'])
    expect(attempt()).to.equal('owner')
  })

  it('takes over from a process that is dead', () => {
    leave({ pid: nobody, host: hostname(), started: null, released: false })
    expect(attempt()).to.equal('owner')
    expect(attempt()).to.equal('Store.FolderInUseError')
  })

  it('takes over from a dead process whose number another one has now', function () {
    if (process.platform !== 'linux') skipFor(this, 'only Linux tells when a process started')
    leave({ pid: process.pid, host: hostname(), started: 'another boot:1', released: false })
    expect(attempt()).to.equal('owner')
  })

  it('does not take over where it cannot tell: another machine, or a file that says nothing', () => {
    leave({ pid: nobody, host: 'elsewhere', started: null, released: false })
    expect(attempt()).to.equal('Store.FolderInUseError')
    leave('', 2)
    expect(attempt()).to.equal('Store.FolderInUseError')
  })

  it('goes by the newest file, whatever older ones say', () => {
    leave({ pid: nobody, host: hostname(), started: null, released: false }, 7)
    lockFolder(folder)
    leave({ pid: nobody, host: hostname(), started: null, released: true }, 3)
    expect(attempt()).to.equal('Store.FolderInUseError')
  })

  it('gives a stale lock to exactly one of many processes that want it at once', async () => {
    leave({ pid: nobody, host: hostname(), started: null, released: false })
    const script = join(import.meta.dirname, 'lockTaker.ts')
    const takers = Array.from({ length: 4 }, () => spawn(process.execPath, [script, folder]))
    try {
      const lines = takers.map((taker) => createInterface({ input: taker.stdout })[Symbol.asyncIterator]())
      await Promise.all(lines.map((line) => line.next()))
      for (const taker of takers) taker.stdin.write('now\n')
      const said = await Promise.all(lines.map(async (line) => (await line.next()).value))
      expect(said.sort()).to.deep.equal([...Array(3).fill('Store.FolderInUseError'), 'owner'])
    } finally {
      await Promise.all(takers.map(end))
    }
    // All of them are dead now, the owner too.
    expect(attempt()).to.equal('owner')
  })
})

async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
  const ended = once(child, 'exit')
  if (child.kill('SIGKILL')) await ended
}
