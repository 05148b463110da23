import { expect } from 'chai'
import { defaultTimeouts, SOPExecutionError, stages } from '../../../workers/pipeline/Stage.ts'

describe('Stage', () => {
  it('S2-105: every stage has a time of its own, and asking, fetching and reasoning fit into a worker’s 30 s', () => {
    expect(Object.keys(defaultTimeouts)).to.deep.equal([...stages])
    const { promptEngineer, collector, auditor } = defaultTimeouts
    expect(promptEngineer + collector + auditor).to.be.below(30_000)
    for (const stage of stages) expect(defaultTimeouts[stage], stage).to.be.above(0)
  })
})

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
})
