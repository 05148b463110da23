import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesOf, openAdapter } from '../../../adapters/moltbook/index.ts'
import type { Resolving } from '../../../adapters/moltbook/Resolving.ts'
import { type TemporaryFolder, temporaryFolder } from '../../../local/temporaryFolder.ts'
import { writeCredentials } from './stage.ts'

const resolving = {} as Resolving
const solver = () => ({ best: null, why: '' })
const row = { type: 'reopened' as const, at: 1 }

describe('openAdapter', () => {
  let folder: TemporaryFolder
  beforeEach(() => {
    folder = temporaryFolder('adapter')
    writeCredentials(folder.path, 'moltbook_sk_0123456789abcdef')
  })
  afterEach(() => folder.remove())
  const open = (more: object = {}) => openAdapter({ home: folder.path, resolving, solver, ...more })

  it('S0-73: keeps the files of each account in a folder of its own', () => {
    expect(filesOf('/h', undefined)).to.deep.equal({
      markets: '/h/data/markets.json',
      ledger: '/h/data/ledger.jsonl',
      proofs: '/h/data/proofs',
    })
    expect(filesOf('/h', 'w3cash').ledger).to.equal('/h/w3cash-data/ledger.jsonl')
    expect(() => filesOf('/h', '../x')).to.throw('is no name of an account')
  })

  it('makes a folder that its owner alone may read, and gives it free when it closes', () => {
    const adapter = open()
    expect(statSync(join(folder.path, 'data')).mode & 0o777).to.equal(0o700)
    expect(adapter.submolt).to.equal('predictmarket')
    adapter.ledger.add(row)
    expect(() => open())
      .to.throw()
      .with.property('name', 'Store.FolderInUseError')
    adapter.close()
    const again = open()
    expect(again.ledger.rows()).to.deep.equal([row])
    again.close()
  })

  it('S0-31: read-only, it makes no folder, needs no lock and adds no row', () => {
    const reading = open({ isReadOnly: true })
    expect(existsSync(join(folder.path, 'data'))).to.equal(false)
    expect(() => reading.ledger.add(row)).to.throw('A dry run writes nothing.')
    const owner = open()
    owner.ledger.add(row)
    expect(open({ isReadOnly: true }).ledger.rows()).to.deep.equal([row])
    owner.close()
  })

  it('C62: gives the folder free where it cannot open', () => {
    expect(() => open({ baseUrl: 'https://example.org' })).to.throw('The key is not sent to')
    open().close()
  })

  it('needs a key before it makes anything', () => {
    expect(() => open({ account: 'absent' })).to.throw('there is no such file')
    expect(readdirSync(folder.path)).to.deep.equal(['credentials.json'])
  })
})
