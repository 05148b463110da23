import { expect } from 'chai'
import { cut, numbersOf } from '../../../indexer/queries/Reading.ts'

describe('a page of a list', () => {
  it('names where the next one begins, and the last one names nothing', () => {
    const place = (row: number) => `at ${row}`
    expect(cut([1, 2, 3], 2, place)).to.deep.equal({ items: [1, 2], next: 'at 2' })
    expect(cut([1, 2], 2, place)).to.deep.equal({ items: [1, 2], next: null })
    expect(cut([], 2, place)).to.deep.equal({ items: [], next: null })
  })

  it('a place is so many whole numbers, and nothing else is one', () => {
    expect(numbersOf('12-7', 2)).to.deep.equal([12, 7])
    for (const text of ['12', '12-7-1', '-7', 'a-1', '1-1e3', `1-${'9'.repeat(17)}`, ''])
      expect(numbersOf(text, 2), text).to.equal(null)
  })
})
