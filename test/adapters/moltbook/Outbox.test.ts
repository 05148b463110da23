import { expect } from 'chai'
import type { Row } from '../../../adapters/moltbook/Ledger.ts'
import {
  dueAt,
  type Entry,
  failuresInARow,
  fold,
  isOver,
  isRepeatable,
} from '../../../adapters/moltbook/Outbox.ts'

const write = { kind: 'comment' as const, postId: 'p1', body: { content: 'Hello.' } }
const intended = (key: string, at: number): Row => ({
  type: 'intended',
  key,
  at,
  write,
  purpose: null,
  notAfter: null,
})
const challenge = { code: 'code', text: 'A lobster…', expiresAt: 400 }
const failure = (reason: Extract<Row, { type: 'failed' }>['reason'], at = 9): Row => ({
  type: 'failed',
  key: 'a',
  at,
  id: null,
  reason,
  why: 'why',
})

/** The entry of `a` after each row that follows its intention. */
const entryAfter = (...rows: Row[]): Entry => fold([intended('a', 1), ...rows]).get('a')!

describe('Outbox.fold', () => {
  it('lists writes in the order in which they were first intended', () => {
    const rows = [intended('b', 1), intended('a', 2), intended('b', 3)]
    expect([...fold(rows).keys()]).to.deep.equal(['b', 'a'])
  })

  it('goes from intention to publication, and keeps the time of each step', () => {
    const sending: Row = { type: 'sending', key: 'a', at: 2 }
    const accepted: Row = { type: 'accepted', key: 'a', at: 3, id: 'x1', challenge }
    const answering: Row = { type: 'answering', key: 'a', at: 4, answer: '5.00', why: '' }
    const published: Row = { type: 'published', key: 'a', at: 5, id: 'x1', isVerified: true }
    expect(entryAfter()).to.include({ at: 1, sentAt: null, attempts: 0 })
    expect(entryAfter().state).to.deep.equal({ type: 'waiting', until: 1, why: '' })
    expect(entryAfter(sending)).to.deep.include({ state: { type: 'sending' }, at: 2, sentAt: 2, attempts: 1 })
    expect(entryAfter(sending, accepted).state).to.deep.equal({ type: 'accepted', id: 'x1', challenge })
    expect(entryAfter(sending, accepted, answering).state).to.deep.equal({
      type: 'answering',
      id: 'x1',
      challenge,
    })
    const end = entryAfter(sending, accepted, answering, published)
    expect(end).to.deep.include({ state: { type: 'published', id: 'x1' }, at: 5, sentAt: 2, attempts: 1 })
  })

  it('does not count what Moltbook deferred as an attempt', () => {
    const rows: Row[] = [
      { type: 'sending', key: 'a', at: 2 },
      { type: 'deferred', key: 'a', at: 3, until: 90, why: 'Slow down.' },
    ]
    expect(entryAfter(...rows)).to.deep.include({
      state: { type: 'waiting', until: 90, why: 'Slow down.' },
      sentAt: 2,
      attempts: 0,
    })
    expect(entryAfter(rows[1]!).attempts).to.equal(0)
  })

  it('counts attempts over intentions of the same key', () => {
    const sending: Row = { type: 'sending', key: 'a', at: 2 }
    const again = entryAfter(sending, failure('lost', 3), intended('a', 4))
    expect(again).to.deep.include({ state: { type: 'waiting', until: 4, why: '' }, sentAt: 2, attempts: 1 })
    expect(
      entryAfter(sending, failure('lost', 3), intended('a', 4), { ...sending, at: 5 }).attempts,
    ).to.equal(2)
  })

  it('ignores an answer where no challenge is open, and rows of keys that were never intended', () => {
    const answering: Row = { type: 'answering', key: 'a', at: 4, answer: '5.00', why: '' }
    const accepted: Row = { type: 'accepted', key: 'a', at: 3, id: 'x1', challenge: null }
    expect(entryAfter(accepted, answering).state.type).to.equal('accepted')
    expect(fold([{ type: 'sending', key: 'unknown', at: 1 }]).size).to.equal(0)
  })

  it('is over once published, failed or refused', () => {
    const refused: Row = { type: 'refused', key: 'a', at: 2, status: 404, why: 'Post not found' }
    const published: Row = { type: 'published', key: 'a', at: 2, id: null, isVerified: false }
    expect([refused, published, failure('incorrect')].map((row) => isOver(entryAfter(row)))).to.deep.equal([
      true,
      true,
      true,
    ])
    expect(isOver(entryAfter())).to.equal(false)
    expect(isOver(entryAfter({ type: 'sending', key: 'a', at: 2 }))).to.equal(false)
  })
})

describe('Outbox.dueAt', () => {
  const sending: Row = { type: 'sending', key: 'a', at: 2 }

  it('E10: what ended in vain may be sent again half an hour later, but not what nobody saw', () => {
    expect(dueAt(entryAfter())).to.equal(1)
    expect(dueAt(entryAfter(sending, failure('incorrect', 10), intended('a', 20)))).to.equal(1_810)
    const refused: Row = { type: 'refused', key: 'a', at: 30, status: 404, why: '' }
    expect(dueAt(entryAfter(sending, refused, intended('a', 40)))).to.equal(1_830)
    expect(dueAt(entryAfter(sending, failure('lost', 10), intended('a', 20)))).to.equal(20)
    const deferred: Row = { type: 'deferred', key: 'a', at: 3, until: 9_000, why: '' }
    expect(dueAt(entryAfter(sending, deferred))).to.equal(9_000)
  })

  it('E10: three attempts are the end, and so is what nobody can tell', () => {
    expect(isRepeatable(entryAfter(sending, failure('incorrect')))).to.equal(true)
    expect(isRepeatable(entryAfter(sending, failure('undecidable')))).to.equal(false)
    expect(isRepeatable(entryAfter(sending, sending, sending, failure('incorrect')))).to.equal(false)
  })
})

describe('Outbox.failuresInARow', () => {
  const published = (isVerified: boolean): Row => ({
    type: 'published',
    key: 'a',
    at: 1,
    id: 'x',
    isVerified,
  })

  it('C58: counts failures since an answer was right, or writing was reopened', () => {
    const two = [failure('incorrect'), failure('expired')]
    expect(failuresInARow(two)).to.equal(2)
    expect(failuresInARow([...two, published(true), failure('unsolved')])).to.equal(1)
    expect(failuresInARow([...two, { type: 'reopened', at: 3 }])).to.equal(0)
  })

  it('C58: neither a publication without a challenge nor an unclear upvote changes it', () => {
    expect(failuresInARow([failure('incorrect'), published(false), failure('undecidable')])).to.equal(1)
  })
})
