import { expect } from 'chai'
import { parseWeights } from '../../../adapters/captcha/Weights.ts'
import { judge, showConfidence, summary } from '../../../scripts/train/judge.ts'
import { sceneOf } from '../../adapters/captcha/reading.ts'

const one = (isRight: boolean, confidence: number, hasAnswer = true) => ({ isRight, confidence, hasAnswer })

describe('judge', () => {
  const weights = parseWeights('bias\t320\nmean asked bias\t-320\n')
  const of = (answer: string | null) =>
    judge({ scene: sceneOf('six newtons and five'), answer, problem: '', group: '' }, weights)

  it('says whether the best answer is right and how sure it is', () => {
    expect(of('11.00')).to.include({ isRight: true, hasAnswer: true })
    expect(of('30.00').isRight).to.equal(false)
    expect(of(null)).to.include({ isRight: false, hasAnswer: false })
    expect(of('11.00').confidence).to.be.greaterThan(0.9)
  })
})

describe('summary', () => {
  it('counts right ones among those with an answer, and wrong ones among the sure', () => {
    expect(summary([one(true, 0.95), one(false, 0.95), one(true, 0.5), one(false, 0.99, false)])).to.equal(
      'best right 66.7 % of 3; sure of 75.0 %, of these wrong 66.7 %',
    )
  })
})

describe('showConfidence', () => {
  it('has a line for each stretch of confidence: what it said, and what was right', () => {
    const lines = showConfidence([one(true, 0.95), one(false, 0.91), one(true, 1)])
      .trim()
      .split('\n')
    expect(lines).to.have.length(6)
    expect(lines[4]!.trim()).to.equal('confidence from 0.9: 2, said 93.0 %, right 50.0 %')
    expect(lines[5]!.trim()).to.equal('confidence from 0.99: 1, said 100.0 %, right 100.0 %')
    expect(lines[0]!.trim()).to.equal('confidence from 0: 0, said 0.0 %, right 0.0 %')
  })
})
