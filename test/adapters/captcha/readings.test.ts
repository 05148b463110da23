import { expect } from 'chai'
import { rankReadings } from '../../../adapters/captcha/readings.ts'
import { parseWeights } from '../../../adapters/captcha/Weights.ts'
import { sceneOf } from './reading.ts'

const blank = parseWeights('')
const formulas = (text: string, width = 500, weights = blank): string[] =>
  rankReadings(sceneOf(text), weights, width).map(({ term }) => term.formula)

describe('rankReadings', () => {
  it('B12: has all that can be done with two numbers, and with one of them', () => {
    expect(new Set(formulas('twelve newtons and four newtons'))).to.deep.equal(
      new Set(['12', '4', '12 + 4', '12 - 4', '4 - 12', '12 × 4', '12 ÷ 4', '4 ÷ 12', '(12 + 4) ÷ 2']),
    )
  })

  it('B12: joins three numbers in either order, and groups of two', () => {
    const three = formulas('twelve, four, three')
    expect(three).to.include.members(['(12 - 4) - 3', '12 - (4 × 3)', '(12 × 4) + 3', '((12 + 4) + 3) ÷ 3'])
    const four = formulas('two, three, four, five', 5_000)
    expect(four).to.include.members(['(2 × 3) + (4 × 5)', '((2 × 3) + 4) - 5', '((2 + 3) + 4) + 5'])
  })

  it('B12: takes any count of numbers', () => {
    const sums = parseWeights('bias\t90\nkept 4 of 4\t40\ndrop bias many\t-90\n')
    expect(formulas('two, three, four, five, six, seven, eight', 8, sums)[0]).to.equal(
      '(((((2 + 3) + 4) + 5) + 6) + 7) + 8',
    )
  })

  it('puts first what the weights speak for', () => {
    const text = 'twelve newtons gains four newtons'
    expect(formulas(text, 9, parseWeights('last gains\t0 0 0 70\n'))[0]).to.equal('12 × 4')
    expect(formulas(text, 9, parseWeights('last gains\t0 0 0 0 70\n'))[0]).to.equal('12 ÷ 4')
    expect(formulas(text, 9, parseWeights('drop bias few\t70\n')).slice(0, 2)).to.have.members(['12', '4'])
  })

  it('scores a reading by its parts', () => {
    const weights = parseWeights('bias\t10 3\nkept 2 of 2\t4\nadd asked nothing\t1\n')
    for (const { score, parts } of rankReadings(sceneOf('twelve newtons and four newtons'), weights, 500))
      expect(score).to.equal(parts.reduce((sum, part) => sum + part.score, 0))
  })

  it('has none where there is no number', () => {
    expect(formulas('a lobster swims')).to.deep.equal([])
  })
})
