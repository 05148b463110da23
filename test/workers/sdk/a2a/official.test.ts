import { AgentCard, TaskState } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import {
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import { expect } from 'chai'
import { Admission, Eip712, Round, Wire } from '../../../../protocol/index.ts'
import { makeCard } from '../../../../workers/sdk/card.ts'
import type { Listening } from '../../../../workers/sdk/createWorker.ts'
import { chainId, cross, fakeChain, make, market, requestOf, roundView, signer, worker } from '../workers.ts'
import { clientOf, dataOf, saying, taskOf } from './officialClient.ts'

describe('the official A2A client, with a worker of the SDK', () => {
  const chain = fakeChain()
  const view = roundView()
  let hold: Promise<void> | null = null
  const { worker: made } = make({
    signer,
    chain,
    resolve: async () => {
      await hold
      return { determination: true, confidence: 0.9, evidence: 'Signed.', sources: ['https://a.example'] }
    },
  })
  let listening: Listening
  let client: Client
  before(async () => {
    chain.rounds.set(7, view)
    listening = await made.listen({ port: 0 })
    client = await clientOf(listening.url)
  })
  after(() => listening.close({ graceMs: 0 }))

  /** What a call is refused with. */
  const refusal = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => null,
      (error) => error,
    )
  const plain = { market_id: 42, question: 'Will it rain?' }

  it('AUDIT D4: asks it, and gets an answer that counts in the round, signed by who joined', async () => {
    const task = await taskOf(client, requestOf())
    expect(task.status?.state).to.equal(TaskState.TASK_STATE_COMPLETED)
    const read = Wire.readAnswer({ value: dataOf(task) })
    const { vote, answer } = Admission.admit(read, worker, Round.termsOf(view))
    expect(vote).to.deep.equal({ outcome: 'YES', reason: null })
    expect(answer!.signature).to.match(/^0x[0-9a-f]{130}$/)
  })

  it('AUDIT D4: gets the answer that POST /a2a/resolve gives, and a defence of it', async () => {
    const post = (path: string, body: object) =>
      fetch(`${listening.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.json())
    const answer = dataOf(await taskOf(client, requestOf()))
    expect(await post('/a2a/resolve', requestOf())).to.deep.equal(answer)
    const { reply } = Wire.readAnswer({ value: answer })
    const request = Wire.toChallengeRequest(requestOf(), cross, reply!)
    const defence = dataOf(await taskOf(client, request))
    expect(await post('/a2a/challenge', request)).to.deep.equal(defence)
    const terms = { ...Round.termsOf(view), requireSignature: true }
    const read = Wire.readDefence({ value: defence })
    expect(Admission.defend(read, worker, request, terms)).to.include({ asked: 3, answered: 3 })
    expect(Eip712.separator(Wire.domain(chainId, market))).to.deep.equal(terms.separator)
  })

  it('AUDIT D4: follows a task: at work, canceled, over', async () => {
    let release = () => {}
    hold = new Promise((resolve) => (release = resolve))
    const [first, second] = await Promise.all(
      ['one', 'two'].map((question) => taskOf(client, { ...plain, question }, { returnImmediately: true })),
    )
    const at = async (id: string) => (await client.getTask({ tenant: '', id })).status?.state
    expect(await at(first!.id)).to.equal(TaskState.TASK_STATE_WORKING)
    const canceled = await client.cancelTask({ tenant: '', id: first!.id, metadata: undefined })
    expect(canceled.status?.state).to.equal(TaskState.TASK_STATE_CANCELED)
    release()
    hold = null
    const again = await taskOf(client, { ...plain, question: 'two' })
    expect(again.status?.state).to.equal(TaskState.TASK_STATE_COMPLETED)
    expect(await at(first!.id)).to.equal(TaskState.TASK_STATE_CANCELED)
    const over = await client.getTask({ tenant: '', id: second!.id })
    expect(dataOf(over)).to.deep.equal(dataOf(again))
    const listed = await client.listTasks({
      tenant: '',
      contextId: first!.contextId,
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      statusTimestampAfter: undefined,
    })
    expect(listed.tasks.map(({ id }) => id)).to.deep.equal([first!.id])
  })

  it('AUDIT D4: gets the errors of A2A, each as what it is', async () => {
    const { id } = await taskOf(client, plain)
    const nowhere = { tenant: '', id: 'nowhere' }
    const cancel = (target: string) => client.cancelTask({ tenant: '', id: target, metadata: undefined })
    expect(await refusal(client.getTask(nowhere))).to.be.instanceOf(TaskNotFoundError)
    expect(await refusal(cancel('nowhere'))).to.be.instanceOf(TaskNotFoundError)
    expect(await refusal(cancel(id))).to.be.instanceOf(TaskNotCancelableError)
    expect(await refusal(client.sendMessage(saying({ market_id: 'x' })))).to.be.instanceOf(
      RequestMalformedError,
    )
    expect(await refusal(client.sendMessage(saying(plain, { taskId: id })))).to.be.instanceOf(
      UnsupportedOperationError,
    )
  })

  it('AUDIT D4: has a card that the official codec takes and gives back, JSON-RPC first', () => {
    for (const needsToken of [false, true]) {
      const card = makeCard({
        ...{ name: 'Ada', publicUrl: 'https://ada.example', agentId: 3, personality: 'own', market, chainId },
        ...{ signer: signer.address, needsToken, hasOpenapi: true, hasProofs: true },
      })
      const read = AgentCard.fromJSON(card)
      expect(Object.keys(read.securitySchemes)).to.deep.equal(needsToken ? ['bearer'] : [])
      expect(read.supportedInterfaces[0]).to.include({
        url: 'https://ada.example/a2a',
        protocolBinding: 'JSONRPC',
        protocolVersion: '1.0',
      })
      expect(read.capabilities!.extensions.map(({ required }) => required)).to.deep.equal([false])
      // A codec leaves out what is false anyway.
      const { extensions, ...capabilities } = card.capabilities
      const written = extensions.map(({ required, ...extension }) => extension)
      expect(AgentCard.toJSON(read)).to.deep.equal({
        ...card,
        capabilities: { ...capabilities, extensions: written },
        // An empty list is left out, too.
        ...(needsToken ? { securityRequirements: [{ schemes: { bearer: {} } }] } : {}),
      })
    }
  })
})
