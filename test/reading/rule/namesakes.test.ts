import { expect } from 'chai'
import { isAnothers, isOwnName, isPointedAt, isWord } from '../../../reading/rule/namesakes.ts'
import { lexicon } from '../../../reading/text/Phrases.ts'
import { scan } from '../../../reading/text/Words.ts'

const placed = <result>(
  text: string,
  name: string,
  is: (words: ReturnType<typeof scan>, at: number) => result,
) => {
  const words = scan(text)
  return is(
    words,
    words.findIndex((word) => word.text === name),
  )
}

describe('isOwnName', () => {
  const of = (text: string, name: string) => placed(text, name, (words, at) => isOwnName(words, at, 1, text))

  it('B10: is not said of a part of a longer name, nor of a quoted title', () => {
    expect(of('Will Variety Foods grow?', 'variety')).to.equal(false)
    expect(of('Will "Dune" win?', 'dune')).to.equal(false)
    expect(of('Dune: Part Three', 'dune')).to.equal(false)
    expect(of('Will Binance list it?', 'binance')).to.equal(true)
    expect(of('Will NOAA Fisheries act?', 'noaa')).to.equal(true)
  })
})

describe('isPointedAt', () => {
  it('is said of a word that is also a name only where a sentence says who knows', () => {
    expect(isWord('dune')).to.equal(true)
    expect(isWord('reuters')).to.equal(false)
    expect(placed('as shown on Dune', 'dune', isPointedAt)).to.equal(true)
    expect(placed('the source is the Variety site', 'variety', isPointedAt)).to.equal(true)
    expect(placed('the film Dune, according to its studio', 'dune', isPointedAt)).to.equal(false)
  })
})

describe('isAnothers', () => {
  it('B10: is said of an abbreviation that the text writes out as somebody else', () => {
    const known = lexicon(['icc', 'international cricket council'])
    const of = (text: string) => isAnothers('icc', [scan(text)], known)
    expect(of('The International Criminal Court (ICC) rules.')).to.equal(true)
    expect(of('The International Cricket Council (ICC) rules.')).to.equal(false)
    expect(of('The ICC rules.')).to.equal(false)
  })
})
