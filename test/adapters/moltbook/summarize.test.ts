import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Adapter } from '../../../adapters/moltbook/Adapter.ts'
import { MarketBook, summarize } from '../../../adapters/moltbook/index.ts'
import type { Row } from '../../../adapters/moltbook/Ledger.ts'
import { fold } from '../../../adapters/moltbook/Outbox.ts'
import type { Agent } from '../../../adapters/moltbook/Replies.ts'
import { GivenUpError } from '../../../adapters/moltbook/WriteErrors.ts'
import { type TemporaryFolder, temporaryFolder } from '../../../local/temporaryFolder.ts'
import { Instant } from '../../../protocol/index.ts'
import { at, bookOf, seed } from './seedMarket.ts'

const now = Instant.parse('2026-02-22T00:00:00Z')
const me: Agent = {
  name: 'SoothSayer',
  karma: 7,
  createdAt: now - 90_000,
  isClaimed: true,
  isSuspended: false,
  suspension: '',
}
const failure: Row = { type: 'failed', key: 'a', at: now - 100, id: null, reason: 'incorrect', why: '' }
const comment = (key: string, sentAt: number): Row[] => [
  {
    type: 'intended',
    key,
    at: sentAt,
    write: { kind: 'comment', postId: 'p', body: {} },
    purpose: null,
    notAfter: null,
  },
  { type: 'sending', key, at: sentAt },
]

describe('summarize', () => {
  let folder: TemporaryFolder
  before(() => {
    folder = temporaryFolder('summary')
    const commitments = [
      {
        agent: 'Minara',
        position: 'YES' as const,
        confidence: 90,
        comment_id: null,
        committed_at: seed.created_at,
      },
    ]
    const book = bookOf(
      seed,
      { ...at('settled'), id: 'market_2', commitments },
      { ...at('invalid'), id: 'market_3' },
    )
    writeFileSync(join(folder.path, 'markets.json'), MarketBook.toText(book))
  })
  after(() => folder.remove())

  const summaryOf = (rows: Row[] = [], asked: () => Promise<Agent> = async () => me) =>
    summarize({
      moltbook: { me: asked },
      ledger: { rows: () => rows },
      writer: { entries: () => fold(rows) },
      files: { markets: join(folder.path, 'markets.json') },
      clock: { now: () => now },
    } as unknown as Adapter)

  it('S0-37: counts markets by status, and scores commitments', async () => {
    const { markets, leaderboard, calibration } = await summaryOf()
    expect(markets).to.deep.equal({ open: 1, resolved: 0, settled: 1, finalized: 0, invalid: 1 })
    expect(leaderboard).to.deep.equal([{ agent: 'Minara', markets: 1, brierBps: 100 }])
    expect(calibration).to.have.length(1)
  })

  it('S0-37: says what may be written, and from when on', async () => {
    const { writing, outbox } = await summaryOf(comment('a', now - 5))
    expect(writing).to.deep.equal({
      is_open: true,
      failures_in_a_row: 0,
      failures_allowed: 3,
      next_post_at: Instant.format(now),
      next_comment_at: Instant.format(now + 16),
      comments_left_today: 49,
    })
    const sent = { send_from: null, expires_at: null, can_be_sent: true }
    expect(outbox).to.deep.equal([{ key: 'a', state: 'sending', attempts: 1, ...sent }])
  })

  it('E10: says from when on what waits is sent, until when it is of use, and whether that can be', async () => {
    const post = (key: string, notAfter: number | null): Row => ({
      type: 'intended',
      key,
      at: now,
      write: { kind: 'post', postId: null, body: {} },
      purpose: null,
      notAfter,
    })
    const sent: Row[] = [post('first', null), { type: 'sending', key: 'first', at: now - 10 }]
    const { outbox } = await summaryOf([...sent, post('late', now + 1_000), post('fine', now + 9_000)])
    const send_from = Instant.format(now + 1_791)
    expect(outbox.slice(1)).to.deep.equal([
      {
        key: 'late',
        state: 'waiting',
        attempts: 0,
        send_from,
        expires_at: Instant.format(now + 1_000),
        can_be_sent: false,
      },
      {
        key: 'fine',
        state: 'waiting',
        attempts: 0,
        send_from,
        expires_at: Instant.format(now + 9_000),
        can_be_sent: true,
      },
    ])
    const { outbox: again } = await summaryOf([
      ...comment('b', now - 200),
      { ...failure, key: 'b' },
      { ...comment('b', now)[0]! },
    ])
    expect(again[0]).to.include({ state: 'waiting', send_from: Instant.format(now + 1_700) })
  })

  it('counts as Moltbook does on the first day of an account', async () => {
    const { writing } = await summaryOf([], async () => ({ ...me, createdAt: now - 60 }))
    expect(writing.comments_left_today).to.equal(20)
  })

  it('C58: writing is closed after three failures, or while suspended', async () => {
    const three = await summaryOf([...comment('a', now - 200), failure, failure, failure])
    expect(three.writing).to.include({ is_open: false, failures_in_a_row: 3 })
    expect(three.outbox).to.deep.equal([])
    const suspended = await summaryOf([], async () => ({
      ...me,
      isSuspended: true,
      suspension: 'until noon',
    }))
    expect(suspended.writing.is_open).to.equal(false)
    expect(suspended.account).to.include({ is_suspended: true, suspension: 'until noon' })
  })

  it('shows the markets although Moltbook cannot be asked, and says why', async () => {
    const { account, account_problem, markets } = await summaryOf([], async () => {
      throw new GivenUpError(3)
    })
    expect([account, account_problem]).to.deep.equal([null, 'It was tried 3 times, and is not tried again.'])
    expect(markets.open).to.equal(1)
  })

  it('does not hide an error of the program', async () => {
    const broken = summaryOf([], async () => {
      throw new TypeError('x')
    })
    await broken.then(
      () => expect.fail(),
      (error) => expect(error).to.be.instanceOf(TypeError),
    )
  })
})
