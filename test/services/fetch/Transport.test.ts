import { expect } from 'chai'
import { SourceError } from '../../../protocol/source/index.ts'
import { type TransportCode, TransportError } from '../../../services/fetch/Transport.ts'

describe('TransportError', () => {
  it('may be tried again where only the way was bad, and nowhere else', () => {
    const codes: TransportCode[] = [
      'aborted',
      'connection',
      'forbidden',
      'not-recorded',
      'not-text',
      'secret',
      'timeout',
      'too-large',
    ]
    const retryable = codes.filter((code) => new TransportError(code, 'x').isRetryable)
    expect(retryable).to.deep.equal(['aborted', 'connection', 'timeout'])
  })

  it('is an error of a source that was not reached', () => {
    const error = new TransportError('timeout', 'It took too long.', { cause: new Error('inner') })
    expect(error).to.be.instanceOf(SourceError)
    expect(error).to.include({ trouble: 'unreachable', code: 'timeout', name: 'Source.TransportError' })
    expect(error.message).to.contain('It took too long.')
  })
})
