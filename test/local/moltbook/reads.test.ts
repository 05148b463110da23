import { expect } from 'chai'
import { addPerson, say } from '../../../local/moltbook/people.ts'
import { getPost, getSubmolt, listComments, listPosts, me, search } from '../../../local/moltbook/reads.ts'
import { type Agent, makeWorld, type Post, type World } from '../../../local/moltbook/World.ts'

describe('what the local Moltbook shows', () => {
  const now = 1_750_000_000
  let world: World
  let agent: Agent
  beforeEach(() => {
    world = makeWorld(Math.random, () => now)
    agent = addPerson(world, 'Me')
  })

  const addPost = (id: string, more: Partial<Post> = {}): Post => {
    const post: Post = {
      id,
      submolt: 'general',
      title: `Title of ${id}`,
      content: 'Some words.',
      author: 'Other',
      createdAt: now,
      verification: 'verified',
      isRemoved: false,
      isDeleted: false,
      upvoters: new Set(),
      ...more,
    }
    world.posts.set(id, post)
    return post
  }
  const idsIn = (body: Record<string, unknown>, field: string) =>
    (body[field] as { id: string }[]).map(({ id }) => id)
  const posts = (query = '') => listPosts(world, new URLSearchParams(query)).body

  it('says of an agent that it is suspended only while it is', () => {
    expect(me(world, agent).body.agent).to.include({ name: 'Me', is_claimed: true })
    expect(me(world, agent).body.agent).to.not.have.property('is_suspended')
    agent.suspendedUntil = now + 1
    expect(me(world, agent).body.agent).to.include({ is_suspended: true })
  })

  it('shows a hidden post to its author alone, and a deleted one to nobody', () => {
    addPost('p1', { verification: 'pending' })
    addPost('p2', { verification: 'pending', author: 'Me' })
    addPost('p3', { isDeleted: true, author: 'Me' })
    const statuses = ['p1', 'p2', 'p3', 'p4'].map((id) => getPost(world, agent, id).status)
    expect(statuses).to.deep.equal([404, 200, 404, 404])
  })

  it('says whether the agent who asks has voted', () => {
    addPost('p1', { upvoters: new Set(['Me', 'You']) })
    expect(getPost(world, agent, 'p1').body.post).to.include({ upvotes: 2, user_vote: 'upvote' })
    expect(getPost(world, addPerson(world, 'They'), 'p1').body.post).to.include({ user_vote: null })
  })

  it('lists visible posts, the newest or the most voted first, of one submolt if asked', () => {
    addPost('p1', { upvoters: new Set(['a', 'b']) })
    addPost('p2', { submolt: 'agents' })
    addPost('p3', { verification: 'failed' })
    expect(idsIn(posts(), 'posts')).to.deep.equal(['p2', 'p1'])
    expect(idsIn(posts('sort=top'), 'posts')).to.deep.equal(['p1', 'p2'])
    expect(idsIn(posts('submolt=agents'), 'posts')).to.deep.equal(['p2'])
  })

  it('gives lists in pages, whatever is asked for', () => {
    for (let i = 0; i < 60; i++) addPost(`p${i}`)
    expect(posts('limit=1000')).to.deep.include({ has_more: true, next_cursor: '50', count: 60 })
    expect(posts('limit=50&cursor=50')).to.include({ has_more: false })
    expect(idsIn(posts('limit=50&cursor=50'), 'posts')).to.have.length(10)
    expect(idsIn(posts('limit=nonsense&cursor=-3'), 'posts')).to.have.length(25)
  })

  it('nests replies below comments, and shows those that are verified', () => {
    addPost('p1')
    const first = say(world, 'Me', 'p1', 'first')
    say(world, 'Me', 'p1', 'reply', { parentId: first.id })
    say(world, 'Me', 'p1', 'hidden').verification = 'pending'
    const last = say(world, 'Me', 'p1', 'last')
    const { body } = listComments(world, 'p1', new URLSearchParams())
    expect(idsIn(body, 'comments')).to.deep.equal([last.id, first.id])
    const [, shown] = body.comments as { replies: { content: string }[] }[]
    expect(shown!.replies.map(({ content }) => content)).to.deep.equal(['reply'])
    expect(listComments(world, 'p2', new URLSearchParams()).status).to.equal(404)
  })

  it('finds posts by any of the words, in any case', () => {
    addPost('p1', { title: 'Rain tomorrow' })
    addPost('p2', { content: 'SUN today' })
    addPost('p3', { title: 'rain', isRemoved: true })
    const found = (q: string) => search(world, new URLSearchParams({ q }))
    expect(idsIn(found('rain snow').body, 'results')).to.deep.equal(['p1'])
    expect(idsIn(found('Sun RAIN').body, 'results')).to.deep.equal(['p1', 'p2'])
    expect(found(' ').status).to.equal(400)
  })

  it('C61: says of a submolt whether it allows cryptocurrency', () => {
    expect(getSubmolt(world, 'agentfi').body.submolt).to.include({ allow_crypto: true })
    expect(getSubmolt(world, 'general').body.submolt).to.include({ allow_crypto: false })
    expect(getSubmolt(world, 'nowhere').status).to.equal(404)
  })
})
