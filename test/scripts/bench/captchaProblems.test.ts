import { expect } from 'chai'
import { randomFrom } from '../../../local/random.ts'
import { inWords, makeProblem } from '../../../scripts/bench/captchaProblems.ts'
import { products } from '../../../scripts/bench/captchaProducts.ts'
import { sums } from '../../../scripts/bench/captchaSums.ts'

/** What the generator draws, in order; then zeros. */
const drawing = (...draws: readonly number[]) => {
  let at = 0
  return () => draws[at++] ?? 0
}

describe('makeProblem', () => {
  it('puts two drawn numbers into a template, in words, and knows the answer', () => {
    // The first template, no large number, 20 + 10, no half, 2 + 5.
    const { text, answer } = makeProblem(drawing(0, 1, 10, 1, 5))
    expect(text).to.equal(
      'a lobster exerts thirty newtons with one claw and seven newtons with the other claw, what is the total force?',
    )
    expect(answer).to.equal('37.00')
  })

  it('rounds a quotient to two decimals', () => {
    const quotient = products.findIndex(({ result }) => result({ a: 8, b: 2 }) === 4)
    // 20 by 3.
    expect(makeProblem(drawing(sums.length + quotient, 1, 0, 1, 1)).answer).to.equal('6.67')
  })

  it('has halves', () => {
    const { text, answer } = makeProblem(drawing(0, 1, 10, 0, 5))
    expect(text).to.contain('thirty point five newtons')
    expect(answer).to.equal('37.50')
  })

  it('draws every template, and gives for a seed always the same', () => {
    const make = () => {
      const random = randomFrom(9)
      return Array.from({ length: 600 }, () => makeProblem(random))
    }
    const made = make()
    expect(make()).to.deep.equal(made)
    for (const { text, answer } of made) {
      expect(answer).to.match(/^\d+\.\d\d$/)
      expect(text).to.match(/^[a-z ,]+\?$/)
    }
    expect(new Set(made.map(({ text }) => text.replace(/^.* (?=what|how|by)/, ''))).size).to.be.greaterThan(
      20,
    )
  })
})

describe('inWords', () => {
  it('says numbers up to 999, with one decimal', () => {
    expect([0, 19, 20, 99, 100, 110, 999].map(inWords)).to.deep.equal([
      'zero',
      'nineteen',
      'twenty',
      'ninety nine',
      'one hundred',
      'one hundred ten',
      'nine hundred ninety nine',
    ])
    expect([0.5, 100.5, 120.1].map(inWords)).to.deep.equal([
      'zero point five',
      'one hundred point five',
      'one hundred twenty point one',
    ])
  })
})
