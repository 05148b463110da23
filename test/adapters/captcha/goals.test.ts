import { expect } from 'chai'
import { nameOf } from '../../../adapters/captcha/dimension.ts'
import { goalOf } from '../../../adapters/captcha/goals.ts'
import { tokensOf } from './reading.ts'

const goal = (question: string): string | null => {
  const found = goalOf(tokensOf(question))
  return (
    found &&
    `${found.word}: ${found.dimensions.map((one) => nameOf(one) ?? JSON.stringify(one)).join(' or ')}`
  )
}

describe('goalOf', () => {
  it('takes the measure that a question names', () => {
    expect(goal('how fast is it?')).to.equal('fast: speed')
    expect(goal('what is the torque?')).to.equal('torque: energy')
    expect(goal('how strong is the claw?')).to.equal('strong: force')
    expect(goal('how deep is it?')).to.equal('deep: length')
  })

  it('leaves open what a word may ask for', () => {
    expect(goal('how long does it take?')).to.equal('long: time or length')
    expect(goal('how heavy is it?')).to.equal('heavy: mass or force')
  })

  it('takes what is counted, be it a unit or a thing', () => {
    expect(goal('how many newtons is that?')).to.equal('newtons: force')
    expect(goal('how many meters per second is that?')).to.equal('meters: speed')
    expect(goal('how many clams are there?')).to.equal('clams: {"clam":1}')
    expect(goal('how many more clams has it?')).to.equal('clams: {"clam":1}')
    expect(goal('how many total clams has it?')).to.equal('clams: {"clam":1}')
  })

  it('takes the first where several are named', () => {
    expect(goal('what is the speed after that distance?')).to.equal('speed: speed')
  })

  it('is none where nothing is named, or a unit is not asked for', () => {
    expect(goal('what is it now?')).to.equal(null)
    expect(goal('what is left of the newtons?')).to.equal(null)
    expect(goal('')).to.equal(null)
  })
})
