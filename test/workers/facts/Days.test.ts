import { expect } from 'chai'
import { daysIn } from '../../../workers/facts/Days.ts'

const of = (text: string) => {
  const [found] = daysIn(text)
  return found === undefined ? null : [found.year, found.month, found.day]
}

describe('daysIn', () => {
  it('S2-113: reads days in many forms and some languages', () => {
    for (const text of [
      'December 9, 2025',
      'Dec 9, 2025',
      '9 December 2025',
      'Tuesday 9 December 2025',
      '2025-12-09',
      '9. Dezember 2025',
      '9 de diciembre de 2025',
      '09.12.2025',
      '12/9/2025',
    ])
      expect(of(text), text).to.deep.equal([2025, 12, 9])
  })

  it('leaves out a year that is not given, and days that no calendar has', () => {
    expect(of('on July 18')).to.deep.equal([null, 7, 18])
    expect(of('in May 2026')).to.deep.equal([2026, 5, null])
    expect(of('February 30, 2026')).to.equal(null)
    expect(of('they may 5 times')).to.equal(null)
  })
})
