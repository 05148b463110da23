import { expect } from 'chai'
import { causeOf, causes, isFinal, isPassing, words } from '../../../services/model/Cause.ts'
import * as Model from '../../../services/model/Model.ts'

const usage = { inputTokens: 1, outputTokens: 1, costMicroUsd: null }

describe('Cause', () => {
  it('AUDIT B6: each failure has one word, by its error alone', () => {
    const cases: [unknown, string][] = [
      [new Model.UnavailableError('m', 'x', { why: 'overloaded', tries: 1 }), 'overloaded'],
      [new Model.RefusedError('m', 400, { kind: null, try: 'x' }), 'refused'],
      [new Model.RefusedError('m', 429, { kind: null, isQuota: true, try: 'x' }), 'quota'],
      [new Model.UnsupportedSchemaError('m', 's', []), 'schema'],
      [new Model.UnreadableReplyError('m', 'x'), 'unreadable'],
      [new Model.NoAnswerError('m', 'cut off', usage), 'no-answer'],
      [new Model.TooCostlyError('m', 'day', { spent: 1, bound: 1 }), 'cost'],
      [new Model.NoRecordingError('0x'), 'unrecorded'],
      [AbortSignal.abort().reason, 'called-off'],
      [new Error('a secret'), 'unknown'],
      ['a secret', 'unknown'],
    ]
    for (const [error, cause] of cases) expect(causeOf(error)).to.equal(cause)
  })

  it('AUDIT B6: what passes by itself is asked again; what the model said to this prompt is not', () => {
    expect(causes.filter(isPassing)).to.deep.equal([
      'busy',
      'overloaded',
      'server-error',
      'timeout',
      'connection',
    ])
    expect(causes.filter(isFinal)).to.deep.equal(['no-answer', 'unrecorded'])
    expect(Object.keys(words)).to.have.members([...causes])
  })
})
