import { expect } from 'chai'
import fc from 'fast-check'
import { Json } from '../../../protocol/index.ts'
import { clip, encodedBytes, toSources, write } from '../../../workers/pipeline/Account.ts'

describe('Account', () => {
  const letter = fc.constantFrom('a', '. ', '"', '\n', 'é', '漢', '😀', '\u0007')
  const anything = fc.array(letter, { maxLength: 300 }).map((letters) => letters.join(''))

  it('clips any text to its bytes, never within a character', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 8, max: 300 }), (words, limit) => {
        const clipped = clip(words, limit)
        expect(encodedBytes(clipped)).to.be.at.most(limit)
        expect(() => Json.canonical(clipped)).to.not.throw()
      }),
    )
  })

  it('S1: names at most eight addresses of at most 128 bytes', () => {
    const long = `https://a.example/${'x'.repeat(90)}?${'y'.repeat(90)}`
    const hopeless = `https://b.example/${'x'.repeat(300)}`
    const many = Array.from({ length: 12 }, (_, i) => `https://c.example/${i}`)
    const sources = toSources([long, hopeless, 'model:x', many[0]!, ...many])
    expect(sources[0]).to.equal(long.slice(0, long.indexOf('?')))
    expect(sources).to.have.length(8)
    expect(sources).to.not.include('model:x')
  })

  const account: Parameters<typeof write>[0] = {
    asked: 'Asked: whether it is.',
    observed: ['A saw it.', 'B saw it.'],
    reasoning: ['The rule holds.', 'Two agree.'],
    against: ['C denies it.', 'D denies it.'],
    limits: ['Plain HTTPS.', 'One assumption.'],
    conclusion: 'The answer is YES.',
    decisive: '',
    wouldChange: '',
    weakest: '',
  }

  it('writes each part on a line of its own, and leaves out parts that are empty', () => {
    expect(write({ ...account, against: [], limits: [] })).to.equal(
      'Asked: whether it is.\nA saw it. B saw it.\nThe rule holds. Two agree.\nThe answer is YES.',
    )
  })

  it('S1: gives up whole sentences from the end of the least needed part first, and keeps the first of each', () => {
    const full = write(account)
    const without = (...sentences: string[]) =>
      sentences.reduce((text, one) => text.replace(` ${one}`, ''), full)
    const order = ['One assumption.', 'D denies it.', 'B saw it.', 'Two agree.']
    for (let i = 1; i <= order.length; i++) {
      const expected = without(...order.slice(0, i))
      expect(write(account, encodedBytes(expected))).to.equal(expected)
    }
  })

  it('S1: never exceeds its limit, whatever it has to say', () => {
    fc.assert(
      fc.property(
        fc.array(anything, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 40, max: 900 }),
        (words, limit) => {
          const text = write({ ...account, observed: words, reasoning: words }, limit)
          expect(encodedBytes(text)).to.be.at.most(limit)
        },
      ),
    )
  })

  it('ends a clipped text at a sentence where more than half of it remains, else at a mark', () => {
    expect(clip('One two three four. Five six seven eight nine ten.', 30)).to.equal('One two three four.')
    expect(clip('One. Two three four five six seven eight nine.', 30)).to.match(/^One\. Two three.*…$/)
  })

  it('counts bytes as the wire does: escaped, in UTF-8, without quotes', () => {
    expect(['a', '"', '\n', 'é', '漢'].map(encodedBytes)).to.deep.equal([1, 2, 2, 2, 3])
  })
})
