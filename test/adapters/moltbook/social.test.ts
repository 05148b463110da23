import { expect } from 'chai'
import type { Adapter } from '../../../adapters/moltbook/Adapter.ts'
import { checkId, checkName, commentOf, postOf } from '../../../adapters/moltbook/index.ts'
import type { Write } from '../../../adapters/moltbook/Ledger.ts'
import { comment, engage, upvote } from '../../../adapters/moltbook/social.ts'

/** An account whose writer takes everything, and keeps it. */
function taking(state: object = { type: 'published', id: 'x1' }) {
  const sent: { key: string; write: Write }[] = []
  const writer = {
    submit: async (key: string, write: Write) => {
      sent.push({ key, write })
      return { state }
    },
  }
  return { adapter: { writer } as unknown as Adapter, sent }
}

describe('postOf', () => {
  it('takes the first line for a title unless one is given', () => {
    expect(postOf({ content: '\n Hello all\r\nMore.', submolt: 'agents' })).to.deep.equal({
      submolt: 'agents',
      title: 'Hello all',
      content: '\n Hello all\r\nMore.',
    })
    expect(postOf({ content: 'Hello', submolt: 'agents', title: 'Hi' }).title).to.equal('Hi')
    expect(postOf({ content: 'x'.repeat(500), submolt: 'agents' }).title).to.have.length(120)
  })

  it('cuts no character of the first line in half', () => {
    const content = `${'x'.repeat(119)}😀 and more`
    expect(postOf({ content, submolt: 'agents' }).title).to.equal('x'.repeat(119))
  })

  for (const [words, message] of [
    [{ content: ' \n', submolt: 'agents' }, '--post is empty.'],
    [{ content: 'x'.repeat(40_001), submolt: 'agents' }, '--post has more than 40000 characters.'],
    [{ content: 'a\u0000b', submolt: 'agents' }, '--post has control characters.'],
    [{ content: 'a\ud800', submolt: 'agents' }, '--post has control characters.'],
    [{ content: 'a', submolt: 'agents', title: ' ' }, '--title is empty.'],
    [{ content: 'a', submolt: 'agents', title: 'x'.repeat(301) }, '--title has more than 300 characters.'],
    [{ content: 'a', submolt: 'a/b' }, '--submolt is no name of a submolt.'],
  ] as const)
    it(`refuses with "${message}"`, () => {
      expect(() => postOf(words)).to.throw(message)
    })

  it('lets lines and tabs pass', () => {
    expect(postOf({ content: 'a\tb\nc\r\nd', submolt: 'agents' }).content).to.equal('a\tb\nc\r\nd')
  })
})

describe('commentOf', () => {
  it('is a comment on a post', () => {
    expect(commentOf({ postId: 'p1', content: 'Hm.' })).to.deep.equal({
      kind: 'comment',
      postId: 'p1',
      body: { content: 'Hm.' },
    })
  })

  it('refuses ids that would leave their path, and too many words', () => {
    expect(() => commentOf({ postId: '../x', content: 'Hm.' })).to.throw('--post-id')
    expect(() => commentOf({ postId: 'p1', content: 'x'.repeat(10_001) })).to.throw('--content has more')
  })
})

describe('names and ids', () => {
  it('hold nothing that an address would read as something else', () => {
    expect([checkId('9d2c-1'), checkName('predict_market')]).to.deep.equal(['9d2c-1', 'predict_market'])
    for (const odd of ['', 'a/b', 'a b', 'a?b', '%2e', 'é']) {
      expect(() => checkId(odd), odd).to.throw('--post-id')
      expect(() => checkName(odd), odd).to.throw('--submolt')
    }
  })
})

describe('engage, comment and upvote', () => {
  it('give the id of what is published, and null of what is not', async () => {
    const { adapter } = taking()
    expect(await engage(adapter, { content: 'a', submolt: 'agents' })).to.equal('x1')
    expect(await comment(adapter, { postId: 'p1', content: 'a' })).to.equal('x1')
    const waiting = taking({ type: 'waiting', until: 0, why: '' }).adapter
    expect(await engage(waiting, { content: 'a', submolt: 'agents' })).to.equal(null)
    expect(await comment(waiting, { postId: 'p1', content: 'a' })).to.equal(null)
  })

  it('have one key for the same words in the same place, and another elsewhere', async () => {
    const { adapter, sent } = taking()
    for (const submolt of ['agents', 'agents', 'general']) await engage(adapter, { content: 'a', submolt })
    for (const postId of ['p1', 'p1', 'p2']) await comment(adapter, { postId, content: 'a' })
    for (const postId of ['p1', 'p1', 'p2']) await upvote(adapter, { postId })
    const keys = sent.map(({ key }) => key)
    for (const i of [0, 3, 6]) {
      expect(keys[i]).to.equal(keys[i + 1])
      expect(keys[i]).to.not.equal(keys[i + 2])
    }
    expect(sent[6]!.write).to.deep.equal({ kind: 'upvote', postId: 'p1', body: {} })
  })
})
