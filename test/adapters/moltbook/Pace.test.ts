import { expect } from 'chai'
import type { Row, Write } from '../../../adapters/moltbook/Ledger.ts'
import { leftToday, nextAt } from '../../../adapters/moltbook/Pace.ts'

const day = 86_400
/** Writes of one kind that were sent at these times. */
const sent = (kind: Write['kind'], ...times: number[]): Row[] =>
  times.flatMap((at, i): Row[] => {
    const key = `${kind}:${i}`
    const write = { kind, postId: kind === 'post' ? null : 'p1', body: {} }
    return [
      { type: 'intended', key, at, write, purpose: null, notAfter: null },
      { type: 'sending', key, at },
    ]
  })
const every = (count: number, seconds: number) => Array.from({ length: count }, (_, i) => i * seconds)

describe('Pace.nextAt', () => {
  it('lets the first write of a kind go at once', () => {
    for (const kind of ['post', 'comment', 'upvote'] as const)
      expect(nextAt(kind, [], { isNew: false, now: 1_000 })).to.equal(0)
  })

  it('C60: keeps one second more than Moltbook’s distance, and more on the first day', () => {
    const at = (kind: Write['kind'], isNew: boolean) =>
      nextAt(kind, sent(kind, 1_000), { isNew, now: 1_000 }) - 1_000
    expect([at('post', false), at('comment', false), at('upvote', false)]).to.deep.equal([1_801, 21, 2])
    expect([at('post', true), at('comment', true), at('upvote', true)]).to.deep.equal([7_201, 61, 2])
  })

  it('looks at writes of the same kind alone', () => {
    expect(nextAt('post', sent('comment', 1_000), { isNew: false, now: 1_000 })).to.equal(0)
  })

  it('C60: waits until the oldest of 50 comments is a day old; 20 on the first day', () => {
    const fifty = sent('comment', ...every(50, 100))
    expect(nextAt('comment', fifty, { isNew: false, now: 5_000 })).to.equal(day + 1)
    const twenty = sent('comment', ...every(20, 100))
    expect(nextAt('comment', twenty, { isNew: true, now: 2_000 })).to.equal(day + 1)
    expect(nextAt('comment', twenty, { isNew: false, now: 2_000 })).to.equal(1_921)
  })

  it('forgets comments that are a day old', () => {
    const fifty = sent('comment', ...every(50, 100))
    expect(nextAt('comment', fifty, { isNew: false, now: day })).to.equal(4_921)
    expect(nextAt('comment', fifty, { isNew: false, now: day - 1 })).to.equal(day + 1)
  })
})

describe('Pace.leftToday', () => {
  it('counts down what may be sent within 24 hours, to zero', () => {
    const rows = sent('comment', ...every(30, 100))
    expect(leftToday('comment', rows, { isNew: false, now: 3_000 })).to.equal(20)
    expect(leftToday('comment', rows, { isNew: true, now: 3_000 })).to.equal(0)
    expect(leftToday('comment', rows, { isNew: false, now: day + 1_450 })).to.equal(35)
  })

  it('is null where no number is set', () => {
    expect(leftToday('post', sent('post', 1), { isNew: true, now: 2 })).to.equal(null)
  })
})
