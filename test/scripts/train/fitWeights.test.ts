import { expect } from 'chai'
import { rankAnswers } from '../../../adapters/captcha/rank.ts'
import { Weights } from '../../../adapters/captcha/Weights.ts'
import { type Example, fitWeights } from '../../../scripts/train/fitWeights.ts'
import { sceneOf } from '../../adapters/captcha/reading.ts'

const example = (text: string, answer: string | null): Example => ({
  scene: sceneOf(text),
  answer,
  problem: text,
  group: text,
})

/** Gains are added and drops are taken away, with numbers that leave no other way. */
const examples: readonly Example[] = [
  ...['nineteen', 'thirty', 'fifty', 'eleven'].map((number, i) =>
    example(`a claw of ${number} newtons gains seven newtons`, ['26.00', '37.00', '57.00', '18.00'][i]!),
  ),
  ...['nineteen', 'thirty', 'fifty', 'eleven'].map((number, i) =>
    example(`a claw of ${number} newtons drops seven newtons`, ['12.00', '23.00', '43.00', '4.00'][i]!),
  ),
]

describe('fitWeights', () => {
  const rows = fitWeights(examples)

  it('C141: learns what to do from answers alone', () => {
    const weights = new Weights(rows)
    const best = (text: string) => rankAnswers([sceneOf(text)], weights)[0]!.answer
    expect(best('a claw of forty newtons gains nine newtons')).to.equal('49.00')
    expect(best('a claw of forty newtons drops nine newtons')).to.equal('31.00')
  })

  it('C141: gives the same weights for the same examples, to the last bit', () => {
    expect([...fitWeights(examples)]).to.deep.equal([...rows])
  })

  it('has whole numbers in the order of the features, and no row of nothing', () => {
    expect([...rows.keys()]).to.deep.equal([...rows.keys()].sort())
    for (const row of rows.values()) {
      expect(row.every(Number.isInteger)).to.equal(true)
      expect(row.at(-1)).to.not.equal(0)
    }
  })

  it('leaves out features that are not used, and those that few problems have', () => {
    const without = fitWeights(examples, (feature) => !feature.startsWith('between'))
    expect([...without.keys()].some((feature) => feature.startsWith('between'))).to.equal(false)
    expect([...rows.keys()].some((feature) => feature.startsWith('between'))).to.equal(true)
    const odd = fitWeights([...examples, example('six grumbled five', '11.00')])
    expect(odd.has('between grumbled')).to.equal(false)
  })

  it('learns nothing from a problem of which the answer cannot be reached', () => {
    expect([...fitWeights([...examples, example('six newtons and five newtons', '777.00')])]).to.deep.equal([
      ...rows,
    ])
  })
})
