import { expect } from 'chai'
import { factorRules } from '../../../adapters/rules/judge/factors.ts'
import { formsOf } from '../../../reading/text/formsOf.ts'
import { crossValidated } from '../../../scripts/bench/calibrate.ts'
import type { Row } from '../../../scripts/bench/calibrateData.ts'
import { balance, fitWeights } from '../../../scripts/bench/calibrateFit.ts'

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

  it('cross-validation scores no group by a fit that saw it: what tells in one group only is worth nothing', () => {
    const row = (group: number, isPositive: boolean, features: number[]): Row => ({
      isPositive,
      group: `g${group}`,
      category: null,
      half: 0,
      features,
      ambiguity: 0,
      length: 0,
      vagueWords: 0,
    })
    // The first factor tells everywhere.
    const telling = Array.from({ length: 60 }, (_, i) =>
      row(i, i % 2 === 0, [1 - (i % 2), 0, 0, 0, 0, 0, 0, 0]),
    )
    expect(crossValidated(telling, { partitions: 2 })).to.equal(1)
    // Each of these is the mark of a single group; a fit that had seen the group would tell it.
    const marks = Array.from({ length: 80 }, (_, i) =>
      row(
        i < 8 ? i : 8 + (i % 40),
        i < 8,
        Array.from({ length: 8 }, (_, j) => (i === j ? 1 : 0)),
      ),
    )
    expect(crossValidated(marks, { partitions: 2 })).to.equal(0.5)
  })

  it('verbs have their forms', () => {
    expect(formsOf('ban deny strike announce launch')).to.deep.equal(
      'ban bans banned deny denies denied strike strikes struck announce announces announced launch launches launched'.split(
        ' ',
      ),
    )
  })

  it('every factor has a name of its own and a weight in whole hundredths', () => {
    const names = factorRules.map(({ name }) => name)
    expect(new Set(names).size).to.equal(names.length)
    for (const { weight } of factorRules) expect(Number.isInteger(weight) && weight > 0).to.equal(true)
  })
})
