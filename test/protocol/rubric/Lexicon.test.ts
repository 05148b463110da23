import { expect } from 'chai'
import * as Lexicon from '../../../protocol/rubric/Lexicon.ts'
import * as Text from '../../../protocol/rubric/Text.ts'

const wordsOf = (text: string) => Text.words(Text.fold(text))
/** The categories that a sentence meets. */
const met = (text: string) => {
  const hits = Lexicon.read(wordsOf(text))
  return Lexicon.index.categories.filter((category) => hits[category] > 0)
}

describe('Lexicon', () => {
  it('knows what a sentence means to the rules', () => {
    const cases: [string, Lexicon.Category[]][] = [
      ['It might be so', ['hedge']],
      ['Hmm, wait', ['turn']],
      ['The page doesn’t mention it', ['gap']],
      ['We assume a repetition', ['assumption']],
      ['The odds of it', ['forecast']],
      ['It is in progress', ['pending']],
      ['That was a different match', ['mismatch']],
      ['All sources say it', ['corroboration']],
      ['It was confirmed by them', ['confirmation']],
      ['There is no contradiction', ['countercheck']],
      ['Rosenborg won', ['finding']],
      ['The box score', ['authority']],
      ['The resolution criteria', ['rule']],
      ['Therefore', ['conclusion']],
      ['A tweet', ['hearsay']],
      ['It was abandoned', ['void']],
      ['The weather was mild', []],
    ]
    for (const [text, categories] of cases) expect(met(text), text).to.deep.equal(categories)
    const covered = new Set(cases.flatMap(([, categories]) => categories))
    expect([...covered].sort(), 'a case for each').to.deep.equal([...Lexicon.index.categories].sort())
  })

  it('every phrase is spelled as folded words are, or it could never be met', () => {
    for (const [first, entries] of Lexicon.index.entries)
      for (const { words } of entries) {
        const phrase = words.join(' ')
        expect(words[0]).to.equal(first)
        expect(wordsOf(phrase), phrase).to.deep.equal(words)
      }
  })

  it('counts a phrase as often as it stands there', () => {
    expect(Lexicon.read(wordsOf('perhaps, perhaps, perhaps')).hedge).to.equal(3)
  })

  it('has hits of their own for each reader', () => {
    const hits = Lexicon.noHits()
    hits.hedge = 7
    expect(Lexicon.noHits().hedge).to.equal(0)
  })

  it('C79: knows a list from a sentence', () => {
    const isStuffed = (text: string) => Lexicon.isStuffed(wordsOf(text))
    expect(isStuffed('official transcript, all sources, confirmed by, final score')).to.equal(true)
    expect(isStuffed('All sources consistently report that Vieira won the fight')).to.equal(false)
    expect(isStuffed('won official therefore')).to.equal(false)
    expect(isStuffed('won and official and therefore and corroborated')).to.equal(true)
    expect(isStuffed('won the match official of it therefore they say corroborated')).to.equal(false)
    // What speaks against an answer is no praise, however densely it stands.
    expect(isStuffed('perhaps maybe unclear assume odds rumor')).to.equal(false)
    expect(isStuffed('')).to.equal(false)
  })
})
