import { expect } from 'chai'
import { Question, Wire } from '../../../protocol/index.ts'
import { persist, signingMs } from '../../../workers/agent/persist.ts'
import { makeAgent } from './agents.ts'

describe('persist', () => {
  it('leaves time to sign, as much as there is to leave', () => {
    expect([signingMs(25_000), signingMs(50), signingMs(600_000)]).to.deep.equal([1_000, 2, 1_000])
  })

  it('AUDIT B6: tries again with growing pauses, and stops when the agent does', async () => {
    const stop = new AbortController()
    const pauses: number[] = []
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds)
      if (pauses.length === 2) stop.abort()
    }
    const { agent, resolver } = await makeAgent({ agent: { pause, stopping: stop.signal, now: () => 0 } })
    resolver.say('INVALID', 'x', 'soon')
    const request = { market_id: 1, question: 'Will it rain?' }
    const { parsed } = Question.pose({ question: request.question, deadline: null })
    const requestHash = Wire.requestHash(request)
    const task = { request, requestHash, parsed, ...agent.own, round: 0, deadline: null, created: null }
    const worked = await persist(agent, task, 60_000)
    expect([worked.again, pauses, resolver.tasks.length]).to.deep.equal(['soon', [1_000, 2_000], 3])
  })
})
