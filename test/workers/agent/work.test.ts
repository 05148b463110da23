import { expect } from 'chai'
import { Question, Wire } from '../../../protocol/index.ts'
import type { Agent } from '../../../workers/agent/Agent.ts'
import { giveUp, work } from '../../../workers/agent/work.ts'
import type { Task } from '../../../workers/pipeline/Resolver.ts'
import { makeAgent } from './agents.ts'

function taskOf(agent: Agent, marketId: number): Task {
  const request = { market_id: marketId, question: 'Will it rain?' }
  const { parsed } = Question.pose({ question: request.question, deadline: null })
  const requestHash = Wire.requestHash(request)
  return { request, requestHash, parsed, ...agent.own, round: 0, deadline: null, created: null }
}

const until = Number.POSITIVE_INFINITY

describe('an agent’s work', () => {
  it('is done once, however many ask for it at the same time', async () => {
    const { agent, resolver } = await makeAgent()
    let times = 0
    const { resolve } = resolver
    resolver.resolve = async (task, options) => {
      times++
      return resolve(task, options)
    }
    const all = await Promise.all([1, 1, 2].map((marketId) => work(agent, taskOf(agent, marketId), until)))
    expect(times).to.equal(2)
    expect(all[0]).to.equal(all[1])
  })

  it('C34: names the proof that it publishes, and fits the wire', async () => {
    const { agent } = await makeAgent()
    const { reply, proof } = await work(agent, taskOf(agent, 1), until)
    expect(reply.por).to.deep.equal({
      root: proof!.bundle.por_root,
      uri: `${agent.publicUrl}/por/${proof!.bundle.por_root}`,
    })
    expect(Wire.readAnswer(JSON.stringify(reply)).reason).to.equal(null)
  })

  it('AUDIT B6: hands on how long it may take, and whether doubt is worth another try', async () => {
    const { agent, resolver } = await makeAgent()
    const untils: (number | undefined)[] = []
    const { resolve } = resolver
    resolver.resolve = async (task, options) => {
      untils.push(options?.until)
      return { ...(await resolve(task, options)), again: 'later' }
    }
    const { again } = await work(agent, taskOf(agent, 1), 1_234)
    expect([untils, again]).to.deep.equal([[1_234], 'later'])
    expect(await agent.metrics.registry.metrics()).to.include(
      'cresolver_failed_answers_total{again="later"} 1',
    )
  })

  it('SPEC §6: what could not be decided in time is a doubt, and nothing else', async () => {
    const { agent } = await makeAgent()
    const { reply, proof } = giveUp(agent, taskOf(agent, 1))
    expect(Wire.outcomeOf(reply)).to.equal('INVALID')
    expect(proof).to.equal(null)
  })
})
