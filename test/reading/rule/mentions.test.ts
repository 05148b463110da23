import { expect } from 'chai'
import { readDates } from '../../../reading/rule/dates.ts'
import { endOf, startOf, yearFor } from '../../../reading/rule/mentions.ts'
import { scan } from '../../../reading/text/Words.ts'

const dates = (text: string) => readDates(scan(text), text)
const first = (text: string) => dates(text)[0]!
const instant = (iso: string) => Date.parse(iso) / 1_000

describe('the year of a mention', () => {
  it('is its own, then that of the same day elsewhere', () => {
    const all = dates('By June 30, 2027. On June 30. On May 1, 2029.')
    const year = yearFor(all, instant('2035-01-01T00:00:00Z'))
    expect(all.map(year)).to.deep.equal([2027, 2027, 2029])
  })

  it('then the one that brings it nearest to when the market closes, over the turn of a year too', () => {
    const near = (iso: string, text: string) => yearFor([], instant(iso))(first(text))
    expect(near('2027-12-30T00:00:00Z', 'On January 2')).to.equal(2028)
    expect(near('2028-01-02T00:00:00Z', 'On December 30')).to.equal(2027)
    expect(near('2027-06-15T00:00:00Z', 'On June 1')).to.equal(2027)
  })

  it('then the last year that is named, and none where none is', () => {
    expect(yearFor(dates('By May 1, 2026 or May 2, 2027.'), null)(first('On June 1'))).to.equal(2027)
    expect(yearFor([], null)(first('On June 1'))).to.equal(null)
  })
})

describe('the ends of a mention', () => {
  const daysOf = (iso: string) => instant(iso) / 86_400

  it('its last minute is that of its day, month or year', () => {
    expect(endOf(first('by June 30'), 2027)).to.deep.equal({ days: daysOf('2027-06-30'), minutes: 1_439 })
    expect(endOf(first('by June 30, 5 PM'), 2027)).to.deep.equal({
      days: daysOf('2027-06-30'),
      minutes: 1_020,
    })
    expect(endOf(first('in February'), 2028)).to.deep.equal({ days: daysOf('2028-02-29'), minutes: 1_439 })
    expect(endOf(first('in 2027.'), 2027)).to.deep.equal({ days: daysOf('2027-12-31'), minutes: 1_439 })
    expect(endOf(first('by June 30'), null)).to.equal(null)
  })

  it('its first instant is that of its day, month or year, in a zone', () => {
    expect(startOf(first('in 2027.'), 2027, 'UTC')).to.equal(instant('2027-01-01T00:00:00Z'))
    expect(startOf(first('in July'), 2027, 'ET')).to.equal(instant('2027-07-01T04:00:00Z'))
    expect(startOf(first('on July 4, 5 PM'), 2027, null)).to.equal(instant('2027-07-04T17:00:00Z'))
    expect(startOf(first('in July'), null, 'ET')).to.equal(null)
  })

  it('a day that its month does not have is the last that it has', () => {
    expect(endOf(first('by February 31'), 2027)).to.deep.include({ days: daysOf('2027-02-28') })
    expect(startOf(first('by February 31'), 2027, 'UTC')).to.equal(instant('2027-02-28T00:00:00Z'))
  })
})
