import { expect } from 'chai'
import { readAmounts } from '../../../reading/rule/amounts.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (text: string) => readAmounts(scan(text)).map(({ change }) => change)

describe('changeBy', () => {
  it('B10: tells which way something goes by an amount', () => {
    for (const [text, change] of [
      ['decrease by at least 0.3%', 'fall'],
      ['cut its rate by 50 bps', 'fall'],
      ['shares drop more than 20%', 'fall'],
      ['rise by between 3% and 5%', 'rise'],
      ['a 25 bps hike', 'rise'],
      ['be 5% higher than in May', 'rise'],
      ['a decline of more than 4%', 'fall'],
    ] as const)
      expect(of(text), text).to.deep.equal([change])
  })

  it('a level that is reached is none', () => {
    for (const text of [
      'fall below 20%',
      'drop to $40',
      'rise above 4%',
      'be at least 5%',
      'raise $40 million',
    ])
      expect(of(text), text).to.deep.equal([null])
  })
})
