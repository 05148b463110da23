import { expect } from 'chai'
import { Book } from '../../keeper/Book.ts'
import type { Change, Read } from '../../keeper/Chain.ts'
import { facts, headAt, terms } from './markets.ts'

const { lastAsk, feedback, ...open } = facts()
const read = (marketId: number, changes: Partial<Read> = {}): Read => ({ ...open, marketId, ...changes })
const change = (marketId: number, changes: Partial<Change> = {}): Change => ({
  ...{ marketId, block: 90, blockHash: '0xaa', kind: 'other', seat: null },
  ...changes,
})
const none = new Map<number, readonly number[]>()

describe('the book of markets', () => {
  let book: Book
  beforeEach(() => {
    book = new Book({ terms, reorgMargin: 10, done: [2] })
  })
  const put = (one: Read, head = headAt(0), seats?: readonly number[]) =>
    book.put([one.marketId], [one], seats === undefined ? none : new Map([[one.marketId, seats]]), head)

  it('reads all markets at first, except those that are over', () => {
    book.touchAll(3)
    expect(book.toRead(headAt(0))).to.deep.equal([1, 3])
  })

  it('reads a market again when its time has come, by seconds or by blocks, and not before', () => {
    put(read(1))
    put(read(3, { joined: 9, drawBlock: 120 }), headAt(20_000))
    expect(book.toRead(headAt(19_999, 119))).to.deep.equal([])
    expect(book.toRead(headAt(20_000, 119))).to.deep.equal([1])
    expect(book.toRead(headAt(19_999, 120))).to.deep.equal([3])
  })

  it('reads it again when something happened, once; and again when that block is replaced', () => {
    put(read(1))
    expect(book.compare([change(1)], 80, headAt(0))).to.have.length(1)
    expect(book.toRead(headAt(0))).to.deep.equal([1])
    put(read(1))
    expect(book.compare([change(1)], 80, headAt(0))).to.deep.equal([])
    expect(book.toRead(headAt(0))).to.deep.equal([])
    book.compare([change(1, { blockHash: '0xbb' })], 80, headAt(0))
    expect(book.toRead(headAt(0))).to.deep.equal([1])
    put(read(1))
    book.compare([], 80, headAt(0))
    expect(book.toRead(headAt(0)), 'its event is gone').to.deep.equal([1])
  })

  it('a change that has only become old is not a change', () => {
    put(read(1))
    book.compare([change(1, { block: 80 })], 80, headAt(0))
    put(read(1))
    book.compare([], 81, headAt(0))
    expect(book.toRead(headAt(0))).to.deep.equal([])
  })

  it('a market whose block was replaced may not exist any more', () => {
    put(read(1), headAt(20_000))
    expect(book.calls()).to.have.length(1)
    book.put([1], [], none, headAt(20_000))
    expect([book.calls(), book.size]).to.deep.equal([[], 0])
  })

  it('remembers when a round was asked last, and asks again only later', () => {
    const asked = read(1, { status: 'Requested', requestedAt: 20_000, seats: 3 })
    put(asked, headAt(20_900))
    expect(book.calls().map(({ kind }) => kind)).to.deep.equal(['askAgain'])
    book.compare([change(1, { kind: 'asked' })], 80, headAt(20_910))
    put(asked, headAt(20_920))
    expect(book.calls()).to.deep.equal([])
  })

  it('a look that comes late does not put off the next question: only the earliest time is known', () => {
    book.compare([], 80, headAt(20_000, 100))
    book.compare([change(1, { kind: 'asked', block: 101 })], 80, headAt(20_900, 102))
    put(read(1, { status: 'Requested', requestedAt: 20_000, seats: 3 }), headAt(20_900, 102))
    expect(book.calls().map(({ kind }) => kind)).to.deep.equal(['askAgain'])
  })

  it('looks at the seats once; what is published or refused is no longer due', () => {
    const settled = read(1, { status: 'Settled' })
    expect(book.needsFeedback(settled)).to.equal(true)
    put(settled, headAt(0), [0, 1, 2])
    expect(book.needsFeedback(settled)).to.equal(false)
    book.compare(
      [change(1, { kind: 'published', seat: 1 }), change(1, { kind: 'refused', seat: 2 })],
      80,
      headAt(0),
    )
    put(settled)
    expect(book.calls().map(({ seat }) => seat)).to.deep.equal([null, 0])
    expect(book.needsFeedback(read(4, { status: 'Open' }))).to.equal(false)
  })

  it('a market is over only when nothing is left in a block that can no longer be replaced', () => {
    const final = read(1, { status: 'Finalized' })
    expect(put(final, headAt(0, 100), [])).to.deep.equal([])
    expect(book.toRead(headAt(0, 109))).to.deep.equal([])
    expect(book.toRead(headAt(0, 110))).to.deep.equal([1])
    expect(put(final, headAt(0, 110))).to.deep.equal([1])
    expect([book.size, book.done.has(1)]).to.deep.equal([0, true])
    book.touch(1)
    expect(book.toRead(headAt(0, 111)), 'an event brings it back').to.deep.equal([1])
  })

  it('says since when a call is due, what is due no more, and how much time is left', () => {
    put(read(1, { joined: 9, drawBlock: 90 }), headAt(20_000, 100))
    const [call] = book.calls()
    expect(book.since(call!)).to.deep.equal({ block: 100, time: 20_000 })
    expect(book.isDue('draw 1')).to.equal(true)
    book.put([], [], none, headAt(20_050, 218))
    expect(book.calls()[0]!.left).to.equal(5_000)
    expect([...book.takeGone()]).to.deep.equal([])
    put(read(1, { status: 'Requested', requestedAt: 20_060 }), headAt(20_060, 219))
    expect([...book.takeGone()]).to.deep.equal(['draw 1'])
    expect([...book.takeGone()]).to.deep.equal([])
    expect(book.since(call!)).to.equal(null)
  })
})
