import { expect } from 'chai'
import { Evidence } from '../../../adapters/captcha/Evidence.ts'
import { operations } from '../../../adapters/captcha/Term.ts'
import { parseWeights } from '../../../adapters/captcha/Weights.ts'
import { sceneOf } from './reading.ts'

const weights = parseWeights('last gains\t40 -32\nadd asked total\t5\ndropNext no\t9\n')
const scene = sceneOf('a claw of thirty no twenty newtons gains five newtons, what is the total?')
const evidence = new Evidence(scene, weights)

describe('Evidence', () => {
  it('weighs each operation between two numbers', () => {
    const link = evidence.link(1, 2)
    expect(link).to.have.length(operations.length)
    expect(link.map(({ score }) => score)).to.deep.equal([40, -32, 0, 0, 0, 0])
    expect(link.map(({ column }) => column)).to.deep.equal([0, 1, 2, 3, 4, 5])
  })

  it('weighs that a number is left out, and what is asked', () => {
    expect([evidence.drop(0).score, evidence.drop(2).score]).to.deep.equal([9, 0])
    expect([evidence.question('add').score, evidence.question('subtract').score]).to.deep.equal([5, 0])
  })

  it('weighs each but once, so that a part is known by being the same', () => {
    expect(evidence.link(1, 2)).to.equal(evidence.link(1, 2))
    expect(evidence.drop(0)).to.equal(evidence.drop(0))
    expect(evidence.question('add')).to.equal(evidence.question('add'))
  })
})
