import { expect } from 'chai'
import { Calendar } from '../../../protocol/index.ts'
import { readDates } from '../../../reading/rule/dates.ts'
import { move, shiftBefore } from '../../../reading/rule/relative.ts'
import { scan } from '../../../reading/text/Words.ts'

/** What moves the last word of a text. */
const movedBy = (text: string) => {
  const words = scan(text)
  return shiftBefore(words, words.length - 1)
}
const shift = (text: string) => movedBy(text)?.shift ?? null
const moved = (year: number, month: number, day: number, by: Parameters<typeof move>[1]) =>
  Object.values(Calendar.dayAt(move({ days: Calendar.daysOf(year, month, day), minutes: 0 }, by).days))

describe('shiftBefore', () => {
  it('B10: reads how far a deadline lies from a day', () => {
    expect(shift('within 30 days of May')).to.deep.equal({ unit: 'days', count: 30, isWithin: true })
    expect(shift('two weeks after May')).to.deep.equal({ unit: 'days', count: 14, isWithin: false })
    expect(shift('within a fortnight of May')).to.deep.equal({ unit: 'days', count: 14, isWithin: true })
    expect(shift('within a 30-day of May')).to.equal(null)
    expect(shift('three months before May')).to.deep.equal({ unit: 'months', count: -3, isWithin: false })
    expect(shift('48 hours following May')).to.deep.equal({ unit: 'hours', count: 48, isWithin: false })
    expect(shift('60 calendar days after the May')!.count).to.equal(60)
  })

  it('reads none in a part of a month, and none without a number', () => {
    for (const text of ['the first 10 days of May', 'days after May', 'the end of May', 'after May'])
      expect(movedBy(text), text).to.equal(null)
  })

  it('says of days that only others can count that they lead to no day', () => {
    expect(movedBy('within 10 business days of May')).to.include({ shift: null })
    expect(readDates(scan('Within 5 trading days after May 4, 2027.'), '')).to.deep.equal([])
  })
})

describe('a day told by when the market began', () => {
  const read = (text: string, created: number | null) => readDates(scan(text), text, created)

  it('B10: is the day of its creation, moved', () => {
    const [mention] = read('Within 90 days of the creation of this market.', Date.UTC(2027, 0, 10) / 1_000)
    expect(mention).to.deep.include({ year: 2027, month: 1, day: 10, lead: 'by' })
    expect(mention!.shift!.count).to.equal(90)
  })

  it('is none where nobody says when that was, or no distance is given', () => {
    expect(read('Within 90 days of market creation.', null)).to.deep.equal([])
    expect(read('Since market creation.', 0)).to.deep.equal([])
  })
})

describe('move', () => {
  it('goes by the calendar, and not beyond the end of a shorter month', () => {
    expect(moved(2027, 1, 31, { unit: 'months', count: 1, isWithin: true })).to.deep.equal([2027, 2, 28])
    expect(moved(2027, 1, 31, { unit: 'months', count: -2, isWithin: true })).to.deep.equal([2026, 11, 30])
    expect(moved(2027, 12, 20, { unit: 'days', count: 14, isWithin: true })).to.deep.equal([2028, 1, 3])
    expect(move({ days: 10, minutes: 600 }, { unit: 'hours', count: 36, isWithin: true })).to.deep.equal({
      days: 11,
      minutes: 1_320,
    })
    expect(move({ days: 10, minutes: 600 }, { unit: 'hours', count: -11, isWithin: true })).to.deep.equal({
      days: 9,
      minutes: 1_380,
    })
  })
})
