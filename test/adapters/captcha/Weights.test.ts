import { expect } from 'chai'
import { parseWeights, trained } from '../../../adapters/captcha/Weights.ts'

describe('parseWeights', () => {
  const weights = parseWeights('between gains\t40 -32\nlast: by\t0 7\n\n')

  it('sums what the features of one operation weigh', () => {
    expect(weights.sum(['between gains', 'last: by', 'unheard of'], 0)).to.equal(40)
    expect(weights.sum(['between gains', 'last: by', 'unheard of'], 1)).to.equal(-25)
  })

  it('takes what is not there for nothing', () => {
    expect(weights.sum(['between gains'], 5)).to.equal(0)
    expect(weights.sum([], 0)).to.equal(0)
  })
})

describe('the trained weights', () => {
  it('have learned what gains and losses are', () => {
    expect(trained.sum(['between: add'], 0)).to.be.greaterThan(trained.sum(['between: add'], 1))
    expect(trained.sum(['between: subtract'], 1)).to.be.greaterThan(trained.sum(['between: subtract'], 0))
  })
})
