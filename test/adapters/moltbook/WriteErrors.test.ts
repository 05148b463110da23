import { expect } from 'chai'
import {
  BreakerOpenError,
  DeferredError,
  FailedError,
  RefusedError,
  SuspendedError,
  UnclaimedError,
  UnsettledError,
} from '../../../adapters/moltbook/WriteErrors.ts'

describe('why something is not written', () => {
  it('names the time from which it may be', () => {
    for (const error of [new DeferredError(60, 'too soon'), new UnsettledError(60)]) {
      expect(error.until).to.equal(60)
      expect(error.message).to.contain('1970-01-01T00:01:00Z').and.to.contain('`market cycle`')
    }
  })

  it('tells what was not even sent from what Moltbook did not take', () => {
    expect(new RefusedError(0, '').shortMessage).to.equal('It was not sent.')
    expect(new RefusedError(404, 'Post not found').message)
      .to.contain('(status 404)')
      .and.to.contain('Post not found')
  })

  it('carries a reason for programs', () => {
    expect(new FailedError('incorrect', '')).to.include({ reason: 'incorrect' })
  })

  it('C58: says how writing goes on after too many failures', () => {
    expect(new BreakerOpenError(3).message)
      .to.contain('3 challenges')
      .and.to.contain('market status --reopen')
  })

  it('shows words of strangers on one line, and leaves out what they did not say', () => {
    expect(new UnclaimedError(`a\nb${'c'.repeat(100)}`).shortMessage).to.match(/^a bc{60}… is not claimed/)
    expect(new SuspendedError('').message).to.not.contain('undefined')
  })
})
