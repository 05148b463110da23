import { expect } from 'chai'
import fc from 'fast-check'
import * as Text from '../../../protocol/rubric/Text.ts'

const keys = (text: string) => Text.sentences(Text.fold(text)).map(({ key }) => key)

describe('Text.fold', () => {
  it('changes the case of ASCII letters alone, so that every engine reads a text alike', () => {
    expect(Text.fold('İSTANBUL Straße ΣΑΣ')).to.equal('İstanbul straße ΣΑΣ')
  })

  it('straightens quotes, dashes, spaces and foreign full stops', () => {
    expect(Text.fold('“It’s” «a» – b − c\u00a0d\u3000e')).to.equal('"it\'s" "a" - b - c d e')
    expect(Text.fold('是。否！何？')).to.equal('是. 否. 何. ')
  })

  it('takes out what shows nothing', () => {
    expect(Text.fold('ig\u200bno\u00adre\u202e \ufeffthis\u2060')).to.equal('ignore this')
  })

  it('property: folding twice is folding once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Text.fold(Text.fold(text))).to.equal(Text.fold(text))
      }),
    )
  })
})

describe('Text.words', () => {
  it('are letters and digits, with an apostrophe within', () => {
    expect(Text.words("it's 3-1, o'neil's café no.7")).to.deep.equal([
      "it's",
      '3',
      '1',
      "o'neil",
      's',
      'café',
      'no',
      '7',
    ])
    expect(Text.words('—')).to.deep.equal(['—'])
    expect(Text.words(' .,;- ')).to.deep.equal([])
  })
})

describe('Text.sentences', () => {
  it('end at a full stop, a question or an exclamation mark before a space, and at a line’s end', () => {
    expect(keys('Rosenborg won. Did it? Yes!\nIt was 3.5 to 1')).to.deep.equal([
      'rosenborg won',
      'did it',
      'yes',
      'it was 3 5 to 1',
    ])
    expect(keys('He said "it won." Then he left (at 5.) and slept')).to.have.length(3)
    expect(keys("He said 'it won.' Then he left")).to.have.length(2)
  })

  it('do not end at an abbreviation', () => {
    expect(keys('St. Louis vs. Chicago at 7 p.m. in the U.S. today')).to.have.length(1)
    expect(keys('It was so. Mr. Smith won')).to.deep.equal(['it was so', 'mr smith won'])
  })

  it('end at the marks of markup, tables and data', () => {
    expect(keys('a|b<c>d{e}f`g')).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  it('count from 0, and keep their punctuation beside their words', () => {
    const [first, second] = Text.sentences('one, two.\nthree')
    expect(first).to.deep.include({ index: 0, words: ['one', 'two'], key: 'one two' })
    expect(first!.folded).to.include('one, two.')
    expect(second).to.deep.include({ index: 1, words: ['three'] })
  })

  it('leave out addresses, which are not prose', () => {
    expect(keys('See https://example.com/rosenborg-won?x=1 for it')).to.deep.equal(['see', 'for it'])
    expect(keys('(http://a.example/b) and more')).to.deep.equal(['and more'])
  })

  it('leave out citation marks', () => {
    expect(keys('Rosenborg won [3] again [4, 7] [12].')).to.deep.equal(['rosenborg won again'])
    expect(keys('Rosenborg [a] won')).to.deep.equal(['rosenborg a won'])
    expect(keys('[1] [2]')).to.deep.equal([])
  })

  it('without words are none', () => {
    expect(keys('')).to.deep.equal([])
    expect(keys(' . ! ?\n\n...\n')).to.deep.equal([])
  })

  it('property: hold every word of a text once, and in order', () => {
    const piece = fc.constantFrom('won', 'vs', '.', ' ', '\n', '?', '"', '|', 'a', '3', ',')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        const split = Text.sentences(text)
        expect(split.flatMap(({ words }) => words).join('')).to.equal(Text.words(text).join(''))
        split.forEach(({ index }, i) => {
          expect(index).to.equal(i)
        })
      }),
    )
  })
})
