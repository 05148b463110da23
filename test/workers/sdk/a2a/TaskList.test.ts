import { expect } from 'chai'
import { RefusedError } from '../../../../services/http/Failure.ts'
import type { End } from '../../../../workers/sdk/a2a/Task.ts'
import { makeTaskList } from '../../../../workers/sdk/a2a/TaskList.ts'

const done: End = { state: 'TASK_STATE_COMPLETED', name: 'answer', value: { yes: true } }
const stuck = () => new Promise<End>(() => {})

describe('the tasks of a worker', () => {
  const make = (options: object = {}) => {
    let time = 0
    return makeTaskList({ now: () => (time += 1_000), extension: 'urn:x', ...options })
  }

  it('a task ends with what its work comes to', async () => {
    const tasks = make()
    const entry = tasks.begin('ada', 'context', async () => done)
    expect(entry.task.status.state).to.equal('TASK_STATE_WORKING')
    await entry.over
    expect(entry.task.status.state).to.equal('TASK_STATE_COMPLETED')
    expect(entry.task.contextId).to.equal('context')
    const failed = tasks.begin('ada', undefined, () => Promise.reject(new Error('secret detail')))
    await failed.over
    expect(failed.task.status.state).to.equal('TASK_STATE_FAILED')
    expect(JSON.stringify(failed.task)).not.to.include('secret')
    expect(failed.task.contextId).to.match(/^[0-9a-f-]{36}$/)
  })

  it('each caller sees its own, the last changed first; who has no name lists none', async () => {
    const tasks = make()
    const slow = tasks.begin('ada', 'slow', stuck)
    const quick = tasks.begin('ada', 'quick', async () => done)
    const other = tasks.begin('bob', 'other', stuck)
    const nameless = tasks.begin(null, 'nameless', stuck)
    await quick.over
    tasks.cancel(slow)
    expect(tasks.of('ada').map(({ contextId }) => contextId)).to.deep.equal(['slow', 'quick'])
    expect(tasks.find('ada', other.task.id)).to.equal(undefined)
    expect(tasks.find('bob', other.task.id)).to.equal(other)
    expect(tasks.find(null, nameless.task.id)).to.equal(nameless)
    expect(tasks.of(null)).to.deep.equal([])
  })

  it('what is canceled stays so, whatever its work still comes to', async () => {
    const tasks = make()
    let finish = (_: End) => {}
    const entry = tasks.begin('ada', undefined, () => new Promise((resolve) => (finish = resolve)))
    tasks.cancel(entry)
    finish(done)
    await entry.over
    expect(entry.task.status.state).to.equal('TASK_STATE_CANCELED')
    expect(entry.task).not.to.have.property('artifacts')
  })

  it('forgets the oldest that is over, and takes no more where all are under way', async () => {
    const tasks = make({ perCaller: 2, inAll: 3 })
    const first = tasks.begin('ada', undefined, async () => done)
    await first.over
    tasks.begin('ada', undefined, stuck)
    tasks.begin('ada', undefined, stuck)
    expect(tasks.find('ada', first.task.id)).to.equal(undefined)
    expect(() => tasks.begin('ada', undefined, stuck)).to.throw(RefusedError, 'Too many tasks')
    const last = tasks.begin('bob', undefined, async () => done)
    await last.over
    tasks.begin('eve', undefined, stuck)
    expect(tasks.find('bob', last.task.id)).to.equal(undefined)
    expect(() => tasks.begin(null, undefined, stuck)).to.throw(RefusedError, 'Too many tasks')
  })
})
