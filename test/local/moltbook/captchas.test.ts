import { expect } from 'chai'
import { solve } from '../../../adapters/captcha/solve.ts'
import { inWords, makeProblem } from '../../../local/moltbook/captchas.ts'
import { randomFrom } from '../../../local/random.ts'

const randomOf = (seed: number) => {
  const whole = randomFrom(seed)
  return () => whole(2 ** 32) / 2 ** 32
}

describe('the problems of the local Moltbook', () => {
  it('S0-45: its problems are those that the solver reads', () => {
    const whole = randomFrom(7)
    expect(inWords(46)).to.equal('forty six')
    for (let i = 0; i < 300; i++) {
      const { text, answer } = makeProblem(() => whole(2 ** 32) / 2 ** 32)
      expect(solve(text).answer, text).to.equal(answer)
    }
  })

  it('are the same for the same seed, and others for another', () => {
    expect(makeProblem(randomOf(1))).to.deep.equal(makeProblem(randomOf(1)))
    expect(makeProblem(randomOf(1)).text).to.not.equal(makeProblem(randomOf(2)).text)
  })

  it('write numbers in words, and their answers with two decimals', () => {
    expect([0, 13, 20, 41, 99].map(inWords)).to.deep.equal([
      'zero',
      'thirteen',
      'twenty',
      'forty one',
      'ninety nine',
    ])
    const random = randomOf(3)
    for (let i = 0; i < 50; i++) {
      const { text, answer } = makeProblem(random)
      expect(answer).to.match(/^\d+\.00$/)
      expect(text).to.not.match(/\d/)
      expect(text).to.match(/[A-Z]/).and.to.match(/[a-z]/)
    }
  })
})
