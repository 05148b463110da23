import { expect } from 'chai'
import fc from 'fast-check'
import { find, lexicon, matchAt, sentencesWith } from '../../../reading/text/Phrases.ts'
import { scan } from '../../../reading/text/Words.ts'

const phrasesIn = (text: string, ...phrases: string[]) =>
  find(scan(text), lexicon(phrases)).map(({ phrase, at }) => [phrase, at])

describe('phrases', () => {
  it('are found in any case, in order, the longest first', () => {
    expect(
      phrasesIn(
        'Greater than or equal to. More than.',
        'greater than',
        'greater than or equal to',
        'more than',
      ),
    ).to.deep.equal([
      ['greater than or equal to', 0],
      ['more than', 6],
    ])
  })

  it('do not overlap: words of one are no part of the next', () => {
    expect(phrasesIn('a b a b a', 'a b a')).to.deep.equal([['a b a', 0]])
    expect(phrasesIn('not not played', 'not played', 'not not')).to.deep.equal([['not not', 0]])
  })

  it('are whole words', () => {
    expect(phrasesIn('resolved', 'resolve')).to.deep.equal([])
    expect(phrasesIn('resolve-to', 'resolve to')).to.deep.equal([])
  })

  it('may have quotes between their words, which count to the place', () => {
    expect(phrasesIn('the "1H" candle', 'the 1h candle')).to.deep.equal([['the 1h candle', 0]])
    expect(matchAt(scan('resolve to "Other"'), 0, lexicon(['resolve to other']))).to.deep.equal({
      phrase: 'resolve to other',
      at: 0,
      count: 4,
    })
  })

  it('that have quotes of their own are found by them', () => {
    expect(phrasesIn('It will resolve to "Other".', 'resolve to "other"')).to.deep.equal([
      ['resolve to "other"', 2],
    ])
    expect(phrasesIn('It will resolve to other.', 'resolve to "other"')).to.deep.equal([])
  })

  it('are not found beyond the end of a text', () => {
    expect(phrasesIn('resolve', 'resolve to')).to.deep.equal([])
    expect(matchAt(scan(''), 0, lexicon(['a']))).to.equal(null)
  })

  it('words that are names of methods too are words', () => {
    expect(phrasesIn('constructor of toString', 'to')).to.deep.equal([])
    expect(phrasesIn('constructor', 'constructor')).to.deep.equal([['constructor', 0]])
  })

  it('a long and a short text are searched alike', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd', '.')
    const phrases = lexicon(['a b', 'a b c', 'b', 'c d'])
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (list) => {
        const words = scan(list.join(' '))
        // What the search must give, word by word.
        const expected = []
        for (let at = 0; at < words.length; ) {
          const hit = matchAt(words, at, phrases)
          if (hit !== null) expected.push(hit)
          at += hit?.count ?? 1
        }
        expect(find(words, phrases)).to.deep.equal(expected)
      }),
    )
  })

  it('tell the sentences in which they stand', () => {
    const words = scan('It rains. It snows. It rains again.')
    expect([...sentencesWith(words, lexicon(['rains']))]).to.deep.equal([0, 2])
    expect([...sentencesWith(words, lexicon(['hails']))]).to.deep.equal([])
  })
})
