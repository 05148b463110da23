import { expect } from 'chai'
import {
  failureExit,
  describe as tell,
  UsageError,
  uncheckedExit,
  usageExit,
} from '../../../cli/terminal/failure.ts'
import { BaseError } from '../../../protocol/index.ts'

class RainError extends BaseError {
  override readonly name = 'Weather.RainError'
}

describe('how a failure is told', () => {
  it('a program reads a name without "Error", a person a sentence', () => {
    expect(tell(new RainError('It rains.'))).to.deep.equal({ error: 'Weather.Rain', message: 'It rains.' })
    expect(tell(new UsageError('No such file.')).error).to.equal('Cli.Usage')
    expect(tell(new TypeError('oops'))).to.deep.equal({ error: 'Internal', message: 'oops' })
    expect(tell('oops')).to.deep.equal({ error: 'Internal', message: 'oops' })
  })

  it('C147: exit codes differ, and none of them is success', () => {
    const codes = [failureExit, usageExit, uncheckedExit]
    expect(codes).to.deep.equal([1, 2, 3])
  })
})
