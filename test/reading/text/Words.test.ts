import { expect } from 'chai'
import fc from 'fast-check'
import { find, lexicon } from '../../../reading/text/Phrases.ts'
import { scan } from '../../../reading/text/Words.ts'

const texts = (text: string) => scan(text).map((word) => word.text)

describe('scan', () => {
  it('reads words in lower case, and marks one by one', () => {
    expect(texts('Will “It” rain—now?')).to.deep.equal(['will', '"', 'it', '"', 'rain', '-', 'now', '?'])
  })

  it('keeps numbers whole: points and thousands belong to them, the comma of a date does not', () => {
    expect(texts('$100,000.50 by May 5,2025')).to.deep.equal([
      '$',
      '100,000.50',
      'by',
      'may',
      '5',
      ',',
      '2025',
    ])
  })

  it('keeps addresses whole, without the parenthesis or the point after them', () => {
    expect(texts('(https://a.example/b_(c)?d=1).')).to.deep.equal([
      '(',
      'https://a.example/b_(c)?d=1',
      ')',
      '.',
    ])
  })

  it('counts sentences by full stops and lines, not by abbreviations', () => {
    const sentences = scan('The U.S. won vs. Spain. Then it ended.\nNew line').map(({ sentence }) => sentence)
    expect(Math.max(...sentences)).to.equal(2)
  })

  it('takes a line break that was escaped twice for a line break', () => {
    expect(texts('ET:\\nIf')).to.deep.equal(['et', ':', 'if'])
  })

  it('gives places that are places in the original, in order and without overlap, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        let end = 0
        for (const word of scan(text)) {
          expect(word.start).to.be.at.least(end)
          expect(word.end).to.be.greaterThan(word.start)
          end = word.end
        }
        expect(end).to.be.at.most(text.length)
      }),
    )
  })
})

describe('find', () => {
  const phrases = lexicon(['will not', 'will not count', 'u.s. treasury'])

  it('finds the longest phrase, through quotes', () => {
    expect(find(scan('It will "not" count.'), phrases).map(({ phrase }) => phrase)).to.deep.equal([
      'will not count',
    ])
  })

  it('finds the same whether the text is short or long', () => {
    const long = scan(`${'word '.repeat(50)} the U.S. Treasury will not say`)
    expect(find(long, phrases).map(({ phrase }) => phrase)).to.deep.equal(['u.s. treasury', 'will not'])
  })
})
