import { expect } from 'chai'
import { type Event, SOPExecutionError, stages, type Time } from '../../../workers/pipeline/Stage.ts'
import { startRun } from '../../../workers/pipeline/startRun.ts'

const failure = async (promise: Promise<unknown>): Promise<SOPExecutionError> => {
  try {
    await promise
  } catch (error) {
    expect(error).to.be.instanceOf(SOPExecutionError)
    return error as SOPExecutionError
  }
  throw new Error('It did not fail.')
}

describe('startRun', () => {
  it('S2-105: runs the ten stages in their order and hands on what they give', async () => {
    const run = startRun()
    const seen: string[] = []
    for (const stage of stages) seen.push(await run.stage(stage, () => `${stage} done`))
    expect(seen).to.deep.equal(stages.map((stage) => `${stage} done`))
  })

  it('S2-105: refuses a stage that is not the next, and any after the last', async () => {
    const run = startRun()
    expect((await failure(run.stage('collector', () => 1))).code).to.equal('OUT_OF_ORDER')
    for (const stage of stages) await run.stage(stage, () => 1)
    const error = await failure(run.stage('promptEngineer', () => 1))
    expect([error.stage, error.code]).to.deep.equal(['promptEngineer', 'OUT_OF_ORDER'])
  })

  it('S2-106: a failing stage bubbles up with stage, code and cause, and ends the run', async () => {
    const run = startRun()
    const cause = new Error('the lamp is out')
    const error = await failure(
      run.stage('promptEngineer', () => {
        throw cause
      }),
    )
    expect(error.stage).to.equal('promptEngineer')
    expect(error.code).to.equal('FAILED')
    expect(error.cause).to.equal(cause)
    expect(error.message).to.include('the lamp is out')
    expect((await failure(run.stage('collector', () => 1))).code).to.equal('OUT_OF_ORDER')
  })

  it('S2-106: an error that knows its stage and code keeps them', async () => {
    const own = new SOPExecutionError('promptEngineer', 'MISSING_FIELDS', { missingFields: ['deadline'] })
    const error = await failure(startRun().stage('promptEngineer', () => Promise.reject(own)))
    expect(error).to.equal(own)
    expect(error.missingFields).to.deep.equal(['deadline'])
  })

  it('S2-105: a stage that outlives its time is given up, even when it ignores its signal', async () => {
    let aborted = false
    const work = ({ signal }: Time) => {
      signal!.addEventListener('abort', () => {
        aborted = true
      })
      return new Promise(() => {})
    }
    const error = await failure(startRun({ timeouts: { promptEngineer: 5 } }).stage('promptEngineer', work))
    expect(error.code).to.equal('TIMEOUT')
    expect(aborted).to.equal(true)
  })

  it('S2-105: a run that is called off stops its stage', async () => {
    const controller = new AbortController()
    const run = startRun({ signal: controller.signal })
    const pending = failure(run.stage('promptEngineer', () => new Promise(() => {})))
    controller.abort(new Error('no longer wanted'))
    expect((await pending).code).to.equal('ABORTED')
    const late = startRun({ signal: controller.signal })
    expect((await failure(late.stage('promptEngineer', () => 1))).code).to.equal('ABORTED')
  })

  it('S2-13: tells an observer what began, what ended with what, and what failed', async () => {
    const events: Event[] = []
    const run = startRun({ observe: (event) => events.push(event) })
    await run.stage(
      'promptEngineer',
      () => 3,
      (count) => ({ count }),
    )
    await failure(run.stage('collector', () => Promise.reject(new Error('no'))))
    const told = events.map((event) => ('ms' in event ? { ...event, ms: 0 } : event))
    expect(told).to.deep.equal([
      { type: 'started', stage: 'promptEngineer' },
      { type: 'finished', stage: 'promptEngineer', ms: 0, detail: { count: 3 } },
      { type: 'started', stage: 'collector' },
      { type: 'failed', stage: 'collector', ms: 0, code: 'FAILED' },
    ])
  })
})
