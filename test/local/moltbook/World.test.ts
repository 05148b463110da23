import { expect } from 'chai'
import {
  addAgent,
  type Captcha,
  type Comment,
  isNew,
  isVisible,
  makeWorld,
  moderate,
  noteAttempt,
  type Post,
  suspendIfDue,
  sweep,
  type World,
} from '../../../local/moltbook/World.ts'

describe('the world of a local Moltbook', () => {
  let now: number
  let world: World
  beforeEach(() => {
    now = 1_000_000
    let dice = 0
    world = makeWorld(
      () => (dice = (dice + 0.37) % 1),
      () => now,
    )
  })

  const comment = (id: string): Comment => ({
    id,
    postId: 'p1',
    parentId: null,
    content: 'x',
    author: 'a',
    createdAt: now,
    verification: 'pending',
  })
  const post = (title: string, submolt = 'general'): Post => ({
    id: 'p1',
    submolt,
    title,
    content: 'x',
    author: 'a',
    createdAt: now,
    verification: 'verified',
    isRemoved: false,
    isDeleted: false,
    upvoters: new Set(),
  })

  it('gives ids and keys that are all different', () => {
    const ids = Array.from({ length: 100 }, () => world.nextId())
    expect(new Set(ids).size).to.equal(100)
    expect(ids[0]).to.match(/^[0-9a-f]{8}-0000-4000-8000-[0-9a-f]{12}$/)
    const [one, other] = [addAgent(world, 'a'), addAgent(world, 'b')]
    expect(one.key).to.match(/^moltbook_sk_[0-9a-f]{32}$/)
    expect(one.key).to.not.equal(other.key)
    expect(world.agents.get(one.key)).to.equal(one)
    expect(one).to.include({ isClaimed: false, isTrusted: false })
  })

  it('an agent is new for a day', () => {
    const agent = addAgent(world, 'a')
    now += 86_399
    expect(isNew(world, agent)).to.equal(true)
    now += 1
    expect(isNew(world, agent)).to.equal(false)
  })

  it('takes a challenge that ran out for a wrong answer, once, and hides what it was about', () => {
    const agent = addAgent(world, 'a')
    world.comments.set('c1', comment('c1'))
    const challenge: Captcha = {
      code: 'x',
      text: '',
      answer: '1.00',
      agent: 'a',
      content: { type: 'comment', id: 'c1' },
      expiresAt: now + 300,
      state: 'open',
    }
    world.challenges.set('x', challenge)
    now += 299
    sweep(world, agent)
    expect(agent.attempts).to.deep.equal([])
    now += 1
    sweep(world, addAgent(world, 'b'))
    expect(challenge.state).to.equal('open')
    sweep(world, agent)
    sweep(world, agent)
    expect([challenge.state, agent.attempts]).to.deep.equal(['expired', [false]])
    expect(world.comments.get('c1')!.verification).to.equal('failed')
  })

  it('suspends after ten wrong answers in a row, for a day, and again at each further write', () => {
    const agent = addAgent(world, 'a')
    for (let i = 0; i < 9; i++) noteAttempt(agent, false)
    suspendIfDue(world, agent)
    expect(agent.offenses).to.equal(0)
    noteAttempt(agent, false)
    suspendIfDue(world, agent)
    suspendIfDue(world, agent)
    expect(agent).to.include({ offenses: 2, suspendedUntil: now + 86_400 })
  })

  it('forgets failures once ten answers lie between, one of them right', () => {
    const agent = addAgent(world, 'a')
    noteAttempt(agent, true)
    for (let i = 0; i < 9; i++) noteAttempt(agent, false)
    suspendIfDue(world, agent)
    expect([agent.attempts.length, agent.offenses]).to.deep.equal([10, 0])
  })

  it('removes words about cryptocurrency where the submolt does not allow them', () => {
    const isRemoved = (title: string, submolt?: string) => {
      const one = post(title, submolt)
      moderate(world, one)
      return one.isRemoved
    }
    expect(isRemoved('Bitcoin soon')).to.equal(true)
    expect(isRemoved('Bitcoin soon', 'nowhere')).to.equal(true)
    expect(isRemoved('Bitcoin soon', 'agentfi')).to.equal(false)
    expect(isRemoved('A method of gardening')).to.equal(false)
  })

  it('shows a post that is verified, and neither removed nor deleted', () => {
    expect(isVisible(post('x'))).to.equal(true)
    for (const change of [{ verification: 'pending' }, { isRemoved: true }, { isDeleted: true }] as const)
      expect(isVisible({ ...post('x'), ...change })).to.equal(false)
  })
})
