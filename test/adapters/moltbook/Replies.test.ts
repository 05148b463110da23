import { expect } from 'chai'
import fc from 'fast-check'
import {
  ApiError,
  agent,
  bodyOf,
  clip,
  flatten,
  isSuspension,
  page,
  post,
  retryAfter,
  saidIn,
  submolt,
} from '../../../adapters/moltbook/Replies.ts'

const created_at = '2026-02-20T12:00:00.750Z'
const createdAt = Date.parse('2026-02-20T12:00:00Z') / 1_000
const reply = (status: number, body: unknown, headers = {}) => ({ status, headers, body })

describe('a post in a reply', () => {
  it('is read with authors and submolts as objects or as names, and times in whole seconds', () => {
    const plain = post.parse({ id: 'p1', created_at, author: 'a', submolt: 'general' })
    const nested = post.parse({ id: 'p1', created_at, author: { name: 'a' }, submolt: { name: 'general' } })
    expect(plain).to.deep.equal(nested)
    expect(plain).to.include({ author: 'a', submolt: 'general', createdAt, title: '', upvotes: 0 })
  })

  it('C59: is published unless it is pending, failed, deleted or removed', () => {
    const isPublished = (more: object) => post.parse({ id: 'p1', created_at, ...more }).isPublished
    expect(
      [{}, { verification_status: 'verified' }, { verification_status: null }].map(isPublished),
    ).to.not.include(false)
    for (const more of [
      { verification_status: 'pending' },
      { verification_status: 'failed' },
      { is_deleted: true },
      { is_removed: true },
    ])
      expect(isPublished(more), JSON.stringify(more)).to.equal(false)
  })

  it('says whether we voted for it only where the API does', () => {
    const isUpvoted = (more: object) => post.parse({ id: 'p1', created_at, ...more }).isUpvoted
    expect(isUpvoted({})).to.equal(null)
    expect([isUpvoted({ user_vote: 'upvote' }), isUpvoted({ user_vote: 1 })]).to.deep.equal([true, true])
    expect([isUpvoted({ user_vote: null }), isUpvoted({ user_vote: -1 })]).to.deep.equal([false, false])
  })

  it('is refused without an id or a time', () => {
    for (const broken of [{ created_at }, { id: '../x', created_at }, { id: 'p1', created_at: 'yesterday' }])
      expect(post.safeParse(broken).success, JSON.stringify(broken)).to.equal(false)
  })
})

describe('flatten', () => {
  const one = (id: string, more: object = {}) => ({ id, content: id, author: 'a', created_at, ...more })

  it('lists comments and the replies below them; one that cannot be read hides no other', () => {
    const tree = [
      one('c1', { replies: [one('c2'), { id: 'broken', replies: [one('c3')] }] }),
      null,
      7,
      one('c4', { verification_status: 'pending' }),
      one('c5', { is_deleted: true }),
    ]
    expect(flatten(tree).map(({ id, isPublished }) => [id, isPublished])).to.deep.equal([
      ['c1', true],
      ['c2', true],
      ['c3', true],
      ['c4', false],
      ['c5', false],
    ])
  })

  it('gives up on replies without end', () => {
    let deep = one('c0')
    for (let i = 1; i < 100; i++) deep = one(`c${i}`, { replies: [deep] })
    expect(flatten([deep])).to.have.length(33)
    expect(flatten(Array.from({ length: 20_001 }, (_, i) => one(`c${i}`)))).to.have.length(20_000)
  })
})

describe('an agent in a reply', () => {
  it('is claimed and not suspended unless the reply says otherwise', () => {
    expect(agent.parse({ name: 'a' })).to.deep.equal({
      name: 'a',
      karma: 0,
      createdAt: null,
      isClaimed: true,
      isSuspended: false,
      suspension: '',
    })
    expect(agent.parse({ name: 'a', is_claimed: false }).isClaimed).to.equal(false)
    expect(agent.parse({ name: 'a', is_active: false }).isSuspended).to.equal(true)
  })

  it('carries the reason and the end of its suspension', () => {
    const given = {
      name: 'a',
      is_suspended: true,
      suspension_reason: 'Ten failures',
      suspended_until: 'noon',
    }
    expect(agent.parse(given)).to.include({ isSuspended: true, suspension: 'Ten failures, until noon' })
  })
})

describe('small parts of replies', () => {
  it('C61: a submolt allows cryptocurrency only if it says so', () => {
    expect(submolt.parse({ name: 's' }).allowsCrypto).to.equal(false)
    expect(submolt.parse({ name: 's', allow_crypto: true }).allowsCrypto).to.equal(true)
  })

  it('a cursor may be a number', () => {
    expect(page.parse({ has_more: true, next_cursor: 25 }).next_cursor).to.equal('25')
  })

  it('a body may stand in `data`, and anything else is empty', () => {
    expect(bodyOf({ success: true, data: { id: 1 } })).to.deep.include({ success: true, id: 1 })
    for (const value of [null, [], 'text', 4]) expect(bodyOf(value)).to.deep.equal({})
  })

  it('the words of a failure are its error and hint; a message only without an error', () => {
    expect(saidIn({ error: 'Gone', hint: 'Look\nelsewhere.', message: 'x' })).to.equal('Gone Look elsewhere.')
    expect(saidIn({ message: 'Only this' })).to.equal('Only this')
    expect(saidIn({ error: { code: 1 } })).to.equal('')
    const error = new ApiError(reply(404, { error: 'Gone' }), 'GET /posts')
    expect(error.status).to.equal(404)
    expect(error.message).to.contain('GET /posts with status 404').and.to.contain('Gone')
  })

  it('C60: the wait that a 429 asks for is in seconds, in minutes, or in its header', () => {
    const wait = (body: unknown, headers = {}) => retryAfter(reply(429, body, headers))
    expect(wait({ retry_after_seconds: 1.2, retry_after_minutes: 5 })).to.equal(2)
    expect(wait({ retry_after_minutes: 5 })).to.equal(300)
    expect(wait({}, { 'retry-after': ' 17 ' })).to.equal(17)
    for (const odd of [
      { retry_after_seconds: -1 },
      { retry_after_seconds: 1e9 },
      { retry_after_seconds: '5' },
    ])
      expect(wait(odd), JSON.stringify(odd)).to.equal(null)
    expect(wait({}, { 'retry-after': 'Fri, 20 Feb 2026 12:00:00 GMT' })).to.equal(null)
  })

  it('a suspension is a 401 or 403 that says so', () => {
    expect(isSuspension(reply(403, { error: 'Account suspended' }))).to.equal(true)
    expect(isSuspension(reply(401, { hint: 'You are SUSPENDED' }))).to.equal(true)
    expect(isSuspension(reply(403, { error: 'Agent not claimed' }))).to.equal(false)
    expect(isSuspension(reply(429, { error: 'suspended' }))).to.equal(false)
  })
})

describe('clip', () => {
  it('property: gives one line without control characters, no longer than asked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.integer({ min: 1, max: 300 }),
        (text, most) => {
          const clipped = clip(text, most)
          expect(clipped.length).to.be.at.most(most)
          expect(clipped).to.not.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
          expect(clip(clipped, most)).to.equal(clipped)
        },
      ),
    )
  })

  it('marks what it cut', () => {
    expect(clip('abcdef', 4)).to.equal('abc…')
    expect(clip('  a\u001b[31m\u202eb\n ', 10)).to.equal('a [31m b')
  })
})
