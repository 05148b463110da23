import { expect } from 'chai'
import { readDates } from '../../../reading/rule/dates.ts'
import { rank, resolving } from '../../../reading/rule/ranks.ts'
import { sentencesWith } from '../../../reading/text/Phrases.ts'
import { scan } from '../../../reading/text/Words.ts'

const ranksOf = (text: string) => {
  const words = scan(text)
  const operative = sentencesWith(words, resolving)
  return rank({ words, dates: readDates(words, text) }, (sentence) => operative.has(sentence))
}
const of = (text: string) => ranksOf(text).map((found) => found.rank)

describe('rank', () => {
  it('tells when a market ends from what it is about', () => {
    expect(of('It resolves to "Yes" if it rains by May 5, 2027.')).to.deep.equal(['closing'])
    expect(of('It resolves to "Yes" if it rains on May 5, 2027.')).to.deep.equal(['operative'])
    expect(of('It rained on May 5, 2027.')).to.deep.equal(['plain'])
    expect(of('The game is scheduled for May 5, 2027.')).to.deep.equal(['scheduled'])
  })

  it('B10: a day that is called the deadline ends the market, whatever its sentence says', () => {
    for (const text of [
      'Deadline: May 5, 2027, 23:59 UTC.',
      'The deadline is May 5, 2027.',
      'Cut-off: on May 5, 2027.',
    ])
      expect(of(text), text).to.deep.equal(['closing'])
    expect(of('They missed the deadline, and met on May 5, 2027.')).to.deep.equal(['plain'])
  })

  it('two days with nothing but a joining word between them are a window', () => {
    const found = ranksOf('It resolves to "Yes" if it rains between May 5 and May 9, 2027.')
    expect(found.map((one) => one.rank)).to.deep.equal(['operative', 'window'])
    expect(found[1]!.opening).to.equal(found[0]!.mention)
    expect(of('It resolves to "Yes" if it rains on May 5 or May 9, 2027.')).to.deep.equal([
      'operative',
      'operative',
    ])
    expect(ranksOf('It resolves on May 5. And by May 9, 2027.')[1]!.opening).to.equal(null)
  })

  it('a day in a sentence on what is late, or did not happen, is no end', () => {
    expect(of('If it is postponed past May 5, 2027, it resolves to "No".')).to.deep.equal(['late'])
    expect(of('If no winner is known by May 5, 2027, it resolves to "No".')).to.deep.equal(['late'])
    expect(of('If it hasn\'t rained by May 5, 2027, it resolves to "No".')).to.deep.equal(['late'])
    expect(of('It resolves to "No" if not by May 5, 2027.')).to.deep.equal(['closing'])
  })
})
