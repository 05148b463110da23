import { expect } from 'chai'
import { decide } from '../../../workers/facts/index.ts'
import { fact, html, page, spec } from '../../helpers/factsFixture.ts'

const early = 'Alder Marine denied on May 2, 2026 that it was buying Tolland Ropes.'
const late = 'Alder Marine has acquired Tolland Ropes, it said on June 11, 2026.'

describe('isSuperseded', () => {
  it('S2-113: a later statement of the same source stands against what one reader took from an earlier one', () => {
    const yes = fact({ quote: late })
    const no = fact({
      quote: early,
      modality: 'denied',
      predicate: 'denied buying',
      date: '2026-05-02',
      bears: 'NO',
    })
    const view = page(html(`<p>${early}</p><p>${late}</p>`))
    expect(decide(spec, [view], [[yes, no], [yes]]).outcome).to.equal('YES')
    expect(
      decide(
        spec,
        [view],
        [
          [yes, no],
          [yes, no],
        ],
      ).outcome,
    ).to.equal('INVALID')
  })
})
