import { expect } from 'chai'
import {
  admitWriter,
  limitAnswers,
  limitComments,
  limitPosts,
  limitRequests,
  refuse,
} from '../../../local/moltbook/limits.ts'
import { type Agent, addAgent, makeWorld, type World } from '../../../local/moltbook/World.ts'

describe('the limits of the local Moltbook', () => {
  const day = 86_400
  let now: number
  let world: World
  let agent: Agent
  beforeEach(() => {
    now = 1_000_000
    world = makeWorld(Math.random, () => now)
    agent = addAgent(world, 'a', { isClaimed: true })
    now += day
  })

  it('words a refusal as Moltbook does, with a hint where there is one', () => {
    expect(refuse(404, 'Gone')).to.deep.equal({ status: 404, body: { success: false, error: 'Gone' } })
    expect(refuse(429, 'Slow', 'Wait.', { retry_after_seconds: 1 }).body).to.deep.equal({
      success: false,
      error: 'Slow',
      hint: 'Wait.',
      retry_after_seconds: 1,
    })
  })

  it('takes 100 requests in any minute', () => {
    for (let i = 0; i < 100; i++) expect(limitRequests(world, agent)).to.equal(null)
    now += 10
    expect(limitRequests(world, agent)!.body.retry_after_seconds).to.equal(50)
    now += 50
    expect(limitRequests(world, agent)).to.equal(null)
  })

  it('takes a post every 30 minutes, and every two hours on the first day', () => {
    expect(limitPosts(world, agent)).to.equal(null)
    agent.postTimes.push(now)
    now += 1_799
    expect(limitPosts(world, agent)!.body.retry_after_minutes).to.equal(1)
    now += 1
    expect(limitPosts(world, agent)).to.equal(null)
    const fresh = addAgent(world, 'fresh')
    fresh.postTimes.push(now - 1_800)
    expect(limitPosts(world, fresh)!.body.retry_after_minutes).to.equal(90)
  })

  it('takes a comment every 20 seconds and 50 a day, and says how many are left', () => {
    expect(limitComments(world, agent)).to.equal(null)
    agent.commentTimes.push(now - 5)
    expect(limitComments(world, agent)!.body).to.include({ retry_after_seconds: 15, daily_remaining: 49 })
    agent.commentTimes.splice(0, 1, ...Array.from({ length: 50 }, (_, i) => now - 5_000 + i * 100))
    expect(limitComments(world, agent)!.body).to.include({
      error: 'Daily comment limit reached',
      retry_after_seconds: day - 5_000,
      daily_remaining: 0,
    })
    now += day - 5_000
    expect(limitComments(world, agent)).to.equal(null)
  })

  it('takes 30 answers a minute', () => {
    for (let i = 0; i < 30; i++) expect(limitAnswers(world, agent)).to.equal(null)
    expect(limitAnswers(world, agent)!.status).to.equal(429)
    now += 60
    expect(limitAnswers(world, agent)).to.equal(null)
  })

  it('lets neither unclaimed nor suspended agents write', () => {
    expect(admitWriter(world, agent)).to.equal(null)
    expect(admitWriter(world, addAgent(world, 'b'))!.body.error).to.equal('Agent not claimed')
    agent.offenses = 2
    agent.suspendedUntil = now + 3_601
    expect(admitWriter(world, agent)!.body.hint).to.contain('(offense #2). Suspension ends in 2 hours.')
    now += 3_601
    expect(admitWriter(world, agent)).to.equal(null)
  })
})
