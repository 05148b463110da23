import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { filesOf, MarketBook } from '../../../adapters/moltbook/index.ts'
import * as status from '../../../cli/moltbook/status.ts'
import { at, bookOf, seed } from '../../adapters/moltbook/seedMarket.ts'
import { commandsOf } from '../../helpers/callCommand.ts'
import { onBook } from './book.ts'

const market = commandsOf(null, status.register)

describe('market status', () => {
  const here = onBook(14)
  before(() => here().account('watcher'))
  const call = (words = '') => market.call(`status --account watcher ${words}`, { env: here().env })

  it('S0-37: shows the account, what may be written, and the markets', async () => {
    const found = JSON.parse((await call('--json')).stdout)
    expect(found.account).to.include({ name: 'watcher', is_suspended: false, is_claimed: true })
    expect(found.writing).to.include({ is_open: true, failures_in_a_row: 0 })
    expect(found.leaderboard).to.deep.equal([])
    const { stdout } = await call()
    expect(stdout).to.match(
      /^watcher: karma \d+\nNext post from .*, next comment from .*; \d+ comments left today\.\n/,
    )
    expect(stdout).to.match(/Challenges failed in a row: 0 of \d+\.\nMarkets: 0 open, /)
  })

  it('E12 S0-83: shows the markets that are not over, by event', async () => {
    const { markets } = filesOf(here().home, 'grouped')
    here().account('grouped')
    const one = (id: string, event: string) => ({
      ...seed,
      id,
      question_raw: `${seed.question_raw}${event === '' ? '' : `\n§event ${event}`}`,
    })
    mkdirSync(dirname(markets), { recursive: true })
    const book = bookOf(one('market_a', 'Halving'), one('market_b', ''), one('market_c', 'Halving'), {
      ...at('invalid'),
      id: 'market_d',
    })
    writeFileSync(markets, MarketBook.toText(book))
    const { stdout } = await market.call('status --account grouped', { env: here().env })
    expect(stdout.match(/^(?:Halving:|Of no event:| {2}market_\w)/gm)).to.deep.equal([
      'Halving:',
      '  market_a',
      '  market_c',
      'Of no event:',
      '  market_b',
    ])
    const { events } = await market.json('status --account grouped', { env: here().env })
    expect(events[0]).to.deep.include({ event: 'Halving' })
    expect(events[0].all[0]).to.include({ id: 'market_a', status: 'open', picture: null })
  })

  it('an account that is not claimed, and one that is suspended, say so', async () => {
    const agent = [...here().moltbook.world.agents.values()].find(({ name }) => name === 'watcher')!
    agent.isClaimed = false
    expect((await call()).stdout).to.match(/^watcher: karma \d+, not claimed\n/)
    agent.isClaimed = true
    agent.suspendedUntil = here().moltbook.world.now() + 3_600
    expect((await call()).stdout).to.match(/\nSuspended: .*\nNothing is written at present\.\n/)
    agent.suspendedUntil = 0
  })

  it('--reopen lets writing go on, and is written down; looking alone writes nothing', async () => {
    const { ledger } = filesOf(here().home, 'watcher')
    await call()
    expect(() => readFileSync(ledger)).to.throw()
    await call('--reopen')
    expect(readFileSync(ledger, 'utf8')).to.include('reopened')
  })

  it('ends with 1 where Moltbook does not answer, and still shows what is here', async () => {
    const { status, stdout } = await call('--base-url http://127.0.0.1:1')
    expect(status).to.equal(1)
    expect(stdout)
      .to.match(/^Moltbook: /)
      .and.include('Markets: ')
  })
})
