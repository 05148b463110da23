import { expect } from 'chai'
import { isVisible, lookUp } from '../../../adapters/moltbook/lookUp.ts'
import type { Moltbook } from '../../../adapters/moltbook/Moltbook.ts'
import type { Comment, Post } from '../../../adapters/moltbook/Replies.ts'

const sentAt = 10_000
const circumstances = { author: 'me', sentAt, taken: new Set<string>() }

const commentOf = (more: Partial<Comment> = {}): Comment => ({
  id: 'c1',
  content: 'Well observed.',
  author: 'me',
  createdAt: sentAt,
  isPublished: true,
  ...more,
})
const postOf = (more: Partial<Post> = {}): Post => ({
  id: 'p1',
  title: 'Hello',
  content: 'A long text.',
  author: 'me',
  submolt: 'general',
  createdAt: sentAt,
  upvotes: 0,
  comments: 0,
  isPublished: true,
  isUpvoted: null,
  ...more,
})

/** A Moltbook that shows these. */
const showing = ({ posts = [], comments = [] }: { posts?: Post[]; comments?: Comment[] | null }) =>
  ({
    post: async (id: string) => posts.find((one) => one.id === id) ?? null,
    posts: async () => posts,
    comments: async () => comments,
  }) as unknown as Moltbook

const comment = { kind: 'comment' as const, postId: 'p1', body: { content: ' Well observed.\n' } }
const post = {
  kind: 'post' as const,
  postId: null,
  body: { submolt: 'general', title: 'Hello', content: 'A long text.' },
}
const upvote = { kind: 'upvote' as const, postId: 'p1', body: {} }

describe('lookUp', () => {
  it('finds a comment by its author and words, whatever the white space around them', async () => {
    expect(await lookUp(showing({ comments: [commentOf()] }), comment, circumstances)).to.deep.equal({
      kind: 'there',
      id: 'c1',
    })
  })

  for (const [what, more] of [
    ['of another author', { author: 'you' }],
    ['with other words', { content: 'Well.' }],
    ['that is hidden', { isPublished: false }],
    ['from long before it was sent', { createdAt: sentAt - 301 }],
  ] as const)
    it(`does not take a comment ${what} for ours`, async () => {
      const moltbook = showing({ comments: [commentOf(more)] })
      expect(await lookUp(moltbook, comment, circumstances)).to.deep.equal({ kind: 'absent' })
    })

  it('allows for clocks that differ by five minutes', async () => {
    const moltbook = showing({ comments: [commentOf({ createdAt: sentAt - 300 })] })
    expect((await lookUp(moltbook, comment, circumstances)).kind).to.equal('there')
  })

  it('does not count what another write of ours left there', async () => {
    const moltbook = showing({ comments: [commentOf(), commentOf({ id: 'c2' })] })
    const taken = new Set(['c1'])
    expect(await lookUp(moltbook, comment, { ...circumstances, taken })).to.deep.equal({
      kind: 'there',
      id: 'c2',
    })
  })

  it('a post that is gone has no comments', async () => {
    expect(await lookUp(showing({ comments: null }), comment, circumstances)).to.deep.equal({
      kind: 'absent',
    })
  })

  it('finds a post by its title and the beginning of its text, as lists shorten it', async () => {
    for (const content of ['A long text.', 'A long…', 'A long...'])
      expect(
        (await lookUp(showing({ posts: [postOf({ content })] }), post, circumstances)).kind,
        content,
      ).to.equal('there')
    for (const more of [{ title: 'Hello!' }, { content: 'A short text.' }])
      expect((await lookUp(showing({ posts: [postOf(more)] }), post, circumstances)).kind).to.equal('absent')
  })

  it('knows of an upvote only what Moltbook says', async () => {
    const seen = async (...posts: Post[]) => (await lookUp(showing({ posts }), upvote, circumstances)).kind
    expect(await seen(postOf({ isUpvoted: true }))).to.equal('there')
    expect(await seen(postOf({ isUpvoted: false }))).to.equal('absent')
    expect(await seen(postOf())).to.equal('unclear')
    expect(await seen()).to.equal('absent')
  })
})

describe('isVisible', () => {
  it('holds for a post or a comment that is published under the id', async () => {
    const shown = showing({ posts: [postOf()], comments: [commentOf()] })
    expect([await isVisible(shown, post, 'p1'), await isVisible(shown, comment, 'c1')]).to.deep.equal([
      true,
      true,
    ])
    expect([await isVisible(shown, post, 'p2'), await isVisible(shown, comment, 'c2')]).to.deep.equal([
      false,
      false,
    ])
    const hidden = showing({ posts: [postOf({ isPublished: false })], comments: null })
    expect([await isVisible(hidden, post, 'p1'), await isVisible(hidden, comment, 'c1')]).to.deep.equal([
      false,
      false,
    ])
  })
})
