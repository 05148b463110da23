import { expect } from 'chai'
import { RpcError } from '../../../../workers/sdk/a2a/RpcError.ts'
import { readMessage, sendParams } from '../../../../workers/sdk/a2a/readMessage.ts'

const messageOf = (...parts: object[]) =>
  sendParams.parse({ message: { messageId: 'm', contextId: '', taskId: 't', parts } }).message
const refusalOf = (...parts: object[]): RpcError => {
  try {
    readMessage(messageOf(...parts))
  } catch (error) {
    expect(error).to.be.instanceOf(RpcError)
    return error as RpcError
  }
  throw new Error('It was not refused.')
}

describe('a message of A2A', () => {
  it('AUDIT D4: its one data part is a request of the agent protocol', () => {
    const question = { market_id: 5, question: 'Why?' }
    const asked = readMessage(messageOf({ data: { ...question, hint: 1 }, mediaType: 'application/json' }))
    expect(asked).to.deep.equal({ phase: 'resolve', request: question })
    const challenge = { challenges: ['Why?'], question: 'Why?', hint: 1 }
    expect(readMessage(messageOf({ data: challenge }))).to.deep.equal({
      phase: 'challenge',
      request: challenge,
    })
  })

  it('empty texts are fields that were left out', () => {
    expect(messageOf({ data: 1 }))
      .to.include({ taskId: 't' })
      .and.to.include({ contextId: undefined })
  })

  it('anything else is refused by its name', () => {
    const data = { market_id: 5, question: 'Why?' }
    expect(refusalOf({ text: 'Why?' }).reason).to.equal('CONTENT_TYPE_NOT_SUPPORTED')
    expect(refusalOf({ data }, { data }).reason).to.equal('CONTENT_TYPE_NOT_SUPPORTED')
    expect(refusalOf({ data, mediaType: 'text/html' }).reason).to.equal('CONTENT_TYPE_NOT_SUPPORTED')
    for (const wrong of [5, null, [], {}, { challenges: 'Why?' }, { ...data, question: '\ud800' }]) {
      const { reason, field } = refusalOf({ data: wrong })
      expect([reason, field]).to.deep.equal(['INVALID_PARAMS', 'message.parts[0].data'])
    }
  })
})
