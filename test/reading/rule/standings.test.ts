import { expect } from 'chai'
import { readStandings } from '../../../reading/rule/standings.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (text: string) => readStandings(scan(text)).map(({ comparator, value }) => [comparator, value])

describe('readStandings', () => {
  it('B10: reads ranks, and whether a better one will do', () => {
    for (const [text, ...wanted] of [
      ['in the top three', 'lte', '3'],
      ['a top-10 finish', 'lte', '10'],
      ['be #1 in the store', 'eq', '1'],
      ['ranked 2nd on the chart', 'eq', '2'],
      ['place third or better', 'lte', '3'],
      ['in 4th place', 'eq', '4'],
      ['the second-largest party', 'eq', '2'],
      ['debut at No. 1', 'eq', '1'],
    ] as const)
      expect(of(text), text).to.deep.equal([wanted])
  })

  it('reads none in days, lists and other orders', () => {
    for (const text of [
      'by the 5th of May',
      'a second term',
      'picks #1-10',
      'the number 3 bus',
      'top models',
      'the first time',
    ])
      expect(of(text), text).to.deep.equal([])
  })
})
