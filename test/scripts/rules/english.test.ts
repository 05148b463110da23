import { expect } from 'chai'
import { makeEnglish } from '../../../scripts/rules/english.ts'

const text = (group: string, words: string) => ({ group, text: words })

describe('makeEnglish', () => {
  const english = makeEnglish(
    ['Price', 'rain'],
    [
      text('a', 'Prices from other exchanges. The memecoin annoucement.'),
      text('a', 'Prices from other exchanges, and Putin. annoucement'),
      text('b', 'prices from a memecoin'),
      text('c', 'prices from Putin'),
    ],
  )

  it('words are those of the list, and those of two unlike rules', () => {
    expect([...english.words]).to.include.members(['price', 'rain', 'prices', 'memecoin'])
    expect(english.words.has('annoucement')).to.equal(false)
  })

  it('plain are those that three unlike rules write in small letters', () => {
    expect([
      english.plain.has('from'),
      english.plain.has('putin'),
      english.plain.has('memecoin'),
    ]).to.deep.equal([true, false, false])
  })

  it('neighbours are counted of words of grammar, and not across a mark', () => {
    expect([english.seen.has('prices from'), english.usual.has('prices from')]).to.deep.equal([true, true])
    expect([english.seen.has('from other'), english.usual.has('from other')]).to.deep.equal([true, false])
    expect(english.seen.has('exchanges and')).to.equal(false)
    expect(english.seen.has('other exchanges')).to.equal(false)
  })
})
