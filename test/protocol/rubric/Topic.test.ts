import { expect } from 'chai'
import fc from 'fast-check'
import * as Text from '../../../protocol/rubric/Text.ts'
import * as Topic from '../../../protocol/rubric/Topic.ts'

const wordsOf = (text: string) => Text.words(Text.fold(text))
const subjects = (question: string) => Topic.of(question).subjects.map((subject) => [...subject].join(' '))

describe('Topic.of', () => {
  it('has the content words of the whole question, and not its grammar, calendar and market talk', () => {
    const { words } = Topic.of(
      'Will Rosenborg win on May 11?\nThis market resolves to Yes if the league says so.',
    )
    expect([...words]).to.deep.equal(['rosenborg', 'win', 'league'])
  })

  it('has the names of the first line as subjects, those that stand together as one', () => {
    expect(subjects('Will Jerome Powell visit New York City in June 2025?\nOther Names')).to.deep.equal([
      'jerome powell',
      'york',
    ])
    expect(subjects('Rosenborg, Viking and 東京都')).to.deep.equal(['rosenborg', 'viking', '東京都'])
    expect(subjects('Does Ajax meet Zenit or zebra at 75,000?')).to.deep.equal(['ajax', 'zenit'])
  })

  it('reads the first line that says something, also of a § text', () => {
    expect(subjects('\n§question Did Ada win?\n§rule\nsource:Manual')).to.deep.equal(['ada'])
    expect(subjects('')).to.deep.equal([])
  })
})

describe('Topic.start', () => {
  const start = (question: string, text: string) => Topic.start(Topic.of(question), wordsOf(text))
  const question = 'Will the Lucknow Giants reach the final at home in 2025?'

  it('is where a subject is named, by half of its words', () => {
    expect(start(question, 'Yesterday Lucknow won')).to.equal(1)
    expect(start(question, "the Giants' run")).to.equal(1)
    expect(start('Did Tampa Bay Rays win?', 'Bay won')).to.equal(-1)
  })

  it('S1-44: a name that many share is not the subject: Mexico City is not New York City', () => {
    expect(start('Will it snow in New York City?', 'Mexico City was dry.')).to.equal(-1)
    expect(start('Will it snow in New York City?', 'York was white.')).to.equal(0)
  })

  it('knows what sources call the usual assets', () => {
    expect(start('Bitcoin above $105,000?', 'close of BTCUSDT')).to.equal(2)
    expect(start('Will Constructor rise?', 'btc')).to.equal(-1)
  })

  it('without a name it takes two different words of the question, and more of a page of rules', () => {
    expect(start(question, 'the final was at home')).to.equal(1)
    expect(start(question, 'the final of the final')).to.equal(-1)
    expect(start('', 'rosenborg won')).to.equal(-1)
    const page = `alpha beta ${Array.from({ length: 28 }, (_, i) => `word${'abcdefghijklmnopqrstuvwxyzäö'[i]}x`).join(' ')}`
    expect(start(page, 'alpha beta wordax')).to.equal(-1)
    expect(start(page, 'alpha beta wordax wordbx')).to.equal(0)
  })

  it('property: is −1 or the index of a word', () => {
    const word = fc.constantFrom('lucknow', 'giants', 'final', 'home', 'the', 'rain')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        const at = Topic.start(Topic.of(question), words)
        expect(at).to.be.within(-1, words.length - 1)
      }),
    )
  })
})

describe('Topic.isSubject', () => {
  const isSubject = (question: string, text: string) => Topic.isSubject(Topic.of(question), wordsOf(text))

  it('S1-44: an answer is about the question when it names half of the subjects', () => {
    expect(isSubject('Will Rosenborg beat Viking?', 'Viking lost.')).to.equal(true)
    expect(isSubject('Will Rosenborg beat Viking or Brann?', 'Viking lost.')).to.equal(false)
    expect(isSubject('Will it rain in Oslo?', 'It rained in Bergen.')).to.equal(false)
    expect(isSubject('will it rain?', 'It rained in Bergen.'), 'nothing is named').to.equal(true)
  })
})
