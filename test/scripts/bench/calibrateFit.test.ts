import { expect } from 'chai'
import { balance, type Example, fitWeights } from '../../../scripts/bench/calibrateFit.ts'

const example = (isPositive: boolean, features: readonly number[], weight = 1): Example => ({
  isPositive,
  features,
  weight,
})

describe('fitWeights', () => {
  it('finds the odds: three of four with the factor against one of four without', () => {
    const rows = [1, 1, 1, 0].map((is) => example(is === 1, [1]))
    const others = [1, 0, 0, 0].map((is) => example(is === 1, [0]))
    const [weight] = fitWeights([...rows, ...others], { ridge: 0, steps: 20_000 })
    expect(weight).to.be.closeTo(Math.log(3) - Math.log(1 / 3), 0.01)
  })

  it('gives none to a factor that tells the contrary or nothing', () => {
    const rows = [
      example(true, [0, 1]),
      example(false, [1, 1]),
      example(true, [0, 1]),
      example(false, [1, 1]),
    ]
    const [contrary, constant] = fitWeights(rows, { steps: 500 })
    expect(contrary).to.equal(0)
    expect(constant).to.be.closeTo(0, 0.01)
  })

  it('keeps weights smaller the stronger the ridge', () => {
    const rows = [example(true, [1]), example(false, [0])]
    const at = (ridge: number) => fitWeights(rows, { ridge, steps: 500 })[0]!
    expect(at(0.001)).to.be.greaterThan(at(0.05))
    expect(at(0.05)).to.be.greaterThan(at(0.5))
  })

  it('counts an example as often as its weight says', () => {
    const twice = [example(true, [1], 2), example(false, [0], 1), example(false, [1], 1)]
    const repeated = [example(true, [1]), example(true, [1]), example(false, [0]), example(false, [1])]
    expect(fitWeights(twice, { steps: 300 })[0]).to.be.closeTo(fitWeights(repeated, { steps: 300 })[0]!, 1e-9)
  })

  it('fits nothing to nothing', () => {
    expect(fitWeights([], { steps: 3 })).to.deep.equal([])
  })
})

describe('balance', () => {
  it('gives both classes the same sum, and each group within its class', () => {
    const rows = [
      ...Array.from({ length: 8 }, () => ({ isPositive: false, group: 'template' })),
      { isPositive: false, group: 'other' },
      { isPositive: true, group: 'template' },
    ]
    const weights = balance(rows)
    expect(weights.slice(0, 8).reduce((sum, one) => sum + one, 0)).to.be.closeTo(0.5, 1e-12)
    expect(weights.slice(8)).to.deep.equal([0.5, 1])
    expect(balance([])).to.deep.equal([])
  })
})
