import { expect } from 'chai'
import type { Write } from '../../../adapters/moltbook/Ledger.ts'
import { failed, pathOf, rowAfterAnswer, rowAfterSending } from '../../../adapters/moltbook/nextRow.ts'
import { fold } from '../../../adapters/moltbook/Outbox.ts'

const entryOf = (kind: Write['kind']) => {
  const write: Write = { kind, postId: kind === 'post' ? null : 'p1', body: { content: 'x' } }
  return fold([{ type: 'intended', key: 'k', at: 1, write, purpose: null, notAfter: null }]).get('k')!
}
const reply = (status: number, body: unknown) => ({ status, headers: {}, body })
const verification = { verification_code: 'code', challenge_text: 'A lobster…' }
const challenge = { code: 'code', text: 'A lobster…', expiresAt: 1_300 }
const rowAfter = (status: number, body: unknown, kind: Write['kind'] = 'comment') =>
  rowAfterSending(entryOf(kind), reply(status, body), 1_000)

describe('rowAfterSending', () => {
  it('S0-43: accepts what has an id, with its challenge if there is one', () => {
    expect(rowAfter(201, { success: true, comment: { id: 'c1' } })).to.deep.equal({
      type: 'accepted',
      key: 'k',
      id: 'c1',
      challenge: null,
    })
    expect(rowAfter(201, { success: true, comment: { id: 'c1', verification } })).to.deep.include({
      challenge,
    })
  })

  it('C59: fails what is hidden without a challenge that can be read', () => {
    const row = rowAfter(201, { success: true, post: { id: 'p2', verification_status: 'pending' } }, 'post')
    expect(row).to.include({ type: 'failed', id: 'p2', reason: 'no-challenge' })
  })

  it('C60: defers a 429 by one second more than it asks, or by a minute', () => {
    expect(rowAfter(429, { error: 'Slow\ndown', retry_after_seconds: 20 })).to.deep.equal({
      type: 'deferred',
      key: 'k',
      until: 1_021,
      why: 'Slow down',
    })
    expect(rowAfter(429, null)).to.include({ until: 1_061, why: 'too many requests' })
  })

  it('looks up what a broken server may have written, and what came without an id', () => {
    expect(() => rowAfter(502, null)).to.throw('POST /posts/p1/comments with status 502')
    for (const body of [null, 'a page', { success: true }])
      expect(() => rowAfter(200, body), JSON.stringify(body)).to.throw('did not say under which id')
  })

  it('an upvote needs no id, but a reply', () => {
    expect(rowAfter(200, { success: true }, 'upvote')).to.include({ type: 'accepted', id: null })
    expect(() => rowAfter(200, null, 'upvote')).to.throw('did not say under which id')
  })

  it('refuses in Moltbook’s words, also where a 200 says that it failed', () => {
    expect(rowAfter(404, { error: 'Post not found' })).to.deep.equal({
      type: 'refused',
      key: 'k',
      status: 404,
      why: 'Post not found',
    })
    expect(rowAfter(200, { success: false, error: 'No', id: 'c1' })).to.include({
      type: 'refused',
      status: 200,
    })
  })
})

describe('rowAfterAnswer', () => {
  const answered = (given: ReturnType<typeof reply> | null) =>
    rowAfterAnswer('k', 'c1', { challenge, answer: '5.00', reply: given })

  it('S0-46: publishes only on a success that says so', () => {
    expect(answered(reply(200, { success: true }))).to.deep.equal({
      type: 'published',
      key: 'k',
      id: 'c1',
      isVerified: true,
    })
    expect(answered(reply(200, {}))).to.include({ type: 'failed', reason: 'incorrect' })
  })

  it('S0-48: names the failure by its status, with the challenge and the answer', () => {
    for (const [status, reason] of [
      [400, 'incorrect'],
      [404, 'unknown-code'],
      [410, 'expired'],
    ] as const)
      expect(answered(reply(status, { error: 'Wrong' }))).to.deep.equal(
        failed('k', 'c1', reason, 'Wrong (A lobster… → 5.00)'),
      )
  })

  it('S0-47: says nothing where that has to be looked up', () => {
    const unclear = [
      null,
      reply(200, null),
      reply(200, 'page'),
      ...[409, 429, 500].map((one) => reply(one, {})),
    ]
    for (const given of unclear) expect(answered(given)).to.equal(null)
  })
})

describe('rows and paths', () => {
  it('shortens why something failed', () => {
    expect(failed('k', null, 'lost', 'x'.repeat(900)))
      .to.have.property('why')
      .with.length(500)
  })

  it('a write goes to the path of its kind, and its post’s id cannot leave it', () => {
    expect(pathOf({ kind: 'post', postId: null, body: {} })).to.equal('/posts')
    expect(pathOf({ kind: 'comment', postId: 'a/../b', body: {} })).to.equal('/posts/a%2F..%2Fb/comments')
    expect(pathOf({ kind: 'upvote', postId: 'p1', body: {} })).to.equal('/posts/p1/upvote')
  })
})
