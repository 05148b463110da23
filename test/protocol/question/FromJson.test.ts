import { expect } from 'chai'
import fc from 'fast-check'
import { Question } from '../../../protocol/index.ts'
import { question } from '../../helpers/questions.ts'

const manual = '§question Will it rain?\n§rule\nsource:manual'

describe('Question.fromJson', () => {
  it('takes what parse prints, whatever is null or absent', () => {
    fc.assert(
      fc.property(question, (value) => {
        expect(Question.fromJson(JSON.parse(JSON.stringify(value)))).to.deep.equal(value)
      }),
    )
    expect(
      Question.fromJson({ question: 'Will it rain?', rule: { source: 'manual' }, issues: [1] }),
    ).to.deep.equal(Question.validate(manual))
  })

  it('C32: takes a whole JSON number for a target, a provider and asset for a source, and keys it does not know', () => {
    const rule = { provider: 'coingecko', asset: 'bitcoin', op: 'gte', target: 75_000, note: 'x' }
    expect(Question.fromJson({ rule }).rule).to.deep.include({
      source: 'coingecko:bitcoin',
      target: '75000',
      extra: { note: 'x' },
    })
  })

  it('error: names the field that is of another kind, or contradicts another', () => {
    expect(() => Question.fromJson({ rule: { target: 0.1 } })).to.throw(
      'rule.target must be a decimal in a string',
    )
    expect(() => Question.fromJson({ question: 1 })).to.throw('question must be a string')
    expect(() => Question.fromJson([])).to.throw('the question must be an object')
    expect(() => Question.fromJson({ unknown: {} })).to.throw('unknown must be a list')
    expect(() => Question.fromJson({ rule: { source: 'a:b', provider: 'c' } })).to.throw(
      'rule.provider contradicts',
    )
    expect(() => Question.fromJson({ rule: { source: 'a:b', asset: 'c' } })).to.throw(
      'rule.asset contradicts',
    )
  })
})
