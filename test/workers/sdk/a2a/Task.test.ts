import { expect } from 'chai'
import { ended, isOver, type Task, task } from '../../../../workers/sdk/a2a/Task.ts'

const working: Task = {
  id: 't',
  contextId: 'c',
  status: { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:00.000Z' },
}
const how = { timestamp: '2026-01-01T00:00:05.000Z', extension: 'urn:x' }

describe('a task of A2A', () => {
  it('AUDIT D4: ends with one data part, marked as what the extension says', () => {
    const over = ended(working, { state: 'TASK_STATE_COMPLETED', name: 'answer', value: { yes: true } }, how)
    expect(task.parse(over)).to.deep.equal(over)
    expect(over.artifacts).to.deep.equal([
      {
        artifactId: 'answer',
        name: 'answer',
        parts: [{ data: { yes: true }, mediaType: 'application/json' }],
        extensions: ['urn:x'],
      },
    ])
    expect([isOver(working), isOver(over)]).to.deep.equal([false, true])
  })

  it('or with a sentence, and what a program reads of it', () => {
    const end = { state: 'TASK_STATE_REJECTED', text: 'Not yet.', metadata: { retry_after: 5 } } as const
    const over = ended(working, end, how)
    expect(task.parse(over)).to.deep.equal(over)
    expect(over.status.message?.parts).to.deep.equal([{ text: 'Not yet.', mediaType: 'text/plain' }])
    expect(over.metadata).to.deep.equal({ retry_after: 5 })
    expect(over).not.to.have.property('artifacts')
  })
})
