import { expect } from 'chai'
import { randomFrom } from '../../../local/random.ts'
import { inWords, makeProblem } from '../../../scripts/bench/captchaProblems.ts'
import { damages, obfuscate } from '../../../scripts/bench/obfuscate.ts'
import { count, madeProblems } from '../../../scripts/bench/solve.ts'
import { budget } from '../../helpers/budget.ts'

const seed = Number(process.env.CRESOLVER_SEED ?? 20)
const size = budget(200, 2_500)

describe('solve, of made challenges', () => {
  // Shares of right answers that must be reached, and of wrong ones among the sure; what is misspelt at random can be lost for good.
  const bounds = {
    none: [0.98, 0.01],
    usual: [0.97, 0.01],
    heavy: [0.95, 0.02],
    misspelt: [0.85, 0.04],
  } as const

  for (const [name, [least, most]] of Object.entries(bounds)) {
    it(`C57: solves problems of damage “${name}”, and is seldom sure of a wrong answer (seed ${seed})`, function () {
      this.timeout(budget(60_000, 600_000))
      const missed: string[] = []
      const problems = madeProblems(damages[name as keyof typeof damages], size, seed)
      const { answered, right, sure, wrong } = count(problems, ({ text }) => missed.push(text))
      expect(right / answered, missed.join('\n')).to.be.at.least(least)
      expect(wrong / sure, missed.join('\n')).to.be.at.most(most)
    })
  }
})

describe('made challenges', () => {
  it('are the same for the same seed', () => {
    const make = () => {
      const random = randomFrom(3)
      return Array.from({ length: 20 }, () => obfuscate(makeProblem(random).text, damages.misspelt, random))
    }
    expect(make()).to.deep.equal(make())
  })

  it('are the plain problem where nothing is damaged, but for case', () => {
    const random = randomFrom(4)
    const { text } = makeProblem(random)
    expect(obfuscate(text, damages.none, random).toLowerCase()).to.equal(text)
  })

  it('have numbers in words', () => {
    expect([7, 40, 42, 300, 305, 999, 23.5].map(inWords)).to.deep.equal([
      'seven',
      'forty',
      'forty two',
      'three hundred',
      'three hundred five',
      'nine hundred ninety nine',
      'twenty three point five',
    ])
  })
})
