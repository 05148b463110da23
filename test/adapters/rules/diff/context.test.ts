import { expect } from 'chai'
import { contextual, isWrongWord } from '../../../../adapters/rules/diff/context.ts'

const wrong = (text: string, now: string): boolean => {
  const [previous, old, next] = text.split(' ') as [string, string, string]
  return isWrongWord(old, now, { previous, next })
}

describe('isWrongWord', () => {
  it('AUDIT B11: is a word of grammar that never stands there, for one that often does', () => {
    expect(wrong('prices form other', 'from')).to.equal(true)
    expect(wrong('if their is', 'there')).to.equal(true)
    expect(wrong('prices an bids', 'and')).to.equal(true)
  })

  it('is not a word that can stand there, nor one that no rule has there', () => {
    expect(wrong('the form of', 'from')).to.equal(false)
    expect(wrong('in the game', 'then')).to.equal(false)
    expect(wrong('zebras form quarks', 'from')).to.equal(false)
    expect(wrong('with an mvp', 'and')).to.equal(false)
  })

  it('is not one that decides, nor one of the same kind, nor any other word', () => {
    for (const [text, now] of [
      ['senate or house', 'of'],
      ['will not count', 'now'],
      ['played at home', 'as'],
      ['price of copper', 'off'],
      ['the court decides', 'count'],
    ] as const)
      expect(wrong(text, now), `${text} ${now}`).to.equal(false)
    for (const word of ['not', 'no', 'or', 'any', 'all', 'before', 'after', 'until'])
      expect(contextual.has(word), word).to.equal(false)
  })
})
