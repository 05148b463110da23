import { expect } from 'chai'
import { isPlain, isSeen, isUsual, isWord } from '../../../../../adapters/rules/diff/english/English.ts'

describe('English', () => {
  it('knows words, those that are made of them, and no slips', () => {
    for (const word of ['resolve', 'national', "candidate's", 'restaked', 'staker', 'memecoin', 'polymarket'])
      expect(isWord(word), word).to.equal(true)
    for (const slip of ['rezolve', 'annoucement', 'teh', 'aswell', ''])
      expect(isWord(slip), slip).to.equal(false)
  })

  it('knows what rules write in small letters, and which words of grammar stand side by side', () => {
    expect([isPlain('government'), isPlain('putin')]).to.deep.equal([true, false])
    expect([isSeen('there', 'is'), isSeen('their', 'is')]).to.deep.equal([true, false])
    expect([isUsual('prices', 'from'), isUsual('zebras', 'from')]).to.deep.equal([true, false])
  })
})
