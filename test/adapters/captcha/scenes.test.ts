import { expect } from 'chai'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'
import { readScenes } from '../../../adapters/captcha/scenes.ts'

const numbers = (text: string): string[] =>
  readScenes(text).map(({ mentions }) => mentions.map(({ value }) => Fraction.toText(value)).join(' '))

describe('readScenes', () => {
  it('reads a plain text in one way', () => {
    expect(numbers('fifteen newtons and five newtons')).to.deep.equal(['15 5'])
  })

  it('reads it in another way too where a word may be another number', () => {
    const ways = numbers('fyfte newtons and five newtons')
    expect(ways.length).to.be.greaterThan(1)
    expect(new Set(ways).size).to.equal(ways.length)
  })

  it('has few ways, however many words are unsure', () => {
    expect(readScenes('fyfte newtons, '.repeat(20)).length).to.be.at.most(3)
  })
})
