import { expect } from 'chai'
import { readPrices } from '../../../reading/uma/prices.ts'

const labels = (text: string) => readPrices(text).prices.map(({ name, price, means }) => [name, price, means])

describe('readPrices', () => {
  it('AUDIT D6: labels may have points and commas, and the last one ends where a sentence begins', () => {
    expect(
      labels(
        'It rains. res_data: p1: 0, p2: 1, p3: 0.5. Where p1 corresponds to St. Louis, MO, p2 to D.C. United, p3 to unknown/50-50. This request',
      ),
    ).to.deep.equal([
      ['p1', '0', 'St. Louis, MO'],
      ['p2', '1', 'D.C. United'],
      ['p3', '0.5', 'unknown/50-50'],
    ])
  })

  it('reads the price for "too early", and articles of old templates', () => {
    const early = `-5${'7'.repeat(59)}.${'7'.repeat(18)}`
    expect(
      labels(
        ` res_data: p1: 0, p2: 1, p4: ${early}.\n Where p1 corresponds to No, p2 to a Yes, and p4 to an early request`,
      ),
    ).to.deep.equal([
      ['p1', '0', 'No'],
      ['p2', '1', 'Yes'],
      ['p4', early, 'an early request'],
    ])
  })

  it('what is misspelt has no prices, and is still no part of the rule', () => {
    expect(
      readPrices('It rains. res_data: p1; 0, p2; 1. Where p1 corresponds to Down, p2 to Up.'),
    ).to.deep.equal({
      before: 'It rains.',
      prices: [],
      said: [],
    })
    expect(readPrices('It rains.')).to.deep.equal({ before: 'It rains.', prices: [], said: [] })
  })

  it('prices without meanings mean nothing that is known', () => {
    expect(labels('It rains, p1: 0, p2: 1')).to.deep.equal([
      ['p1', '0', null],
      ['p2', '1', null],
    ])
  })
})
