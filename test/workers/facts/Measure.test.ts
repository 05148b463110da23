import { expect } from 'chai'
import { checkFact, readEvent } from '../../../workers/facts/index.ts'
import { compareValue, holds } from '../../../workers/facts/Measure.ts'
import * as Quantity from '../../../workers/facts/Quantity.ts'
import { asked, fact, html, page } from '../../helpers/factsFixture.ts'

const spec = readEvent({
  ...asked,
  question: 'Will the Velm jobless rate be below 4.5% in May 2026?',
  rules:
    'Resolves to "Yes" if the jobless rate of Velm for May 2026, as published by the Velm office, is below 4.5%.',
})
const rate = (quote: string, value: string, unit = 'percent') =>
  checkFact(
    spec,
    [page(html(`<p>${quote}</p>`))],
    fact({ quote, subject: 'Velm', predicate: 'jobless rate', object: null, value, unit }),
  ).codes

describe('checkMeasure', () => {
  it('S2-113: takes the number that is asked for, not an earlier one or another rate', () => {
    expect(rate('The jobless rate of Velm eased to 4.3%, from 4.4% in April.', '4.3')).to.deep.equal([])
    expect(rate('The jobless rate of Velm eased to 4.3%, from 4.4% in April.', '4.4')).to.include(
      'VALUE_FORMER',
    )
    expect(rate('Unadjusted, the jobless rate of Velm was 4.1%.', '4.1')).to.include('MEASURE_OTHER')
    expect(rate('The jobless rate of Velm was 4.3%.', '4.2')).to.include('VALUE_ABSENT')
    expect(rate('The jobless rate in Velm leaves 43 people idle.', '43')).to.include('UNIT_OTHER')
  })
})

describe('compareValue', () => {
  it('S2-113: converts units, and compares nothing that cannot be compared', () => {
    expect(compareValue(spec, fact({ value: '430', unit: 'bps' }))).to.equal('holds')
    expect(compareValue(spec, fact({ value: '4.5', unit: '%' }))).to.equal('fails')
    expect(compareValue(spec, fact({ value: '4', unit: 'people' }))).to.equal(null)
    expect(compareValue(spec, fact({ value: '2-0', unit: null }))).to.equal(null)
  })

  it('keeps "more than" and "at least" apart', () => {
    const bound = Quantity.of(5, 2)
    expect(holds('gt', bound, bound, null)).to.equal(false)
    expect(holds('gte', bound, bound, null)).to.equal(true)
    expect(holds('between', bound, Quantity.of(2), Quantity.of(3))).to.equal(true)
  })
})
