import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { randomFrom } from '../../../local/random.ts'
import { disfluent, fluent } from '../../../scripts/bench/disfluent.ts'
import { damages, obfuscate } from '../../../scripts/bench/obfuscate.ts'
import { count, keptProblems, type Problem } from '../../../scripts/bench/solve.ts'

const read = (name: string): Problem[] =>
  readFileSync(new URL(`../../fixtures/captchas/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('solve, of the problems its weights were fitted to', function () {
  this.timeout(60_000)
  const bounds = { none: [0.98, 0.01], usual: [0.97, 0.01], heavy: [0.94, 0.02] } as const

  for (const [name, [least, most]] of Object.entries(bounds))
    it(`C57: has the right answer to most with damage “${name}”, and is seldom sure of a wrong one`, () => {
      const random = randomFrom(7)
      const damage = damages[name as keyof typeof bounds]
      const problems = [...read('written.jsonl'), ...read('steps.jsonl')].map(({ text, answer }) => ({
        text: obfuscate(text, damage, random),
        answer,
      }))
      const { answered, right, sure, wrong } = count(problems)
      expect(right / answered, 'right').to.be.at.least(least)
      expect(wrong / sure, 'wrong of the sure').to.be.at.most(most)
    })
})

describe('solve, of problems that were kept back', () => {
  it('C141: has the right answer to most as its best, and is seldom sure of a wrong one', () => {
    const { answered, right, sure, wrong } = count(keptProblems())
    expect(right / answered).to.be.at.least(0.8)
    expect(wrong / sure).to.be.at.most(0.05)
  })

  it('has it also where numbers are said again or taken back', () => {
    const random = randomFrom(5)
    const rates = { ...fluent, saidAgain: 15, takenBack: 15 }
    const told = keptProblems().map(({ text, answer }) => ({ text: disfluent(text, rates, random), answer }))
    const { answered, right } = count(told)
    expect(right / answered).to.be.at.least(0.7)
  })
})
