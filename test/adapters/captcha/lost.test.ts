import { expect } from 'chai'
import type { Edge } from '../../../adapters/captcha/Edge.ts'
import { readGlyphs } from '../../../adapters/captcha/Glyph.ts'
import { lexicon } from '../../../adapters/captcha/lexicon.ts'
import { longerNumber, lostNumber } from '../../../adapters/captcha/lost.ts'

/** An edge over a stretch of the letters, read as a word of the lexicon or as none. */
const edge = (start: number, end: number, word: string | null, slips = 0): Edge => ({
  start,
  end,
  entry: word === null ? null : lexicon.get(word)!,
  cost: 0,
  slips,
})

describe('lostNumber', () => {
  const lost = (text: string, own: Edge, earlier?: Edge, later?: Edge) =>
    lostNumber(readGlyphs(text), own, earlier, later)?.word ?? null

  it('is the number that letters which are no word might have been', () => {
    expect(lost('thxrtx', edge(0, 6, null))).to.equal('thirty')
    expect(lost('sevxn', edge(0, 5, null))).to.equal('seven')
    expect(lost('mqwkp', edge(0, 5, null))).to.equal(null)
  })

  it('is none of a number in digits, or of a word that is spelled right', () => {
    expect(lost('40', edge(0, 1, null))).to.equal(null)
    expect(lost('forty', edge(0, 5, 'form'))).to.equal(null)
  })

  it('is the tens that a misspelt word before a digit might have been', () => {
    expect(lost('fortyfour', edge(0, 5, 'form', 10), undefined, edge(5, 9, 'four'))).to.equal('forty')
    expect(lost('fortyten', edge(0, 5, 'form', 10), undefined, edge(5, 8, 'ten'))).to.equal(null)
    expect(lost('fivefour', edge(0, 4, 'form', 10), undefined, edge(4, 8, 'four'))).to.equal(null)
  })

  it('is the digit that a misspelt word after tens might have been', () => {
    expect(lost('fortyfour', edge(5, 9, 'form', 10), edge(0, 5, 'forty'))).to.equal('four')
    expect(lost('fortythirty', edge(5, 11, 'thing', 10), edge(0, 5, 'forty'))).to.equal(null)
  })
})

describe('longerNumber', () => {
  const longer = (text: string, at: number, ...path: readonly Edge[]) =>
    longerNumber(readGlyphs(text), path, at)?.word ?? null

  it('is the tens that the words before a digit would make', () => {
    // f o r t r y f o u r
    expect(longer('for try four', 2, edge(0, 3, 'for'), edge(3, 6, null), edge(6, 10, 'four'))).to.equal(
      'forty',
    )
    expect(longer('for try, four', 2, edge(0, 3, 'for'), edge(3, 6, null), edge(6, 10, 'four'))).to.equal(
      null,
    )
  })

  it('is the teen that a digit makes with the scrap after it', () => {
    expect(longer('seven een', 0, edge(0, 5, 'seven'), edge(5, 8, null))).to.equal('seventeen')
    expect(longer('seven, een', 0, edge(0, 5, 'seven'), edge(5, 8, null))).to.equal(null)
    expect(longer('seven newtons', 0, edge(0, 5, 'seven'), edge(5, 12, 'newtons'))).to.equal(null)
  })

  it('is none for a number of more than one digit, or where it stands alone', () => {
    expect(longer('for try ten', 2, edge(0, 3, 'for'), edge(3, 6, null), edge(6, 9, 'ten'))).to.equal(null)
    expect(longer('four', 0, edge(0, 4, 'four'))).to.equal(null)
  })
})
