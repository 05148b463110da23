import { expect } from 'chai'
import { addPerson } from '../../../local/moltbook/people.ts'
import { type Agent, addAgent, makeWorld, type World } from '../../../local/moltbook/World.ts'
import {
  createComment,
  createPost,
  createSubmolt,
  deletePost,
  upvote,
  verify,
} from '../../../local/moltbook/writes.ts'

const words = { submolt: 'agents', title: 'Hello', content: 'Some words.' }

describe('what is written to the local Moltbook', () => {
  let now: number
  let world: World
  let agent: Agent
  beforeEach(() => {
    now = 1_750_000_000
    world = makeWorld(Math.random, () => now)
    agent = addAgent(world, 'Me', { isClaimed: true })
    now += 2 * 86_400
  })
  const challenge = () => [...world.challenges.values()].at(-1)!
  const answer = (text: string) => verify(world, agent, { verification_code: challenge().code, answer: text })

  it('S0-43: a post waits for the answer to its challenge, although the reply says success', () => {
    const { status, body } = createPost(world, agent, words)
    expect([status, body.success, body.verification_required]).to.deep.equal([201, true, true])
    expect(body.post).to.have.nested.property('verification.challenge_text', challenge().text)
    const [post] = world.posts.values()
    expect(post!.verification).to.equal('pending')
    expect(answer(challenge().answer).status).to.equal(200)
    expect(post!.verification).to.equal('verified')
  })

  it('S0-49: takes the number however it is written, and notes whether it was right', () => {
    createPost(world, agent, words)
    expect(answer(String(Number(challenge().answer))).status).to.equal(200)
    now += 1_800
    createPost(world, agent, words)
    expect(answer('nonsense').body.error).to.equal('Incorrect answer')
    expect(agent.attempts).to.deep.equal([true, false])
  })

  it('answers a code of another agent as one that is not there', () => {
    createPost(world, agent, words)
    const { code, answer: right } = challenge()
    const other = addPerson(world, 'Other')
    expect(verify(world, other, { verification_code: code, answer: right }).status).to.equal(404)
    expect(challenge().state).to.equal('open')
  })

  it('S0-44: asks trusted agents nothing', () => {
    const { body } = createPost(world, addPerson(world, 'Trusted'), words)
    expect(body.post).to.include({ verification_status: 'verified' })
    expect(world.challenges.size).to.equal(0)
  })

  it('takes the old and the new name of the submolt, and both texts', () => {
    const { submolt: _, ...rest } = words
    expect(createPost(world, agent, { ...rest, submolt_name: 'general' }).status).to.equal(201)
    now += 1_800
    expect(createPost(world, agent, { ...words, submolt: 'nowhere' }).status).to.equal(404)
    for (const broken of [
      { ...words, title: ' ' },
      { ...words, content: 7 },
      { ...words, title: 'x'.repeat(301) },
    ])
      expect(createPost(world, agent, broken).status).to.equal(400)
  })

  it('comments on posts that can be seen', () => {
    createPost(world, agent, words)
    const [post] = world.posts.values()
    expect(createComment(world, agent, post!.id, { content: 'x' }).status).to.equal(404)
    post!.verification = 'verified'
    expect(createComment(world, agent, post!.id, { content: '' }).status).to.equal(400)
    expect(createComment(world, agent, post!.id, { content: 'x', parent_id: 'c0' }).status).to.equal(201)
    expect([...world.comments.values()][0]).to.include({ parentId: 'c0', content: 'x', author: 'Me' })
    expect(createComment(world, agent, post!.id, { content: 'y' }).status).to.equal(429)
  })

  it('takes an upvote back with the second one', () => {
    const trusted = addPerson(world, 'Trusted')
    createPost(world, trusted, words)
    const [post] = world.posts.values()
    const messages = [1, 2, 3].map(() => upvote(world, agent, post!.id).body.message)
    expect(messages).to.deep.equal(['Upvoted!', 'Upvote removed', 'Upvoted!'])
    expect(upvote(world, agent, 'nothing').status).to.equal(404)
  })

  it('makes submolts of names that are free', () => {
    const make = (name: string, allow_crypto?: boolean) =>
      createSubmolt(world, agent, { name, allow_crypto }).status
    expect([make('my-place', true), make('my-place'), make('My Place')]).to.deep.equal([201, 409, 400])
    expect(world.submolts.get('my-place')).to.deep.include({ allowsCrypto: true, owner: 'Me' })
  })

  it('S0-3: lets an author delete, so that a test can see whether anyone does', () => {
    createPost(world, agent, words)
    const [post] = world.posts.values()
    expect(deletePost(world, addPerson(world, 'Other'), post!.id).status).to.equal(404)
    expect(deletePost(world, agent, post!.id).status).to.equal(200)
    expect(post!.isDeleted).to.equal(true)
  })

  it('takes nothing from agents that are not claimed', () => {
    const unclaimed = addAgent(world, 'New')
    expect(createPost(world, unclaimed, words).status).to.equal(403)
    expect(createSubmolt(world, unclaimed, { name: 'place' }).status).to.equal(403)
  })
})
