import { expect } from 'chai'
import fc from 'fast-check'
import { readDayAt, yearAt } from '../../../reading/rule/days.ts'
import { scan } from '../../../reading/text/Words.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const read = (text: string, at = 0) => {
  const day = readDayAt(scan(text), at, undefined)
  return day === null ? null : [day.year, day.month, day.day]
}

describe('readDayAt', () => {
  it('B10: reads quarters, halves and ends of years as the last month of theirs', () => {
    for (const [text, at, day] of [
      ['Q3 2026', 0, [2026, 9, null]],
      ['3Q26', 0, [2026, 9, null]],
      ['H1 2026', 0, [2026, 6, null]],
      ['Q2', 0, [null, 6, null]],
      ['third quarter of 2026', 0, [2026, 9, null]],
      ['second half of 2026', 0, [2026, 12, null]],
      ['by year-end 2026', 1, [2026, 12, 31]],
      ['EOY 2026', 0, [2026, 12, 31]],
    ] as const)
      expect(read(text, at), text).to.deep.equal(day)
  })

  it('reads no quarter of a match, of somebody’s own year, or that names what follows', () => {
    for (const [text, at] of [
      ['first quarter of the game', 0],
      ['fiscal Q3 2026', 1],
      ['Q2 earnings', 0],
      ['Q5 2026', 0],
      ['third half of 2026', 0],
      ['a year-end bonus', 1],
    ] as const)
      expect(read(text, at), text).to.equal(null)
  })

  it('reads a day however it is written', () => {
    for (const text of [
      'August 28, 2025',
      'August 28th, 2025',
      'August 28 2025',
      'Aug. 28, 2025',
      'Aug 28, 2025',
      '28 August 2025',
      '28th of August, 2025',
      '2025-08-28',
      '8/28/2025',
      '28/8/2025',
      "28 August '25",
    ])
      expect(read(text), text).to.deep.equal([2025, 8, 28])
  })

  it('leaves out what a text leaves out', () => {
    expect(read('August 28')).to.deep.equal([null, 8, 28])
    expect(read('August 2025')).to.deep.equal([2025, 8, null])
    expect(read('August')).to.deep.equal([null, 8, null])
  })

  it('a year alone is a day only where it is when something ends', () => {
    expect(read('before 2027', 1)).to.deep.equal([2027, null, null])
    expect(read('the end of 2027.', 3)).to.deep.equal([2027, null, null])
    expect(read('the 2027 final', 1)).to.equal(null)
    expect(read('in 2027 elections', 1)).to.equal(null)
    expect(read('in 2027 or later', 1)).to.deep.equal([2027, null, null])
  })

  it('verbs are no months, unless they are written as names', () => {
    expect(read('may 5')).to.equal(null)
    expect(read('May 5')).to.deep.equal([null, 5, 5])
    expect(read('march 5')).to.equal(null)
  })

  it('refuses days that no calendar has', () => {
    for (const text of ['2025-13-01', '2025-00-10', '13/13/2025', '32/1/2025', '2025-01-32', '0/5/2025'])
      expect(read(text), text).to.equal(null)
  })

  it('a second day has the month of the first', () => {
    const words = scan('August 22-29, 2025')
    const first = { ...readDayAt(words, 0, undefined)!, minutes: null }
    expect(readDayAt(words, first.next + 1, first)).to.deep.include({ year: 2025, month: 8, day: 29 })
    const back = scan('August 22-21')
    const day = { ...readDayAt(back, 0, undefined)!, minutes: null }
    expect(readDayAt(back, day.next + 1, day)).to.equal(null)
    // After a clock a number is no day: "August 22, 10:00 - 12 points".
    expect(readDayAt(words, first.next + 1, { ...first, minutes: 5 })).to.equal(null)
  })

  it('reads any day back, in every way to write it', () => {
    const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
        const two = (value: number) => String(value).padStart(2, '0')
        for (const text of [
          `${months[m - 1]} ${d}, ${y}`,
          `${d} ${months[m - 1]!.slice(0, 3)} ${y}`,
          `${y}-${two(m)}-${two(d)}`,
          `${m}/${d}/${y}`,
        ])
          expect(read(text), text).to.deep.equal([y, m, d])
      }),
    )
  })
})

describe('yearAt', () => {
  it('is of four digits, from 1970 to 2100', () => {
    const of = (text: string) => yearAt(scan(text), 0)
    expect(['1970', '2100'].map(of)).to.deep.equal([1970, 2100])
    expect(['1969', '2101', '02027', '2,027', '20', 'x', ''].map(of)).to.deep.equal(Array(7).fill(null))
  })
})
