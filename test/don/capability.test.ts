import { create, fromBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import { bytesOf, CapabilityError, refuse, respond } from '../../don/capability.ts'
import { LimitExceededError } from '../../don/quota.ts'
import { Sdk, Values } from '../../don/sdk.ts'
import * as Value from '../../don/value.ts'
import { BaseError } from '../../protocol/core.ts'

describe('a capability’s response', () => {
  it('carries its message with the name of its type', () => {
    const { response } = respond(Values.ValueSchema, Value.int64(7n))
    if (response.case !== 'payload') throw new Error('it carries no payload')
    expect(response.value.typeUrl).to.equal('type.googleapis.com/values.v1.Value')
    expect(fromBinary(Values.ValueSchema, response.value.value)).to.deep.equal(Value.int64(7n))
  })

  it('travels as bytes', () => {
    const response = create(Sdk.CapabilityResponseSchema, { response: { case: 'error', value: 'no' } })
    expect(fromBinary(Sdk.CapabilityResponseSchema, bytesOf(response))).to.deep.equal(response)
  })
})

describe('a refusal', () => {
  const words = (error: unknown) => refuse(error).response.value
  const cases: [string, unknown, string][] = [
    [
      'is the workflow’s own fault',
      new CapabilityError('no such block'),
      'User:InvalidArgument:no such block',
    ],
    [
      'may be the system’s, with a code',
      new CapabilityError('nobody came', { origin: 'System', code: 'ConsensusFailed' }),
      'System:ConsensusFailed:nobody came',
    ],
    [
      'of a limit is the workflow’s own fault',
      new LimitExceededError('PerWorkflow.X', 'w', 6, 5),
      'User:LimitExceeded:PerWorkflow.X limited for workflow[w]: cannot use 6, limit is 5',
    ],
    [
      'says the first sentence only, not what to try',
      new BaseError('It is off.', { metaMessages: ['Run `npm ci`.'] }),
      'System:Internal:It is off.',
    ],
    [
      'of an unforeseen error is internal',
      new TypeError('x is not a function'),
      'System:Internal:x is not a function',
    ],
    ['takes whatever was thrown', 'a text', 'System:Internal:a text'],
    ['takes nothing, too', undefined, 'System:Internal:undefined'],
  ]
  for (const [name, error, said] of cases) {
    it(name, () => {
      expect(words(error)).to.equal(`Public:${said}`)
    })
  }

  it('keeps its cause', () => {
    const cause = new Error('refused')
    expect(new CapabilityError('no chain', { cause })).to.have.property('cause', cause)
  })
})
