import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { solve } from '../../../adapters/captcha/solve.ts'
import { randomFrom } from '../../../local/random.ts'
import { damages, obfuscate } from '../../../scripts/bench/obfuscate.ts'
import { judge } from '../../../scripts/bench/solve.ts'

/** Written without having seen the solver, which was mended by them since; null where a careful reader would not answer. */
type Problem = { readonly id: number; readonly text: string; readonly answer: string | null }
const problems: readonly Problem[] = readFileSync(
  new URL('../../fixtures/captchas/written.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

describe(`solve, of ${problems.length} problems written without a look at it`, function () {
  this.timeout(60_000)
  const bounds = { none: [0.96, 0], usual: [0.95, 0.002], heavy: [0.93, 0.003] } as const

  for (const [name, [least, most]] of Object.entries(bounds))
    it(`C57: answers most with damage “${name}”, and hardly any wrongly`, () => {
      const random = randomFrom(7)
      const outcome = { right: 0, none: 0, wrong: 0 }
      const wrong: string[] = []
      for (const { text, answer } of problems) {
        const damage = damages[name as keyof typeof bounds]
        const verdict = judge(solve(obfuscate(text, damage, random)).answer, answer)
        outcome[verdict]++
        if (verdict === 'wrong') wrong.push(text)
      }
      expect(outcome.right / problems.length, 'right').to.be.at.least(least)
      expect(outcome.wrong / problems.length, wrong.join('\n')).to.be.at.most(most)
    })
})
