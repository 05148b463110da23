import { expect } from 'chai'
import { RefusedError } from '../../../../services/http/Failure.ts'
import { silent } from '../../../../services/http/Log.ts'
import { makeMethods } from '../../../../workers/sdk/a2a/makeMethods.ts'
import { RpcError } from '../../../../workers/sdk/a2a/RpcError.ts'
import type { Task } from '../../../../workers/sdk/a2a/Task.ts'
import { makeTaskList } from '../../../../workers/sdk/a2a/TaskList.ts'
import { NotReadyError } from '../../../../workers/sdk/NotReady.ts'

describe('the methods of A2A', () => {
  let reply: () => Promise<string>
  let time = 0
  const make = () => {
    const tasks = makeTaskList({ now: () => (time += 1_000), extension: 'urn:x' })
    return makeMethods({ tasks, log: silent, reply: () => reply() })
  }
  let methods = make()
  beforeEach(() => {
    methods = make()
    reply = async () => '{"yes":true}'
  })

  const call = async (method: string, params?: unknown, caller = 'ada') =>
    (await methods.get(method)!(caller, params)) as never
  const refusal = async (method: string, params?: unknown, caller?: string): Promise<string> => {
    try {
      await call(method, params, caller)
    } catch (error) {
      expect(error).to.be.instanceOf(RpcError)
      return (error as RpcError).reason
    }
    return 'none'
  }
  const parts = [{ data: { market_id: 5, question: 'Why?' } }]
  const send = async (message: object = {}, configuration: object = {}): Promise<Task> => {
    const params = { message: { messageId: 'm', parts, ...message }, configuration }
    return ((await call('SendMessage', params)) as { task: Task }).task
  }

  it('waits for the end, unless told to return at once', async () => {
    expect((await send()).status.state).to.equal('TASK_STATE_COMPLETED')
    let finish = (_: string) => {}
    reply = () => new Promise((resolve) => (finish = resolve))
    const { id, status } = await send({ contextId: 'c' }, { returnImmediately: true })
    expect(status.state).to.equal('TASK_STATE_WORKING')
    finish('{"yes":false}')
    await new Promise(setImmediate)
    const task: Task = await call('GetTask', { id })
    expect(task.artifacts![0]!.parts[0]!.data).to.deep.equal({ yes: false })
    expect(task.contextId).to.equal('c')
  })

  it('SPEC §6: what cannot be decided yet is a task that was rejected, with the time to ask again', async () => {
    reply = () => Promise.reject(new NotReadyError(30))
    const { status, metadata } = await send()
    expect(status.state).to.equal('TASK_STATE_REJECTED')
    expect(metadata).to.deep.equal({ reason: 'not-ready', retry_after: 30 })
  })

  it('what failed says why where a caller may know', async () => {
    reply = () => Promise.reject(new RefusedError('overloaded', 'Too much.', { retryAfter: 2 }))
    expect((await send()).metadata).to.deep.equal({ reason: 'overloaded', retry_after: 2 })
    reply = () => Promise.reject(new RefusedError('internal', 'Broken.'))
    expect((await send()).metadata).to.deep.equal({ reason: 'internal' })
    reply = () => Promise.reject(new Error('secret detail'))
    const task = await send()
    expect(task.status.state).to.equal('TASK_STATE_FAILED')
    expect(JSON.stringify(task)).not.to.include('secret')
  })

  it('a task takes one message, and cancels while it runs', async () => {
    reply = () => new Promise(() => {})
    const { id } = await send({}, { returnImmediately: true })
    const more = { message: { messageId: 'n', taskId: id, parts } }
    expect(await refusal('SendMessage', more)).to.equal('UNSUPPORTED_OPERATION')
    expect(await refusal('CancelTask', { id }, 'bob')).to.equal('TASK_NOT_FOUND')
    const canceled: Task = await call('CancelTask', { id })
    expect(canceled.status.state).to.equal('TASK_STATE_CANCELED')
    expect(await refusal('CancelTask', { id })).to.equal('TASK_NOT_CANCELABLE')
    const unknown = { message: { messageId: 'n', taskId: 'nowhere', parts } }
    expect(await refusal('SendMessage', unknown)).to.equal('TASK_NOT_FOUND')
  })

  it('lists a caller’s tasks by page, state, context and time', async () => {
    for (const contextId of ['a', 'a', 'b', 'a']) await send({ contextId })
    type Page = { tasks: Task[]; nextPageToken: string; totalSize: number; pageSize: number }
    const page: Page = await call('ListTasks', { contextId: 'a', pageSize: 2 })
    expect(page).to.include({ totalSize: 3, pageSize: 2 })
    expect(page.tasks[0]).not.to.have.property('artifacts')
    expect(page.tasks[0]!.status.timestamp > page.tasks[1]!.status.timestamp).to.equal(true)
    const next = { contextId: 'a', pageSize: 2, pageToken: page.nextPageToken, includeArtifacts: true }
    const last: Page = await call('ListTasks', next)
    expect(last.tasks).to.have.length(1)
    expect(last.nextPageToken).to.equal('')
    expect(last.tasks[0]).to.have.property('artifacts')
    const of = async (params: object): Promise<number> =>
      ((await call('ListTasks', params)) as Page).totalSize
    expect(await of({ status: 'TASK_STATE_COMPLETED' })).to.equal(4)
    expect(await of({ status: 'TASK_STATE_WORKING' })).to.equal(0)
    expect(await of({ statusTimestampAfter: page.tasks[0]!.status.timestamp })).to.equal(1)
    expect(await refusal('ListTasks', { pageToken: 'nowhere' })).to.equal('INVALID_PARAMS')
    expect(await refusal('ListTasks', { pageSize: 0 })).to.equal('INVALID_PARAMS')
  })

  it('refuses by name what such an agent has not: streams, webhooks, a second card', async () => {
    for (const method of ['SendStreamingMessage', 'SubscribeToTask', 'GetExtendedAgentCard'])
      expect(await refusal(method), method).to.equal('UNSUPPORTED_OPERATION')
    const hooks = ['Create', 'Get', 'Delete'].map((verb) => `${verb}TaskPushNotificationConfig`)
    for (const method of [...hooks, 'ListTaskPushNotificationConfigs'])
      expect(await refusal(method), method).to.equal('PUSH_NOTIFICATION_NOT_SUPPORTED')
    const configuration = { taskPushNotificationConfig: { url: 'https://a.example' } }
    const hooked = { message: { messageId: 'm', parts }, configuration }
    expect(await refusal('SendMessage', hooked)).to.equal('PUSH_NOTIFICATION_NOT_SUPPORTED')
    expect(await refusal('SendMessage')).to.equal('INVALID_PARAMS')
    expect(await refusal('GetTask', [])).to.equal('INVALID_PARAMS')
  })
})
