import { expect } from 'chai'
import { randomFrom } from '../../../local/random.ts'
import { type Damage, damages, obfuscate } from '../../../scripts/bench/obfuscate.ts'

const text = 'a lobster exerts thirty newtons, what is the total force?'

const only = (changes: Partial<Damage>): Damage => ({ ...damages.none, ...changes })
const done = (changes: Partial<Damage>, seed = 1): string =>
  obfuscate(text, only(changes), randomFrom(seed)).toLowerCase()

describe('obfuscate', () => {
  it('changes nothing but case where there is no damage', () => {
    const shown = obfuscate(text, damages.none, randomFrom(1))
    expect(shown.toLowerCase()).to.equal(text)
    expect(shown).to.match(/[A-Z]/).and.match(/[a-z]/)
  })

  it('writes each letter two or three times where all are doubled', () => {
    const shown = done({ doubled: 100 })
    expect(shown.replace(/(?<=^| )a{2,3} /, 'a ').replace(/([a-z])\1{1,2}(?!\1)/g, '$1')).to.equal(text)
    expect(shown.length).to.be.at.least(2 * text.replace(/[^a-z]/g, '').length)
  })

  it('strews signs in words and between them', () => {
    const signs = /[[\]^~|{}<>/\\.-]/g
    expect(done({ signInWord: 100 }).replace(signs, '')).to.equal(text)
    const between = done({ signBetween: 100 })
    expect(between.match(signs)).to.have.length(text.split(' ').length - 1)
    expect(between.replace(signs, '').replace(/ +/g, ' ')).to.equal(text)
  })

  it('splits words, runs them together, and hesitates', () => {
    expect(done({ split: 100 }).replace(/ /g, '')).to.equal(text.replace(/ /g, ''))
    expect(done({ split: 100 })).to.match(/^a l o b s t e r /)
    expect(done({ joined: 100 })).to.equal(text.replace(/ /g, ''))
    expect(done({ filler: 100 }).split(' ').length).to.be.at.least(2 * text.split(' ').length)
  })

  it('misspells a word by one letter, never its first, and leaves short ones', () => {
    for (let seed = 0; seed < 20; seed++) {
      const shown = done({ misspelt: 100 }, seed).split(' ')
      text.split(' ').forEach((word, i) => {
        expect(shown[i]![0]).to.equal(word[0])
        expect(Math.abs(shown[i]!.length - word.length)).to.be.at.most(1)
        if (word.length < 4) expect(shown[i]).to.equal(word)
      })
      expect(shown.join(' ')).to.not.equal(text)
    }
  })

  it('is the same for a seed, and another for another', () => {
    const shown = (seed: number) => obfuscate(text, damages.heavy, randomFrom(seed))
    expect(shown(1)).to.equal(shown(1))
    expect(shown(1)).to.not.equal(shown(2))
  })
})
