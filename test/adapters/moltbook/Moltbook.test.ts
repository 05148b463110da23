import { expect } from 'chai'
import type { HostReply } from '../../../adapters/moltbook/Host.ts'
import { openMoltbook } from '../../../adapters/moltbook/Moltbook.ts'
import { failed } from './failed.ts'

const created_at = '2026-02-20T12:00:00Z'
const post = (id: string) => ({ id, title: id, created_at })
const ok = (body: unknown): HostReply => ({ status: 200, headers: {}, body })
const status = (code: number, body: unknown = {}): HostReply => ({ status: code, headers: {}, body })

/** A Moltbook that answers by path, and what it was asked. */
function scripted(replyTo: (path: string, query: Record<string, string>, call: number) => HostReply) {
  const asked: { path: string; query: Record<string, string> }[] = []
  const slept: number[] = []
  const reader = {
    async request(_: string, path: string, query: Readonly<Record<string, string>> = {}) {
      asked.push({ path, query: { ...query } })
      return replyTo(path, { ...query }, asked.length)
    },
  }
  const clock = { now: () => 0, sleep: async (seconds: number) => void slept.push(seconds) }
  return { moltbook: openMoltbook(reader, clock), asked, slept }
}

describe('Moltbook as it is read', () => {
  it('takes an agent, a post or a submolt from its field or from the body itself', async () => {
    for (const wrap of [
      (field: string, one: object) => ({ [field]: one }),
      (_: string, one: object) => one,
    ]) {
      const { moltbook } = scripted((path) => {
        if (path === '/agents/me') return ok(wrap('agent', { name: 'me' }))
        if (path.startsWith('/posts')) return ok(wrap('post', post('p1')))
        return ok(wrap('submolt', { name: 's', allow_crypto: true }))
      })
      expect((await moltbook.me()).name).to.equal('me')
      expect((await moltbook.post('p1'))!.id).to.equal('p1')
      expect((await moltbook.submolt('s'))!.allowsCrypto).to.equal(true)
    }
  })

  it('gives null for what is not there; an account must be there', async () => {
    const { moltbook } = scripted(() => status(404))
    expect(await moltbook.post('p1')).to.equal(null)
    expect(await moltbook.submolt('s')).to.equal(null)
    expect(await moltbook.comments('p1')).to.equal(null)
    expect((await failed(moltbook.me())).name).to.equal('Moltbook.UnreadableError')
  })

  it('puts names into paths so that they cannot leave them', async () => {
    const { moltbook, asked } = scripted(() => status(404))
    await moltbook.post('../agents')
    await moltbook.submolt('a/b')
    expect(asked.map(({ path }) => path)).to.deep.equal(['/posts/..%2Fagents', '/submolts/a%2Fb'])
  })

  it('C60: waits once for a 429 that asks for little, and not for one that asks for long', async () => {
    const busy = (seconds: number) => status(429, { retry_after_seconds: seconds })
    const short = scripted((_, __, call) => (call === 1 ? busy(5) : ok({ name: 'me' })))
    await short.moltbook.me()
    expect(short.slept).to.deep.equal([5])
    const twice = scripted(() => busy(5))
    expect((await failed(twice.moltbook.me())).message).to.contain('GET /agents/me with status 429')
    expect(twice.asked).to.have.length(2)
    const long = scripted(() => busy(66))
    await failed(long.moltbook.me())
    expect([long.slept, long.asked.length]).to.deep.equal([[], 1])
  })

  it('names the path and the field of a reply that cannot be read', async () => {
    const { moltbook } = scripted(() => ok({ post: { id: 'p1' } }))
    expect((await failed(moltbook.post('p1'))).message)
      .to.contain('GET /posts/p1')
      .and.to.contain('created_at')
    const list = scripted(() => ok({ posts: 'many' }))
    expect((await failed(list.moltbook.posts({ limit: 1 }))).message).to.contain('posts: is missing')
  })

  it('follows pages until it has enough, and leaves out posts that cannot be read', async () => {
    const { moltbook, asked } = scripted((_, { cursor = '0' }) => {
      const from = Number(cursor)
      const posts = [post(`p${from}`), { id: 'broken' }, post(`p${from + 1}`)]
      return ok({ posts, has_more: true, next_cursor: from + 2 })
    })
    const found = await moltbook.posts({ submolt: 'general', sort: 'new', limit: 5 })
    expect(found.map(({ id }) => id)).to.deep.equal(['p0', 'p1', 'p2'])
    expect(asked.map(({ query }) => query)).to.deep.equal([
      { sort: 'new', limit: '5', submolt: 'general' },
      { sort: 'new', limit: '5', submolt: 'general', cursor: '2' },
    ])
  })

  it('ends lists that say there is more and never end', async () => {
    const page = (next: unknown) => ok({ posts: [post('p')], has_more: true, next_cursor: next })
    const same = scripted(() => page('again'))
    expect(await same.moltbook.posts({ limit: 500 })).to.have.length(2)
    const endless = scripted((_, __, call) => page(String(call)))
    expect(await endless.moltbook.posts({ limit: 500 })).to.have.length(50)
  })

  it('takes a page of any length, and says which field of it cannot be read', async () => {
    const long = scripted(() => ok({ posts: Array.from({ length: 300_000 }, () => 0) }))
    expect(await long.moltbook.posts({ limit: 10 })).to.deep.equal([])
    const odd = scripted(() => ok({ posts: [], has_more: 'yes' }))
    const error = await failed(odd.moltbook.posts({ limit: 10 }))
    expect(error.name).to.equal('Moltbook.UnreadableError')
    expect(error.message).to.contain('has_more')
  })

  it('searches posts alone, at most 50', async () => {
    const { moltbook, asked } = scripted(() => ok({ results: [post('p1')] }))
    expect(await moltbook.search('a b', 80)).to.have.length(1)
    expect(asked).to.deep.equal([{ path: '/search', query: { q: 'a b', type: 'posts', limit: '50' } }])
  })

  it('lists the comments of a post that is there, replies included', async () => {
    const comment = (id: string, replies: object[] = []) => ({
      id,
      content: id,
      author: { name: 'a' },
      created_at,
      replies,
    })
    const { moltbook } = scripted((path) =>
      ok(path.endsWith('/comments') ? { comments: [comment('c1', [comment('c2')])] } : { post: post('p1') }),
    )
    expect((await moltbook.comments('p1'))!.map(({ id }) => id)).to.deep.equal(['c1', 'c2'])
  })
})
