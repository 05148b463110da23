import { expect } from 'chai'
import fc from 'fast-check'
import { Calendar } from '../../protocol/index.ts'

describe('Calendar', () => {
  it('counts days as the platform’s own calendar does, both ways', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (days) => {
        const date = new Date(days * 86_400_000)
        const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
        expect(Calendar.dayAt(days)).to.deep.equal(day)
        expect(Calendar.daysOf(day.year, day.month, day.day)).to.equal(days)
      }),
    )
  })

  it('knows leap years', () => {
    expect([2023, 2024, 1900, 2000].map((year) => Calendar.lastDayOf(year, 2))).to.deep.equal([
      28, 29, 28, 29,
    ])
    expect(Calendar.isDate(2024, 2, 29)).to.equal(true)
    for (const [year, month, day] of [
      [2023, 2, 29],
      [2024, 0, 1],
      [2024, 13, 1],
      [2024, 4, 31],
      [2024, 1, 0],
    ] as const)
      expect(Calendar.isDate(year, month, day), `${year}-${month}-${day}`).to.equal(false)
  })

  it('reads months by their whole names and by three letters, and nothing else', () => {
    const read = (words: string) => words.split(' ').map(Calendar.monthOf)
    expect(read('january sep sept dec may')).to.deep.equal([1, 9, 9, 12, 5])
    expect(read('janu March septembe 3')).to.deep.equal([null, null, null, null])
  })
})
