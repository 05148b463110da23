import { expect } from 'chai'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'
import { sceneOf } from './reading.ts'

describe('setScene', () => {
  it('has the numbers of a text, what is asked, and what that asks for', () => {
    const { mentions, goal, question } = sceneOf('a claw of thirty newtons gains twelve, what is its force?')
    expect(mentions.map(({ value }) => Fraction.toText(value))).to.deep.equal(['30', '12'])
    expect(question.from).to.equal(7)
    expect(goal!.word).to.equal('force')
  })

  it('looks at a dozen numbers and at no more', () => {
    expect(sceneOf('two, three, '.repeat(9)).mentions).to.have.length(12)
  })

  it('is one of nothing where there is nothing', () => {
    expect(sceneOf('')).to.deep.equal({ tokens: [], mentions: [], question: { from: 0, to: 0 }, goal: null })
  })
})
