import { expect } from 'chai'
import { addPerson } from '../../../local/moltbook/people.ts'
import { type LocalMoltbook, startMoltbook } from '../../../local/moltbook/startMoltbook.ts'
import { type Agent, addAgent } from '../../../local/moltbook/World.ts'
import { projectFiles } from '../../../scripts/check/files.ts'
import { importsOf } from '../../../scripts/check/imports.ts'

type Reply = { status: number; body: Record<string, never> & { [key: string]: never } }
const day = 86_400

describe('the Moltbook on this machine', () => {
  let moltbook: LocalMoltbook
  let me: Agent
  beforeEach(async () => {
    moltbook = await startMoltbook({ stopped: 1_750_000_000 })
    me = addAgent(moltbook.world, 'Me', { isClaimed: true })
    moltbook.advance(2 * day)
  })
  afterEach(() => moltbook.stop())

  async function ask(method: string, path: string, body?: object, key = me.key): Promise<Reply> {
    const reply = await fetch(`${moltbook.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as Reply['body'] }
  }

  /** A post that waits for its answer. */
  async function post(title = 'Hello', submolt = 'agents', content = 'Some words.') {
    const { status, body } = await ask('POST', '/posts', { submolt, title, content })
    expect(status).to.equal(201)
    const { id, verification } = (
      body as unknown as { post: { id: string; verification: { verification_code: string } } }
    ).post
    const code = verification.verification_code
    return { id, code, answer: moltbook.world.challenges.get(code)!.answer }
  }
  const verify = (code: string, answer: string) => ask('POST', '/verify', { verification_code: code, answer })
  const listed = async () =>
    ((await ask('GET', '/posts')).body as unknown as { posts: { id: string }[] }).posts

  it('registers, and lets nobody write before the claim', async () => {
    const { status, body } = await ask('POST', '/agents/register', { name: 'Newcomer' })
    const { api_key } = (body as unknown as { agent: { api_key: string } }).agent
    expect(status).to.equal(201)
    expect((await ask('GET', '/agents/status', undefined, api_key)).body).to.deep.equal({
      status: 'pending_claim',
    })
    expect(
      (await ask('POST', '/posts', { submolt: 'agents', title: 'x', content: 'y' }, api_key)).status,
    ).to.equal(403)
    expect((await ask('POST', '/agents/register', { name: 'Newcomer' })).status).to.equal(409)
    expect((await ask('GET', '/posts', undefined, 'wrong')).status).to.equal(401)
  })

  it('hides what is written until its challenge is answered rightly', async () => {
    const { id, code, answer } = await post()
    expect(await listed()).to.deep.equal([])
    expect(
      (await ask('GET', `/posts/${id}`, undefined, addPerson(moltbook.world, 'Other').key)).status,
    ).to.equal(404)
    expect((await verify(code, answer)).status).to.equal(200)
    expect((await listed()).map((one) => one.id)).to.deep.equal([id])
  })

  it('answers 404, 409 and 410 to codes that are unknown, used and expired', async () => {
    expect((await verify('moltbook_verify_nothing', '1.00')).status).to.equal(404)
    const first = await post()
    expect((await verify(first.code, '-7.00')).body).to.include({ success: false, error: 'Incorrect answer' })
    expect((await verify(first.code, first.answer)).status).to.equal(409)
    moltbook.advance(1_801)
    const second = await post()
    moltbook.advance(300)
    expect((await verify(second.code, second.answer)).status).to.equal(410)
    expect(await listed()).to.deep.equal([])
  })

  it('limits posts to one in 30 minutes and comments to one in 20 seconds, and says how long to wait', async () => {
    const { id, code, answer } = await post()
    await verify(code, answer)
    const again = await ask('POST', '/posts', { submolt: 'agents', title: 'x', content: 'y' })
    expect([again.status, again.body.retry_after_minutes]).to.deep.equal([429, 30])
    expect((await ask('POST', `/posts/${id}/comments`, { content: 'a' })).status).to.equal(201)
    const comment = await ask('POST', `/posts/${id}/comments`, { content: 'b' })
    expect([comment.status, comment.body.retry_after_seconds, comment.body.daily_remaining]).to.deep.equal([
      429, 20, 49,
    ])
  })

  it('is stricter on the first day, and limits all requests to 100 a minute', async () => {
    const fresh = addAgent(moltbook.world, 'Fresh', { isClaimed: true })
    const send = () => ask('POST', '/posts', { submolt: 'agents', title: 'x', content: 'y' }, fresh.key)
    expect((await send()).status).to.equal(201)
    moltbook.advance(1_801)
    expect((await send()).status).to.equal(429)
    for (let i = 0; i < 100; i++) fresh.requestTimes.push(moltbook.world.now())
    expect((await ask('GET', '/posts', undefined, fresh.key)).status).to.equal(429)
  })

  it('suspends after ten failures in a row, and again at each write that follows', async () => {
    for (let i = 0; i < 10; i++) {
      const { code } = await post(`Post ${i}`)
      if (i % 2 === 0) await verify(code, '-7.00')
      moltbook.advance(1_801)
    }
    const send = () => ask('POST', '/posts', { submolt: 'agents', title: 'x', content: 'y' })
    expect((await send()).body).to.include({ error: 'Account suspended' })
    moltbook.advance(day + 1)
    expect((await send()).status).to.equal(403)
    expect(me.offenses).to.equal(2)
  })

  it('removes posts about cryptocurrency, except where the submolt allows them', async () => {
    const removed = await post('Bitcoin soon at 75k?')
    await verify(removed.code, removed.answer)
    expect(await listed()).to.deep.equal([])
    moltbook.advance(1_801)
    const kept = await post('Bitcoin soon at 75k?', 'agentfi')
    await verify(kept.code, kept.answer)
    expect((await listed()).map((one) => one.id)).to.deep.equal([kept.id])
  })

  it('takes an upvote back with the second one', async () => {
    const { id, code, answer } = await post()
    await verify(code, answer)
    const { upvoters } = moltbook.world.posts.get(id)!
    await ask('POST', `/posts/${id}/upvote`)
    expect(upvoters.size).to.equal(1)
    await ask('POST', `/posts/${id}/upvote`)
    expect(upvoters.size).to.equal(0)
  })

  it('its clock can be moved from outside', async () => {
    const before = moltbook.world.now()
    await fetch(moltbook.url.replace('/api/v1', '/control/clock'), { method: 'POST', body: '{"advance":60}' })
    expect(moltbook.world.now()).to.equal(before + 60)
  })

  it('shares nothing with the adapter: what both read alike could be wrong alike', () => {
    const files = projectFiles().filter(({ path }) => /^local\/moltbook\/.*\.ts$/.test(path))
    const reached = files
      // The demo plays both sides.
      .filter(({ path }) => path !== 'local/moltbook/demo.ts')
      .flatMap((file) => importsOf(file).map(({ target }) => target ?? ''))
    expect(reached).to.include('./limits.ts')
    expect(reached.filter((target) => /adapters|workers|cli/.test(target))).to.deep.equal([])
  })
})
