import { TaskState } from '@a2a-js/sdk'
import { expect } from 'chai'
import { clientOf, dataOf, taskOf } from '../sdk/a2a/officialClient.ts'
import { makeAgent } from './agents.ts'
import { admitted, joined } from './joined.ts'

describe('the official A2A client, with a reference worker', function () {
  this.timeout(120_000)

  it('AUDIT D4: asks it, and gets an answer that counts in the round, with its signature and proof', async () => {
    const { app, agent, request, view } = await joined()
    const client = await clientOf(agent.publicUrl, (url, init) =>
      Promise.resolve(app.request(url instanceof Request ? url : String(url), init)),
    )
    const task = await taskOf(client, request)
    expect(task.status?.state).to.equal(TaskState.TASK_STATE_COMPLETED)
    const { vote, answer } = admitted(JSON.stringify(dataOf(task)), view)
    expect(vote).to.deep.equal({ outcome: 'YES', reason: null })
    expect(answer!.signature).to.match(/^0x[0-9a-f]{130}$/)
    expect(answer!.reply.por!.uri).to.include(agent.publicUrl)
  })

  it('AUDIT D4: a question that cannot be read is refused before a task is made', async () => {
    const { app, agent } = await makeAgent()
    const client = await clientOf(agent.publicUrl, (url, init) =>
      Promise.resolve(app.request(url instanceof Request ? url : String(url), init)),
    )
    const error = await taskOf(client, { market_id: 1 }).catch((error: Error) => error)
    expect((error as Error).message).to.include('question')
  })
})
