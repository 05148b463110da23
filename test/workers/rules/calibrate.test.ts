import { expect } from 'chai'
import { balance, fitWeights } from '../../../scripts/bench/calibrateFit.ts'
import { factorRules } from '../../../workers/rules/judge/factors.ts'

describe('calibration', () => {
  it('gives weight to what tells, and none to what does not or tells the contrary', () => {
    const examples = Array.from({ length: 200 }, (_, i) => {
      const isPositive = i % 2 === 0
      const tells = isPositive ? (i % 10 === 0 ? 0 : 1) : i % 10 === 1 ? 1 : 0
      return { features: [tells, i % 3 === 0 ? 1 : 0, 1 - tells], isPositive, weight: 1 }
    })
    const [tells, noise, contrary] = fitWeights(examples)
    expect(tells).to.be.greaterThan(1)
    expect(noise).to.be.lessThan(0.2)
    expect(contrary).to.equal(0)
  })

  it('counts each group once, and both classes alike', () => {
    const rows = [
      { isPositive: true, group: 'a' },
      { isPositive: true, group: 'a' },
      { isPositive: true, group: 'b' },
      { isPositive: false, group: 'a' },
    ]
    expect(balance(rows)).to.deep.equal([0.25, 0.25, 0.5, 1])
  })

  it('every factor has a name of its own and a weight in whole hundredths', () => {
    const names = factorRules.map(({ name }) => name)
    expect(new Set(names).size).to.equal(names.length)
    for (const { weight } of factorRules) expect(Number.isInteger(weight) && weight > 0).to.equal(true)
  })
})
