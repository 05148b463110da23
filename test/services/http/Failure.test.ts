import { expect } from 'chai'
import { RefusedError, reasons, statuses, toBody } from '../../../services/http/Failure.ts'

describe('Failure', () => {
  it('has a status of its own kind for every reason: the caller’s fault below 500, ours from there on', () => {
    const ours = reasons.filter((reason) => statuses[reason] >= 500)
    expect(ours).to.deep.equal([
      'internal',
      'overloaded',
      'not-ready-yet',
      'chain-unavailable',
      'store-unavailable',
    ])
    for (const reason of reasons) expect(statuses[reason]).to.be.within(400, 599)
  })

  it('has a body with the reason, the sentence and the id of the request', () => {
    expect(toBody('not-json', 'The body is not JSON.', 'r1')).to.deep.equal({
      error: { reason: 'not-json', message: 'The body is not JSON.', request_id: 'r1' },
    })
  })

  it('carries when to come back, and which headers to send', () => {
    const error = new RefusedError('rate-limited', 'Too many.', { retryAfter: 3, headers: { allow: 'GET' } })
    expect(error).to.include({ reason: 'rate-limited', retryAfter: 3, shortMessage: 'Too many.' })
    expect(error.headers).to.deep.equal({ allow: 'GET' })
    expect(new RefusedError('internal', 'x').headers).to.deep.equal({})
    expect(new RefusedError('internal', 'x').retryAfter).to.equal(undefined)
  })

  it('keeps the cause out of the sentence that callers see', () => {
    const error = new RefusedError('internal', 'The service failed.', { cause: new Error('key=secret') })
    expect(error.cause).to.be.instanceOf(Error)
    expect(error.shortMessage).to.equal('The service failed.')
  })
})
