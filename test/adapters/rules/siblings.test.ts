import { expect } from 'chai'
import { parseRule, siblingContradictions } from '../../../adapters/rules/index.ts'

const bracket = (id: string, range: string, more: object = {}) =>
  parseRule({
    id,
    question: `Will it gross between ${range}?`,
    description:
      'Resolves to "Yes" by June 1, 2027, 11:59 PM ET. The resolution source is https://a.example/.',
    negRisk: true,
    negRiskMarketID: '0xgroup',
    groupItemTitle: range,
    ...more,
  })

describe('siblingContradictions', () => {
  it('S4-53: finds nothing in brackets that meet', () => {
    const rules = [bracket('1', '$10m and $13m'), bracket('2', '$13m and $16m')]
    expect(siblingContradictions(rules)).to.deep.equal([])
  })

  it('finds other deadlines and sources, an item named twice, and numbers covered twice', () => {
    const other =
      'Resolves to "Yes" by June 2, 2027, 11:59 PM ET. The resolution source is https://b.example/.'
    const rules = [
      bracket('1', '$10m and $13m'),
      bracket('2', '$12m and $16m', { description: other, groupItemTitle: '$10M and $13M' }),
    ]
    expect(siblingContradictions(rules).map(({ code }) => code)).to.deep.equal([
      'sibling_deadline',
      'sibling_source',
      'sibling_item',
      'sibling_overlap',
    ])
    expect(siblingContradictions(rules)[0]!.markets).to.deep.equal(['1', '2'])
  })

  it('B10, S4-53: finds a bound that two brackets have, and one that none has', () => {
    const codes = (low: string, high: string) =>
      siblingContradictions(
        [low, high].map((bound, i) =>
          parseRule({
            condition_id: String(i),
            question: `Will it sell ${bound} cars by June 1, 2027?`,
            description:
              'Resolves to "Yes" by June 1, 2027, 11:59 PM ET. The resolution source is https://a.example/.',
            negRisk: true,
            negRiskMarketID: '0x1',
          }),
        ),
      ).map(({ code }) => code)
    expect(codes('at most 10', 'at least 10')).to.deep.equal(['sibling_overlap'])
    expect(codes('less than 10', 'more than 10')).to.deep.equal(['sibling_gap'])
    expect(codes('less than 10', 'at least 10')).to.deep.equal([])
    expect(codes('at most 12', 'at least 10')).to.deep.equal(['sibling_overlap'])
    // A ladder covers by design what its lower rungs cover.
    expect(codes('more than 10', 'more than 20')).to.deep.equal([])
  })

  it('leaves markets without a group alone', () => {
    expect(
      siblingContradictions([
        bracket('1', '$1 and $2', { negRiskMarketID: null }),
        bracket('2', '$1 and $2'),
      ]),
    ).to.deep.equal([])
  })
})
