import { expect } from 'chai'
import { rankAnswers } from '../../../adapters/captcha/rank.ts'
import { parseWeights } from '../../../adapters/captcha/Weights.ts'
import { sceneOf } from './reading.ts'

const scene = sceneOf('two newtons and two newtons')

describe('rankAnswers', () => {
  it('puts readings that give the same answer together', () => {
    const answers = rankAnswers([scene], parseWeights(''))
    const four = answers.find(({ answer }) => answer === '4.00')!
    const zero = answers.find(({ answer }) => answer === '0.00')!
    // 2 + 2 and 2 × 2; 2 - 2 either way round.
    expect(four.confidence).to.be.closeTo(zero.confidence, 1e-9)
    expect(answers.map(({ answer }) => answer)).to.have.length(
      new Set(answers.map(({ answer }) => answer)).size,
    )
  })

  it('leaves room for there being no answer', () => {
    const sure = rankAnswers([scene], parseWeights('bias\t320\n'))
    const unsure = rankAnswers([scene], parseWeights('bias\t320\nnone of 2\t320\n'))
    const sum = (all: typeof sure) => all.reduce((total, { confidence }) => total + confidence, 0)
    expect(sum(sure)).to.be.greaterThan(0.99)
    expect(sum(unsure)).to.be.lessThan(0.7)
  })

  it('is surer the further one reading is ahead', () => {
    const of = (weight: number) => rankAnswers([scene], parseWeights(`bias\t0 0 0 0 ${weight}\n`))[0]!
    expect(of(400)).to.include({ answer: '1.00' })
    expect(of(400).confidence).to.be.greaterThan(of(100).confidence)
  })

  it('takes the likelier way to read the letters first', () => {
    const other = sceneOf('two newtons and five newtons')
    const [first] = rankAnswers([other, scene], parseWeights('bias\t320\n'))
    expect(first!.answer).to.equal('7.00')
  })

  it('has nothing to say of nothing', () => {
    expect(rankAnswers([sceneOf('a lobster')], parseWeights(''))).to.deep.equal([])
  })
})
