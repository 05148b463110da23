import { expect } from 'chai'
import { budgetOf } from '../../../adapters/captcha/budget.ts'
import { cost } from '../../../adapters/captcha/cost.ts'
import { type Edge, edgesFrom, isNumber } from '../../../adapters/captcha/Edge.ts'
import { readGlyphs } from '../../../adapters/captcha/Glyph.ts'
import { lexicon } from '../../../adapters/captcha/lexicon.ts'
import { makeMatcher } from '../../../adapters/captcha/match.ts'
import { plant } from '../../../adapters/captcha/Trie.ts'

const matcher = makeMatcher(plant(lexicon, budgetOf))

function edges(text: string, start = 0): Edge[] {
  const glyphs = readGlyphs(text)
  return edgesFrom(glyphs, start, matcher(glyphs))
}

/** The cheapest way in which a word is read there. */
const costOf = (word: string, text: string, start = 0): number | undefined =>
  edges(text, start)
    .filter(({ entry }) => entry?.word === word)
    .map((edge) => edge.cost)
    .sort((a, b) => a - b)[0]

describe('edges of a reading', () => {
  it('are one for a number in digits, which is no word', () => {
    expect(edges('40 newtons')).to.deep.equal([{ start: 0, end: 1, entry: null, cost: cost.word, slips: 0 }])
  })

  it('are words, and letters that are none up to sixteen of them', () => {
    expect(costOf('seven', 'seven')).to.equal(cost.word)
    const junk = edges('bcdfghjklmnpqrstvw').filter(({ entry }) => entry === null)
    expect(junk.map(({ end }) => end)).to.deep.equal(Array.from({ length: 16 }, (_, i) => i + 1))
    expect(junk[1]!.cost - junk[0]!.cost).to.equal(cost.junkLetter)
  })

  it('cost more where a number runs into its neighbours', () => {
    const apart = costOf('ten', 'in ten se', 2)!
    expect(costOf('ten', 'intense', 2)).to.equal(apart + cost.between.none + 2 * cost.gluedNumber)
    expect(costOf('ten', 'inten se', 2)).to.equal(apart + cost.between.none + cost.gluedNumber)
  })

  it('cost more where a word that decides nothing is in pieces, and a short sum', () => {
    const piece = cost.within.space + cost.plainInPieces
    expect(costOf('often', 'of ten')! - costOf('often', 'often')!).to.equal(piece)
    expect(costOf('sum', 's um')! - costOf('sum', 'sum')!).to.equal(piece)
    expect(costOf('total', 'to tal')! - costOf('total', 'total')!).to.equal(cost.within.space)
  })

  it('cost more where a word that decides nothing runs into the one before', () => {
    const glued = (word: string) => costOf(word, `in${word}`, 2)! - costOf(word, `in ${word}`, 2)!
    expect(glued('often')).to.equal(cost.between.none + cost.gluedPlain)
    expect(glued('total')).to.equal(cost.between.none)
  })

  it('have no misspelt number that takes letters of the word after a plain one', () => {
    const words = (text: string) => edges(text).map(({ entry }) => entry?.word)
    expect(words('seven eten')).to.include('seven').and.not.include('seventeen')
    expect(words('seven teen')).to.include.members(['seven', 'seventeen'])
  })

  it('are of a number where their entry is one', () => {
    expect(edges('seven').map(isNumber)).to.include(true)
    expect(isNumber(undefined)).to.equal(false)
    expect(isNumber(edges('7')[0])).to.equal(false)
  })
})
