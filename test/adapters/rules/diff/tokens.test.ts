import { expect } from 'chai'
import { tokens } from '../../../../adapters/rules/diff/tokens.ts'

const keys = (text: string) => tokens(text).map(({ key }) => key)
const same = (...texts: string[]) => {
  for (const text of texts) expect(keys(text), text).to.deep.equal(keys(texts[0]!))
}
const apart = (...texts: string[]) => {
  expect(new Set(texts.map((text) => keys(text).join(' '))).size, texts.join(' / ')).to.equal(texts.length)
}

describe('tokens of a rule', () => {
  it('have no case, accents, quotes or punctuation', () => {
    same('The “Café” will open.', 'the cafe will open', "The 'Café', will open!")
  })

  it('have one way to write a day', () => {
    same('by May 1, 2027', 'by 1 May 2027', 'no later than May 1, 2027', 'on or before May 1st, 2027')
    apart('by May 1, 2027', 'by May 2, 2027', 'before May 1, 2027', 'by May 1, 2028')
  })

  it('have one instant for a time of day in two zones', () => {
    same('May 1, 2027, 12:00 PM UTC', 'May 1, 2027, 8:00 AM ET')
    apart('May 1, 2027, 12:00 PM UTC', 'May 1, 2027, 12:00 PM ET', 'May 1, 2027, 12:01 PM UTC')
  })

  it('quote the place that they were read from', () => {
    const text = 'Ends on May 1, 2027 at the latest.'
    const day = tokens(text)[2]!
    expect(text.slice(day.word.start, day.end)).to.equal('May 1, 2027')
  })

  it('know an address whole', () => {
    apart('see https://a.example/x', 'see https://a.example/y')
  })
})
