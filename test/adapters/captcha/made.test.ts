import { expect } from 'chai'
import { randomFrom } from '../../../local/random.ts'
import { inWords, makeProblem } from '../../../scripts/bench/captchaProblems.ts'
import { damages, obfuscate } from '../../../scripts/bench/obfuscate.ts'
import { judge, solveMade } from '../../../scripts/bench/solve.ts'
import { budget } from '../../helpers/budget.ts'

const seed = Number(process.env.CRESOLVER_SEED ?? 20)
const count = budget(200, 2_500)

describe('solve, of made challenges', () => {
  // Shares of right and of wrong answers that must be reached; what is misspelt at random can be lost for good.
  const bounds = { none: [1, 0], usual: [0.99, 0], heavy: [0.97, 0.005], misspelt: [0.9, 0.01] } as const

  for (const [name, [least, most]] of Object.entries(bounds)) {
    it(`C57: solves problems of damage “${name}”, and gives no answer rather than a wrong one (seed ${seed})`, function () {
      this.timeout(budget(60_000, 600_000))
      const wrong: string[] = []
      const damage = damages[name as keyof typeof damages]
      const outcome = solveMade(damage, count, seed, (text) => wrong.push(text))
      expect(outcome.right / count, 'right').to.be.at.least(least)
      expect(outcome.wrong / count, wrong.join('\n')).to.be.at.most(most)
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

  it('are judged: no answer is right only where there is none', () => {
    expect([judge('1.00', '1.00'), judge(null, '1.00'), judge('2.00', '1.00')]).to.deep.equal([
      'right',
      'none',
      'wrong',
    ])
    expect([judge(null, null), judge('2.00', null)]).to.deep.equal(['right', 'wrong'])
  })
})
