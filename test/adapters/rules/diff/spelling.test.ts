import { expect } from 'chai'
import { isApostrophe, isJoined, isMisspelling, isSlip } from '../../../../adapters/rules/diff/spelling.ts'

describe('isMisspelling', () => {
  it('AUDIT B11: is letters that are not a word and were meant for one', () => {
    for (const [old, now] of [
      ['rezolve', 'resolve'],
      ['resove', 'resolve'],
      ['offficial', 'official'],
      ['annuonce', 'announce'],
      ['wil', 'will'],
      ['teh', 'the'],
      ['representives', 'representatives'],
    ] as const)
      expect(isMisspelling(old, now), `${old} ${now}`).to.equal(true)
  })

  it('AUDIT B11: is never one word for another, however near: national, price, woman', () => {
    for (const [old, now] of [
      ['national', 'notional'],
      ['price', 'prince'],
      ['woman', 'women'],
      ['million', 'billion'],
      ['county', 'country'],
      ['filing', 'filling'],
      ['winner', 'winter'],
    ] as const)
      expect([isMisspelling(old, now), isMisspelling(now, old)], `${old} ${now}`).to.deep.equal([
        false,
        false,
      ])
  })

  it('is not a new form that is not a word, nor a word that another was made of', () => {
    expect(isMisspelling('public', 'publc')).to.equal(false)
    expect(isMisspelling('restaked', 'restated')).to.equal(false)
    expect(isMisspelling('staker', 'stake')).to.equal(false)
  })

  it('is not another first letter, and not a few letters that may be several words', () => {
    expect(isMisspelling('desolve', 'resolve')).to.equal(false)
    expect(isMisspelling('fou', 'four')).to.equal(false)
    expect(isMisspelling('nto', 'not')).to.equal(false)
    expect(isMisspelling('10', '1O')).to.equal(false)
  })
})

describe('isSlip', () => {
  it('is a word of which two letters changed places, so that it is none', () => {
    expect(isSlip('announce', 'annuonce')).to.equal(true)
    expect(isSlip('resolve', 'resove')).to.equal(false)
    expect(isSlip('trial', 'trail')).to.equal(false)
  })
})

describe('isApostrophe', () => {
  it('AUDIT B11: is an apostrophe more or less, where both can be meant', () => {
    expect(isApostrophe("it's", 'its')).to.equal(true)
    expect(isApostrophe('markets', "market's")).to.equal(true)
    expect(isApostrophe('were', "we're")).to.equal(false)
    expect(isApostrophe('market', 'markets')).to.equal(false)
    expect(isApostrophe("can't", "won't")).to.equal(false)
  })
})

describe('isJoined', () => {
  it('is two words written as one that is none', () => {
    expect(isJoined(['aswell'], ['as', 'well'])).to.equal(true)
    expect(isJoined(['as', 'well'], ['aswell'])).to.equal(true)
    expect(isJoined(['may', 'be'], ['maybe'])).to.equal(false)
    expect(isJoined(['over', 'time'], ['overtime'])).to.equal(false)
    expect(isJoined(['a'], ['b', 'c'])).to.equal(false)
  })
})
