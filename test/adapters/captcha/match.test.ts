import { expect } from 'chai'
import { cost } from '../../../adapters/captcha/cost.ts'
import { readGlyphs } from '../../../adapters/captcha/Glyph.ts'
import type { Entry } from '../../../adapters/captcha/lexicon.ts'
import { type Match, makeMatcher } from '../../../adapters/captcha/match.ts'
import { plant } from '../../../adapters/captcha/Trie.ts'

const lexicon = new Map<string, Entry>(
  [
    { word: 'seven', role: 'number' as const, value: 7 },
    { word: 'three', role: 'number' as const, value: 3 },
    { word: 'sand', role: 'plain' as const, value: 0 },
  ].map((entry) => [entry.word, entry]),
)
/** One wrong consonant for a number, none for other words. */
const matcher = makeMatcher(plant(lexicon, (_, { role }) => (role === 'number' ? cost.slip : 0)))

/** The cheapest way to read the whole of a text as one word. */
function whole(text: string): Pick<Match, 'cost' | 'slips'> | null {
  const glyphs = readGlyphs(text)
  const [best] = matcher(glyphs)(0)
    .filter(({ end }) => end === glyphs.length)
    .sort((a, b) => a.cost - b.cost)
  return best === undefined ? null : { cost: best.cost, slips: best.slips }
}

describe('makeMatcher', () => {
  it('reads a word that is spelled right at no cost, however often its letters repeat', () => {
    for (const text of ['seven', 'sseeevvenn', 'thre', 'three'])
      expect(whole(text)).to.deep.equal({ cost: 0, slips: 0 })
  })

  it('counts the gaps within a word', () => {
    expect(whole('se ven')).to.deep.equal({ cost: cost.within.space, slips: 0 })
    expect(whole('s-e ven')).to.deep.equal({ cost: cost.within.signs + cost.within.space, slips: 0 })
    expect(whole('se, ven')).to.deep.equal({ cost: cost.within.clause, slips: 0 })
  })

  it('forgives a letter left out, taken for another, put in or swapped, each at its price', () => {
    expect(whole('sven')).to.deep.equal({ cost: cost.slip, slips: cost.slip })
    expect(whole('sexen')).to.deep.equal({ cost: cost.slip, slips: cost.slip })
    expect(whole('savan')).to.equal(null)
    expect(whole('saven')).to.deep.equal({ cost: cost.vowel, slips: cost.vowel })
    expect(whole('sevxen')).to.deep.equal({ cost: cost.slip, slips: cost.slip })
    expect(whole('sveen')).to.deep.equal({ cost: cost.swap, slips: cost.swap })
  })

  it('forgives no more than a word’s budget, and never its first letter', () => {
    expect(whole('sxxen')).to.equal(null)
    expect(whole('zeven')).to.equal(null)
    expect(whole('sund')).to.equal(null)
  })

  it('does not end a word with a letter that is not its own', () => {
    expect(whole('sevenx')).to.equal(null)
    const glyphs = readGlyphs('sevenx')
    expect(matcher(glyphs)(0).some(({ end, slips }) => end === 5 && slips === 0)).to.equal(true)
  })

  it('reads from any place, and forgets what it read before', () => {
    const glyphs = readGlyphs('sand seven')
    const from = matcher(glyphs)
    expect(from(4).find(({ slips }) => slips === 0)).to.deep.include({ end: 9, cost: 0 })
    expect(from(4)).to.deep.equal(from(4))
    expect(from(1)).to.deep.equal([])
    expect(matcher(readGlyphs('4'))(0)).to.deep.equal([])
  })
})
