import { expect } from 'chai'
import fc from 'fast-check'
import * as Text from '../../../protocol/rubric/Text.ts'
import * as Topic from '../../../protocol/rubric/Topic.ts'

const wordsOf = (text: string) => Text.words(Text.fold(text))
const topic = Topic.of('Will the Lucknow Super Giants reach the final at home in 2025?')

describe('Topic.of', () => {
  it('has the content words of a question, and not its grammar, calendar and market talk', () => {
    expect([...topic.words]).to.deep.equal(['lucknow', 'super', 'giants', 'final', 'home'])
  })

  it('takes capitals, figures and other scripts for names, and what their initials spell', () => {
    expect([...topic.names].sort()).to.deep.equal(['giants', 'lsg', 'lucknow', 'super'])
    const other = Topic.of('Is 75,000 at 東京都 above the limit of Ünal?')
    expect([...other.names].sort()).to.deep.equal(['000', '東京都', 'Ünal'].sort())
    expect(other.words.has('75'), 'two letters happen by chance').to.equal(false)
  })

  it('knows the tickers of the usual assets', () => {
    expect(Topic.of('Will bitcoin rise?').names).to.include('btc').and.include('btcusdt')
    expect(Topic.of('Will constructor rise?').names).to.have.property('size', 0)
  })

  it('a year names nothing', () => {
    expect(Topic.of('2025 1999').words).to.have.property('size', 0)
    expect(Topic.of('2125').words).to.include('2125')
  })

  it('knows capitals from A to Z', () => {
    expect([...Topic.of('does Ajax meet Zenit or zebra').names]).to.deep.equal(['ajax', 'zenit'])
  })
})

describe('Topic.span', () => {
  const span = (text: string) => Topic.span(topic, wordsOf(text))

  it('is from the first to the last name of the subject', () => {
    expect(span('Yesterday Lucknow won and the Giants danced')).to.deep.equal([1, 5])
    expect(span('LSG won')).to.deep.equal([0, 0])
    expect(span("Lucknow's run")).to.deep.equal([0, 0])
  })

  it('words other than names do not stretch it once the subject is named', () => {
    expect(span('a final for Lucknow at home')).to.deep.equal([3, 3])
  })

  it('without a name it takes two different words of the question', () => {
    expect(span('the final was at home')).to.deep.equal([1, 4])
    expect(span('the final of the final')).to.equal(null)
    expect(span('nothing of it')).to.equal(null)
    expect(span('')).to.equal(null)
  })

  it('a page of rules takes more words than a line', () => {
    const page = Topic.of(
      `alpha beta ${Array.from({ length: 28 }, (_, i) => `word${'abcdefghijklmnopqrstuvwxyzäö'[i]}x`).join(' ')}`,
    )
    expect(page.names.size, 'no names in it').to.equal(0)
    expect(Topic.covers(page, ['alpha', 'beta', 'wordax'])).to.equal(false)
    expect(Topic.covers(page, ['alpha', 'beta', 'wordax', 'wordbx'])).to.equal(true)
  })

  it('a question about nothing covers nothing', () => {
    expect(Topic.covers(Topic.of(''), ['rosenborg', 'won'])).to.equal(false)
  })

  it('property: lies within the sentence, and its ends are words of the question', () => {
    const word = fc.constantFrom('lucknow', 'giants', 'final', 'home', 'the', 'rain', 'lsg')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        const found = Topic.span(topic, words)
        expect(Topic.covers(topic, words)).to.equal(found !== null)
        if (found === null) return
        for (const at of found)
          expect(topic.names.has(words[at]!) || topic.words.has(words[at]!)).to.equal(true)
        expect(found[0]).to.be.at.most(found[1])
      }),
    )
  })
})
