import { expect } from 'chai'
import { byResolver, withoutEvidence } from '../../../adapters/moltbook/resolve.ts'
import { explain, resolveStep } from '../../../adapters/moltbook/Step.ts'
import {
  DeferredError,
  FailedError,
  GivenUpError,
  UnsettledError,
} from '../../../adapters/moltbook/WriteErrors.ts'

describe('explain', () => {
  it('turns what comes later into a wait', () => {
    expect(explain('m', new DeferredError(60, 'too soon'))).to.deep.equal({
      step: 'wait',
      id: 'm',
      why: 'It waits in the outbox until 1970-01-01T00:01:00Z: too soon.',
    })
    expect(explain('m', new UnsettledError(60)).step).to.equal('wait')
  })

  it('C58: says what was given up, which is not a problem any more', () => {
    expect(explain('m', new GivenUpError(3))).to.deep.equal({
      step: 'given-up',
      id: 'm',
      why: 'It was tried 3 times, and is not tried again.',
    })
  })

  it('names any other error of the project as a problem', () => {
    const found = explain('m', new FailedError('incorrect', 'The answer was wrong.'))
    expect(found).to.include({ step: 'problem', id: 'm', error: 'Moltbook.Failed' })
    expect(found).to.have.property('message').that.contains('The answer was wrong.')
  })

  it('throws on what is an error of the program', () => {
    expect(() => explain('m', new TypeError('x is undefined'))).to.throw(TypeError, 'x is undefined')
    expect(() => explain('m', 'text')).to.throw()
  })
})

describe('resolveStep', () => {
  type Resolved = Parameters<typeof resolveStep>[1]

  it('calls a missing outcome INVALID', () => {
    expect(resolveStep('m', withoutEvidence('silence') as Resolved)).to.deep.equal({
      step: 'resolve',
      id: 'm',
      outcome: 'INVALID',
      value: null,
      response_hash: null,
      por_root: null,
    })
    expect(resolveStep('m', byResolver('NO', '', null) as Resolved)).to.include({ outcome: 'NO' })
  })
})
