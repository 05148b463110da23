import { expect } from 'chai'
import fc from 'fast-check'
import { Instant } from '../../../protocol/index.ts'
import { readDate } from '../../../reading/text/readDate.ts'

describe('readDate', () => {
  const at = Instant.parse
  const day = (text: string) => ({ from: at(`${text}T00:00:00Z`), to: at(`${text}T23:59:59Z`), by_day: true })
  const instant = (text: string) => ({ from: at(text), to: at(text), by_day: false })
  const cases: [string, ReturnType<typeof readDate>][] = [
    ['2026-03-12T16:31:05.000Z', instant('2026-03-12T16:31:05Z')],
    ['2026-03-12T16:31:05-04:00', instant('2026-03-12T20:31:05Z')],
    ['2026-03-12 16:31 UTC', instant('2026-03-12T16:31:00Z')],
    ['2026-03-12T16:31:05', day('2026-03-12')],
    ['2026-03-12', day('2026-03-12')],
    ['Thu, 12 Mar 2026 12:30:00 GMT', instant('2026-03-12T12:30:00Z')],
    ['Thu, 12 Mar 2026 12:30:00 -0500', instant('2026-03-12T17:30:00Z')],
    ['12 March 2026', day('2026-03-12')],
    ['March 12, 2026', day('2026-03-12')],
    ['MARCH 12, 2026 (wire)', day('2026-03-12')],
    ['Thursday, Mar. 12, 2026', day('2026-03-12')],
    ['2026-02-30', null],
    ['March 32, 2026', null],
    ['yesterday', null],
    ['12/03/2026', null],
    ['on 2026-03-12', null],
  ]
  for (const [words, expected] of cases) {
    it(`reads "${words}" as ${expected === null ? 'no date' : JSON.stringify(expected)}`, () => {
      expect(readDate(words)).to.deep.equal(expected)
    })
  }

  const part = fc.constantFrom(
    '2026',
    '-',
    '03',
    '12',
    'T',
    ':',
    ' ',
    'March',
    'Thu,',
    'GMT',
    '+0100',
    '99',
    '\u0000',
    '😀',
  )
  const nearlyDate = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''))

  it('never throws, and gives no span but an instant or a day', () => {
    fc.assert(
      fc.property(nearlyDate, (words) => {
        const dated = readDate(words)
        if (dated !== null) expect(dated.to - dated.from).to.equal(dated.by_day ? 86_399 : 0)
      }),
    )
  })
})
