import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesOf, MarketBook, migrateFile } from '../../../adapters/moltbook/index.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { failed } from './failed.ts'
import { byHand, closed, now, open, resolved, unposted, v1 } from './version1.ts'

describe('migrateFile', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let file: string
  const options = () => ({ home: folder.path, isDry: false, leavesOut: false, now })
  beforeEach(() => {
    folder = temporaryFolder('migrate')
    file = filesOf(folder.path, undefined).markets
    mkdirSync(join(folder.path, 'data'), { recursive: true })
  })
  afterEach(() => folder.remove())

  it('S0-76: a dry run changes nothing, not even a name in the folder', () => {
    writeFileSync(file, JSON.stringify(v1(open, unposted)))
    const report = migrateFile({ ...options(), isDry: true })
    expect(report.entries).to.have.length(2)
    expect(readdirSync(join(folder.path, 'data'))).to.deep.equal(['markets.json'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal(v1(open, unposted))
  })

  it('S0-76: in place: the old file is kept beside the new one; a second time there is nothing to do', () => {
    const text = JSON.stringify(v1(open, closed, resolved, byHand))
    writeFileSync(file, text)
    const { copy } = migrateFile(options())
    expect(readFileSync(copy!, 'utf8')).to.equal(text)
    expect(Object.keys(MarketBook.read(file).markets)).to.have.length(4)
    expect(migrateFile(options()).isAlreadyDone).to.equal(true)
  })

  it('S0-3: it goes on without a market only if told so', async () => {
    writeFileSync(file, JSON.stringify(v1(open, unposted)))
    const error = await failed(Promise.resolve().then(() => migrateFile(options())))
    expect(error.name).to.equal('Migrate.LeftOutError')
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal(v1(open, unposted))
    migrateFile({ ...options(), leavesOut: true })
    expect(Object.keys(MarketBook.read(file).markets)).to.deep.equal(['market_1a2b3c4d'])
  })

  it('from elsewhere: what is there already stays as it is', () => {
    const from = join(folder.path, 'old.json')
    writeFileSync(from, JSON.stringify(v1(open)))
    migrateFile({ ...options(), from })
    const before = MarketBook.read(file)
    writeFileSync(
      from,
      JSON.stringify(v1({ ...open, created_at: '2026-02-05T00:00:00Z' } as typeof open, resolved)),
    )
    migrateFile({ ...options(), from })
    const after = MarketBook.read(file)
    expect(after.markets.market_1a2b3c4d).to.deep.equal(before.markets.market_1a2b3c4d)
    expect(Object.keys(after.markets)).to.have.length(2)
  })

  it('E11: numbers come from the file digit for digit', () => {
    const text = JSON.stringify(v1({ ...open, threshold: 'T' } as never)).replace(
      '"T"',
      '0.12345678901234567',
    )
    writeFileSync(file, text)
    migrateFile(options())
    expect(MarketBook.read(file).markets.market_1a2b3c4d!.rule.target).to.equal('0.12345678901234567')
  })

  it('E11: a market that is there already is named as such', () => {
    const from = join(folder.path, 'old.json')
    writeFileSync(from, JSON.stringify(v1(open)))
    migrateFile({ ...options(), from })
    expect(migrateFile({ ...options(), from }).entries[0]!.losses.join()).to.contain(
      'markets.json has it already',
    )
  })

  it('E11: a file whose markets are none stops, and stays what it is', async () => {
    for (const text of ['{"markets": "x"}', '7', '{"markets": {"a": 1}}']) {
      writeFileSync(file, text)
      const error = await failed(Promise.resolve().then(() => migrateFile(options())))
      expect(error.name, text).to.equal('Migrate.LeftOutError')
      expect(readFileSync(file, 'utf8')).to.equal(text)
    }
    writeFileSync(file, '{')
    const error = await failed(Promise.resolve().then(() => migrateFile(options())))
    expect(error.name).to.equal('MarketBook.UnreadableBookError')
  })

  it('no file, no migration', async () => {
    expect((await failed(Promise.resolve().then(() => migrateFile(options())))).name).to.equal(
      'Migrate.NothingToMigrateError',
    )
  })
})
