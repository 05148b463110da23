import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesOf, MarketBook } from '../../../adapters/moltbook/index.ts'
import * as migrate from '../../../cli/moltbook/migrate.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { commandsOf } from '../../helpers/callCommand.ts'

const market = commandsOf(null, migrate.register)
const old = {
  question: 'Will it?',
  deadline: '2026-02-12T00:00:00Z',
  source: 'manual',
  moltbook_post_id: 'p1',
}

describe('market migrate', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder('migrate')
  })
  afterEach(() => folder.remove())
  const from = (markets: object): string => {
    const file = join(folder.path, 'v1.json')
    writeFileSync(file, JSON.stringify({ markets }))
    return file
  }
  const call = (words: string) => market.call(`migrate --home ${folder.path} ${words}`)
  const recorded = () => Object.keys(MarketBook.read(filesOf(folder.path, undefined).markets).markets)

  it('S0-76: --dry-run says what would become of each market, and does nothing', async () => {
    const file = from({ market_old: { ...old, submolt: 'x' } })
    const { stdout } = await call(`--from ${file} --dry-run`)
    expect(stdout).to.match(
      /^market_old: taken over\n {2}lost: .*submolt.*\n1 of 1 markets would be taken over\.\n$/s,
    )
    expect(recorded()).to.deep.equal([])
    expect(JSON.parse((await call(`--from ${file} --dry-run --json`)).stdout)).to.include({ dry_run: true })
  })

  it('S0-76: --dry-run fails as the run itself would', async () => {
    const file = from({ market_old: old, market_bad: { question: 7 } })
    const dry = await call(`--from ${file} --dry-run`)
    expect(dry.status).to.equal(1)
    expect(dry.stdout)
      .to.include('market_bad: NOT taken over')
      .and.include('1 of 2 markets would be taken over')
    expect((await call(`--from ${file} --dry-run --leave-out`)).status).to.equal(0)
    expect(recorded()).to.deep.equal([])
  })

  it('takes over, keeps the old file, and a second time there is nothing to do', async () => {
    const file = from({ market_old: old })
    const before = readFileSync(file, 'utf8')
    expect((await call(`--from ${file}`)).stdout).to.match(/1 of 1 markets were taken over into .*\.\n/)
    expect(recorded()).to.deep.equal(['market_old'])
    expect(readFileSync(file, 'utf8')).to.equal(before)
    expect((await call('')).stdout).to.equal('The file has version 2 already.\n')
  })

  it('what cannot be taken over stops everything, unless it may be left out', async () => {
    const file = from({ market_old: old, market_bad: { question: 7 } })
    const refused = await call(`--from ${file}`)
    expect(refused.status).to.equal(1)
    expect(recorded()).to.deep.equal([])
    const { status, stdout } = await call(`--from ${file} --leave-out`)
    expect(status).to.equal(0)
    expect(stdout).to.include('market_bad: NOT taken over: ').and.include('1 of 2 markets were taken over')
    expect(recorded()).to.deep.equal(['market_old'])
  })

  it('E11: asks for a zone where a deadline names none, takes it, and knows what is none', async () => {
    const file = from({ market_old: { ...old, deadline: '2026-02-12T18:00:00' } })
    const refused = await call(`--from ${file}`)
    expect(refused.status).to.equal(1)
    expect(refused.stderr).to.include('market_old: its deadline').and.to.include('--zone')
    expect(recorded()).to.deep.equal([])
    expect((await call(`--from ${file} --zone Mars`)).status).to.equal(2)
    expect((await call(`--from ${file} --zone America/New_York`)).status).to.equal(0)
    const book = MarketBook.read(filesOf(folder.path, undefined).markets)
    expect(book.markets.market_old!.deadline).to.equal('2026-02-12T23:00:00Z')
  })

  it('error: a file that is not there', async () => {
    expect((await call('--from /nowhere.json')).status).to.not.equal(0)
  })
})
