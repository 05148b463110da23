import { expect } from 'chai'
import { failures, findings, TaskError } from '../../../adapters/participant/Reason.ts'

describe('reasons', () => {
  it('are written in capitals, each once, so that programs can go by them', () => {
    for (const list of [failures, findings]) {
      expect(new Set(list).size).to.equal(list.length)
      for (const reason of list) expect(reason).to.match(/^[A-Z]+(_[A-Z]+)*$/)
    }
  })

  it('come with a sentence, and with what caused them', () => {
    const cause = new Error('away')
    const error = new TaskError('SOURCE_TIMEOUT', 'It took too long.', { cause })
    expect(error).to.include({ name: 'Participant.TaskError', reason: 'SOURCE_TIMEOUT', cause })
    expect(error.shortMessage).to.equal('It took too long.')
  })
})
