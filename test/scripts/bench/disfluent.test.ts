import { expect } from 'chai'
import { lexicon } from '../../../adapters/captcha/lexicon.ts'
import { randomFrom } from '../../../local/random.ts'
import { disfluent, fluent, type Rates } from '../../../scripts/bench/disfluent.ts'

const text = 'a lobster carries twenty three shells and drops four newtons of seaweed, how many shells?'
const told = (rates: Partial<Rates>, seed = 1, of = text) =>
  disfluent(of, { ...fluent, ...rates }, randomFrom(seed))
const each = <T>(make: (seed: number) => T): T[] => Array.from({ length: 60 }, (_, seed) => make(seed))

describe('disfluent', () => {
  it('B12: leaves a text as it is where nothing happens, and tells it alike for a seed', () => {
    expect(told({})).to.equal(text)
    expect(told({ saidAgain: 50, junk: 20 }, 4)).to.equal(told({ saidAgain: 50, junk: 20 }, 4))
  })

  it('B12: says every number again, and no other', () => {
    for (const again of each((seed) => told({ saidAgain: 100 }, seed))) {
      expect(again.match(/twenty three/g), again).to.have.length(2)
      expect(again.match(/\bfour\b/g), again).to.have.length(2)
    }
  })

  it('B12: takes another number back before each, and ends with the right one', () => {
    for (const back of each((seed) => told({ takenBack: 100 }, seed, 'it has twenty three newtons'))) {
      expect(back).to.match(
        /(?:no|wait|mean|rather|that|sorry|correction|actually|oops|but|three)\b[,:]? twenty three newtons$|twenty three newtons$/,
      )
      expect(back.length).to.be.greaterThan('it has twenty three newtons'.length)
    }
  })

  it('puts scraps between words', () => {
    const words = told({ junk: 100 }).split(' ')
    expect(words.length).to.be.greaterThan(text.split(' ').length * 1.5)
  })

  it('renames what decides nothing, one word always alike, and nothing else', () => {
    for (const renamed of each((seed) => told({ unknown: 100 }, seed))) {
      expect(renamed).to.match(
        /^a (\w+) (\w+) twenty three (\w+) and drops four newtons of (\w+), how many (\w+)\?$/,
      )
      const [, , , shells] = renamed.match(/^a (\w+) (\w+) twenty three (\w+)/)!
      expect(renamed.endsWith(`how many shells?`) || renamed.endsWith(`how many ${shells}?`)).to.equal(true)
      expect(lexicon.has(shells!)).to.equal(false)
    }
  })
})
