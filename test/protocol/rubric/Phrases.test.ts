import { expect } from 'chai'
import fc from 'fast-check'
import * as Phrases from '../../../protocol/rubric/Phrases.ts'

const index = Phrases.compile({
  gap: `not available|not yet available
    |unclear`,
  pending: 'not yet|yet to',
})
const words = (text: string) => text.split(' ')
const count = (text: string) => Phrases.count(index, words(text))

describe('Phrases', () => {
  it('counts each phrase by what it means', () => {
    expect(count('it is unclear and not available')).to.deep.equal({ gap: 2, pending: 0 })
    expect(count('nothing of the kind')).to.deep.equal({ gap: 0, pending: 0 })
    expect(Phrases.count(index, [])).to.deep.equal({ gap: 0, pending: 0 })
  })

  it('takes the longest phrase that starts at a word, and goes on behind it', () => {
    expect(count('not yet available')).to.deep.equal({ gap: 1, pending: 0 })
    expect(count('not yet to come')).to.deep.equal({ gap: 0, pending: 1 })
    expect(count('not not yet')).to.deep.equal({ gap: 0, pending: 1 })
  })

  it('a phrase that the sentence breaks off is none', () => {
    expect(count('yet')).to.deep.equal({ gap: 0, pending: 0 })
    expect(count('it is not')).to.deep.equal({ gap: 0, pending: 0 })
  })

  it('says where each phrase starts, and what stands behind it', () => {
    const seen: [string, number, number][] = []
    Phrases.scan(index, words('so unclear and not yet available now'), (...hit) => seen.push(hit))
    expect(seen).to.deep.equal([
      ['gap', 1, 2],
      ['gap', 3, 6],
    ])
  })

  it('has its categories in the order of the table, and counts that are nobody else’s', () => {
    expect(index.categories).to.deep.equal(['gap', 'pending'])
    const none = Phrases.none(index)
    none.gap++
    expect(Phrases.none(index)).to.deep.equal({ gap: 0, pending: 0 })
  })

  it('names that an object inherits are no phrases', () => {
    expect(count('constructor toString __proto__')).to.deep.equal({ gap: 0, pending: 0 })
  })

  it('property: hits never overlap, and are as many as are counted', () => {
    const word = fc.constantFrom('not', 'yet', 'available', 'unclear', 'to', 'x')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (list) => {
        let [behind, hits] = [0, 0]
        Phrases.scan(index, list, (_, start, end) => {
          expect(start).to.be.at.least(behind)
          expect(end).to.be.above(start).and.at.most(list.length)
          behind = end
          hits++
        })
        const { gap, pending } = Phrases.count(index, list)
        expect(gap + pending).to.equal(hits)
      }),
    )
  })
})
