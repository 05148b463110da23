import { expect } from 'chai'
import { SOPExecutionError } from '../../../workers/pipeline/Stage.ts'

describe('SOPExecutionError', () => {
  it('S2-106: says stage and code, and the reason where there is one', () => {
    const plain = new SOPExecutionError('judge', 'FAILED')
    expect(plain.shortMessage).to.equal('judge failed with FAILED.')
    expect(plain).to.include({
      stage: 'judge',
      code: 'FAILED',
      reason: null,
      name: 'Stage.SOPExecutionError',
    })
    expect(plain.missingFields).to.deep.equal([])
    expect(plain.cause).to.equal(undefined)
    const told = new SOPExecutionError('collector', 'FAILED', { reason: 'no source gave anything.' })
    expect(told.shortMessage).to.equal('collector failed with FAILED: no source gave anything.')
    expect(told.reason).to.equal('no source gave anything.')
  })

  it('S2-106: carries the cause, the missing fields and what more is known', () => {
    const cause = new Error('refused')
    const error = new SOPExecutionError('promptEngineer', 'MISSING_FIELDS', {
      missingFields: ['deadline', 'sources'],
      metaMessages: ['UNKNOWN_STEP at /trace/steps/3'],
      cause,
    })
    expect(error.cause).to.equal(cause)
    expect(error.missingFields).to.deep.equal(['deadline', 'sources'])
    expect(error.message).to.include('UNKNOWN_STEP at /trace/steps/3')
  })

  it('AUDIT B6: a stage that took too long is worth another try; anything else only if it says so', () => {
    expect(new SOPExecutionError('auditor', 'TIMEOUT').again).to.equal('soon')
    expect(new SOPExecutionError('auditor', 'FAILED').again).to.equal(null)
    expect(new SOPExecutionError('auditor', 'NO_MODEL', { again: 'later' }).again).to.equal('later')
  })
})
