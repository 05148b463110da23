import { expect } from 'chai'
import fc from 'fast-check'
import { readGlyphs } from '../../../adapters/captcha/Glyph.ts'

const spelled = (text: string): string =>
  readGlyphs(text)
    .map(({ letter, digits }) => letter || `<${digits}>`)
    .join('')
const gaps = (text: string) => readGlyphs(text).map(({ gap }) => gap)

describe('readGlyphs', () => {
  it('drops case, accents and decoration', () => {
    expect(spelled('tHi]R~tÝ')).to.equal('thirty')
    expect(spelled('ｓｅｖｅｎ')).to.equal('seven')
    expect(spelled('e\u0301ight')).to.equal('eight')
  })

  it('tells gaps by what stands in them', () => {
    expect(gaps('ab')).to.deep.equal(['none', 'none'])
    expect(gaps('a-b c ^d, e')).to.deep.equal(['none', 'signs', 'space', 'both', 'clause'])
    expect(readGlyphs('a ^b')[1]!.before).to.equal(' ^')
  })

  it('keeps an apostrophe inside a word, and a full stop out of what parts clauses', () => {
    expect(gaps('it’s')).to.deep.equal(['none', 'none', 'none'])
    expect(gaps('a. b')).to.deep.equal(['none', 'both'])
  })

  it('keeps two of a letter that repeats, but each one of those with a gap between', () => {
    expect(spelled('teeeeen')).to.equal('teen')
    expect(readGlyphs('teeeeen')[2]).to.include({ letter: 'e', start: 2, end: 6 })
    expect(spelled('te e e en')).to.equal('teeeen')
  })

  it('takes a number in digits as one, with thousands and one decimal point', () => {
    expect(spelled('1,234.5 at 6.7.8')).to.equal('<1,234.5>at<6.7><8>')
    expect(spelled('12, 13.')).to.equal('<12><13>')
  })

  it('takes a single digit inside a word for the letter it looks like', () => {
    expect(spelled('m0lting t3n')).to.equal('moltingten')
    expect(spelled('m10lting')).to.equal('m<10>lting')
    expect(spelled('claw 7')).to.equal('claw<7>')
    expect(spelled('cl2w')).to.equal('cl<2>w')
  })

  it('finds nothing in a text without letters', () => {
    expect(readGlyphs('')).to.deep.equal([])
    expect(readGlyphs(' ?!🦞')).to.deep.equal([])
  })

  it('says where each glyph stands, in order and within the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        let last = 0
        for (const { letter, digits, start, end } of readGlyphs(text)) {
          expect(start).to.be.at.least(last)
          expect(end).to.be.greaterThan(start).and.at.most(text.length)
          expect(letter === '').to.equal(digits !== '')
          last = end
        }
      }),
    )
  })
})
