import { expect } from 'chai'
import fc from 'fast-check'
import { type Choice, pickSample, splitMetric } from '../../../protocol/source/pickSample.ts'

const window = { from: 100, to: 200 }
const sample = (observedAt: number, value: string) => ({ observedAt, value })

describe('splitMetric', () => {
  it('reads the choice from the ending, in any case', () => {
    expect(splitMetric('price_usd')).to.deep.equal({ name: 'price_usd', choice: 'first' })
    expect(splitMetric('Price_HIGH')).to.deep.equal({ name: 'price', choice: 'high' })
    expect(splitMetric('tvl_low')).to.deep.equal({ name: 'tvl', choice: 'low' })
  })

  it('takes one ending off, and none that is only part of a word', () => {
    expect(splitMetric('tvl_low_high')).to.deep.equal({ name: 'tvl_low', choice: 'high' })
    expect(splitMetric('highlow')).to.deep.equal({ name: 'highlow', choice: 'first' })
    expect(splitMetric('_high')).to.deep.equal({ name: '', choice: 'high' })
  })
})

describe('pickSample', () => {
  const pick = (choice: Choice, ...samples: { observedAt: number; value: string }[]) =>
    pickSample(samples, window, choice)

  it('C54: counts both ends of the window, and nothing beyond them', () => {
    for (const choice of ['first', 'high', 'low'] as const) {
      expect(pick(choice, sample(100, '1'))).to.deep.equal(sample(100, '1'))
      expect(pick(choice, sample(200, '1'))).to.deep.equal(sample(200, '1'))
      expect(pick(choice, sample(99, '1'), sample(201, '2')), choice).to.equal(null)
      expect(pick(choice), 'of none').to.equal(null)
    }
  })

  it('C32: compares values exactly, where doubles would be equal', () => {
    const [less, more] = [sample(110, '0.1000000000000000001'), sample(120, '0.1000000000000000002')]
    expect(pick('high', less, more)).to.equal(more)
    expect(pick('low', more, less)).to.equal(less)
    expect(pick('high', sample(1 + 99, '9'), sample(101, '10'))!.value, 'as numbers, not as text').to.equal(
      '10',
    )
  })

  it('C55: of equal extremes the earliest counts, however they are spelled', () => {
    expect(pick('high', sample(150, '9.0'), sample(120, '9'), sample(180, '9.00'))).to.deep.equal(
      sample(120, '9'),
    )
    expect(pick('low', sample(150, '-9'), sample(120, '-9.0'))).to.deep.equal(sample(120, '-9.0'))
  })

  it('of two samples at one time the one that is listed first counts', () => {
    expect(pick('first', sample(120, '1'), sample(120, '2'))!.value).to.equal('1')
    expect(pick('high', sample(120, '1'), sample(120, '1.0'))!.value).to.equal('1')
  })

  it('property: the order of samples changes nothing where no two are at one time', () => {
    const samples = fc.uniqueArray(
      fc.record({ observedAt: fc.integer({ min: 90, max: 210 }), value: fc.integer().map(String) }),
      {
        selector: ({ observedAt }) => observedAt,
      },
    )
    fc.assert(
      fc.property(samples, fc.constantFrom('first', 'high', 'low'), fc.nat(), (list, choice, turn) => {
        const turned = list.map((_, i) => list[(i + turn) % list.length]!)
        expect(pickSample(turned, window, choice)).to.deep.equal(pickSample(list, window, choice))
      }),
    )
  })
})
