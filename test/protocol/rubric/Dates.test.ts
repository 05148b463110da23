import { expect } from 'chai'
import fc from 'fast-check'
import * as Dates from '../../../protocol/rubric/Dates.ts'
import * as Text from '../../../protocol/rubric/Text.ts'

const find = (text: string) =>
  Dates.find(Text.words(Text.fold(text))).map(
    ({ year, month, day }) => `${year ?? '?'}-${month}-${day ?? '?'}`,
  )

describe('Dates.find', () => {
  it('reads days as people write them', () => {
    for (const text of [
      'June 5, 2025',
      '5 June 2025',
      'the 5th of it, 5th June 2025',
      '2025-06-05',
      'Jun 5th 2025',
    ])
      expect(find(text), text).to.deep.equal(['2025-6-5'])
    expect(find('on May 11')).to.deep.equal(['?-5-11'])
    expect(find('in June 2025')).to.deep.equal(['2025-6-?'])
    expect(find('2025/06')).to.deep.equal(['2025-6-?'])
  })

  it('finds each of several', () => {
    expect(find('From May 1 to June 2, 2025, and on 2024-12-31')).to.deep.equal([
      '?-5-1',
      '2025-6-2',
      '2024-12-31',
    ])
  })

  it('takes words that are also months for words, and numbers that are no days for numbers', () => {
    for (const text of [
      'It may be',
      'a march on Rome',
      'May 32',
      '2025-13-01',
      '1989-06-05',
      '2100-06-05',
      '12:30',
      '',
    ])
      expect(find(text), text).to.deep.equal([])
  })

  it('property: finds any day in the spelling of an address or a log', () => {
    const day = fc.integer({ min: 7_305, max: 47_481 }).map((days) => new Date(days * 86_400_000))
    fc.assert(
      fc.property(day, (date) => {
        const [year, month, of] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
        expect(find(date.toISOString().slice(0, 10))).to.deep.equal([`${year}-${month}-${of}`])
      }),
    )
  })
})

describe('Dates.ofUnix', () => {
  it('is the day of UTC', () => {
    expect(Dates.ofUnix(Date.UTC(2026, 1, 20, 23, 59, 59) / 1_000)).to.deep.equal({
      year: 2026,
      month: 2,
      day: 20,
    })
    expect(Dates.ofUnix(Date.UTC(2026, 1, 21) / 1_000)).to.deep.equal({ year: 2026, month: 2, day: 21 })
  })
})

describe('Dates.distance', () => {
  const day = (month: number, of: number | null, year: number | null = 2025) => ({ year, month, day: of })

  it('counts days within a month, and about as many between months', () => {
    expect(Dates.distance(day(5, 11), day(5, 11))).to.equal(0)
    expect(Dates.distance(day(5, 11), day(5, 14))).to.equal(3)
    expect(Dates.distance(day(4, 30), day(5, 2))).to.be.within(1, 3)
    expect(Dates.distance(day(5, 11), day(8, 11))).to.be.above(80)
  })

  it('takes a missing year for the other’s', () => {
    expect(Dates.distance(day(5, 11, null), day(5, 12, 2030))).to.equal(1)
    expect(Dates.distance(day(5, 11, null), day(5, 12, null))).to.equal(1)
    expect(Dates.distance(day(5, 11, 2024), day(5, 11, 2025))).to.equal(365)
  })

  it('knows only the month where no day is named', () => {
    expect(Dates.distance(day(5, null), day(5, 31))).to.equal(0)
    expect(Dates.distance(day(5, null), day(6, 15))).to.be.above(3)
    expect(Dates.distance(day(5, null, 2024), day(5, 11, 2025))).to.be.above(300)
  })

  it('property: is the same both ways', () => {
    const any = fc.record({
      year: fc.option(fc.integer({ min: 1990, max: 2099 })),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.option(fc.integer({ min: 1, max: 28 })),
    })
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(Dates.distance(a, b)).to.equal(Dates.distance(b, a)).and.be.at.least(0)
      }),
    )
  })
})
