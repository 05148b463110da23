import { expect } from 'chai'
import { Admission, Hash, Json, Question, Round, Wire } from '../../../protocol/index.ts'
import type { Agent, Worked } from '../../../workers/agent/Agent.ts'
import { commitPlain, commitProvisional } from '../../../workers/agent/commit.ts'
import { findAnswer, findProof } from '../../../workers/agent/Records.ts'
import { work } from '../../../workers/agent/work.ts'
import { makeAgent, signer } from './agents.ts'
import { address, joined } from './joined.ts'

describe('commit', function () {
  this.timeout(120_000)

  it('one response per round, whoever computes another: the loser serves the winner’s bytes', async () => {
    const first = await joined()
    // Once the rule can be decided, doubt may be signed as well.
    first.chain.rounds.set(first.marketId, { ...first.view, now: first.view.deadline + 4_000 })
    const others = await Promise.all(
      ['NO', 'YES', 'INVALID'].map(async (outcome) => {
        const other = await makeAgent({
          agent: { agentId: first.agent.agentId, chain: first.chain, signer },
        })
        other.resolver.say(outcome as 'YES', `I say ${outcome}`)
        return other
      }),
    )
    const texts = await Promise.all(
      [first, ...others].map(async ({ post }) => (await post('/a2a/resolve', first.request)).text()),
    )
    expect(new Set(texts)).to.have.length(1)
    expect(await first.signatures()).to.have.length(1)
  })

  it('SPEC §6: agents that share a signer answer each for itself, and are told apart', async () => {
    const first = await joined()
    const second = await makeAgent({ agent: { chain: first.chain, signer } })
    second.resolver.say('NO')
    const workers = [
      ...first.view.workers,
      { agentId: second.agent.agentId, signer: address, factorBps: 2_500 },
    ]
    first.chain.rounds.set(first.marketId, { ...first.view, workers })
    const texts = await Promise.all(
      [first, second].map(async ({ post }) => (await post('/a2a/resolve', first.request)).text()),
    )
    const admits = (text: string, i: number) =>
      Admission.admit(Wire.readAnswer(text), workers[i]!, { ...Round.termsOf(first.view), rule: null })
        .answer !== null
    expect(texts.map((text) => [admits(text, 0), admits(text, 1)])).to.deep.equal([
      [true, false],
      [false, true],
    ])
    expect(await first.signatures()).to.have.length(2)
  })

  /** Work on a plain question of a market. */
  const workOn = async (agent: Agent, marketId: number, deadline: number | null = null): Promise<Worked> => {
    const request = { market_id: marketId, question: `Will it rain on agent ${agent.agentId}?` }
    const requestHash = Wire.requestHash(request)
    const { parsed } = Question.pose({ question: request.question, deadline })
    const task = { request, requestHash, parsed, ...agent.own, round: 0, deadline, created: null }
    return work(agent, task, Number.POSITIVE_INFINITY)
  }

  it('C4 C34: keeps a plain answer for ever, with its proof', async () => {
    const { agent } = await makeAgent()
    const worked = await workOn(agent, 1)
    const answer = await commitPlain(agent, worked)
    expect(JSON.parse(answer.body)).to.deep.equal(JSON.parse(JSON.stringify(worked.reply)))
    expect((await findAnswer(agent.store, agent.agentId, answer.requestHash))!.body).to.equal(answer.body)
    expect(await findProof(agent.store, answer.porRoot!)).to.equal(Json.canonical(worked.proof))
  })

  it('keeps an answer without a proof, too', async () => {
    const { agent, resolver } = await makeAgent()
    resolver.say('INVALID')
    expect((await commitPlain(agent, await workOn(agent, 1))).porRoot).to.equal(null)
  })

  it('remembers an answer that may change in memory only, but publishes its proof', async () => {
    const { agent } = await makeAgent()
    const answer = await commitProvisional(agent, await workOn(agent, 1), 99)
    expect(agent.provisional.get(answer.requestHash)).to.deep.equal({ answer, until: 99 })
    expect(await findAnswer(agent.store, agent.agentId, answer.requestHash)).to.equal(undefined)
    expect(await findProof(agent.store, answer.porRoot!)).to.not.equal(undefined)
  })

  it('remembers 256 such answers at most, and forgets the oldest first', async () => {
    const { agent, resolver } = await makeAgent()
    resolver.say('INVALID')
    const worked = await workOn(agent, 0)
    const hashAt = (i: number) => Hash.asRequestHash(Hash.ofText(`request ${i}`))
    for (let i = 0; i < 257; i++) {
      const task = { ...worked.task, requestHash: hashAt(i) }
      await commitProvisional(agent, { ...worked, task }, 99)
    }
    expect(agent.provisional.size).to.equal(256)
    expect([agent.provisional.has(hashAt(0)), agent.provisional.has(hashAt(1))]).to.deep.equal([false, true])
  })
})
