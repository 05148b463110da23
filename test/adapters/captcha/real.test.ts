import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { solve } from '../../../adapters/captcha/solve.ts'
import { judge } from '../../../scripts/bench/solve.ts'
import { recordedData } from '../../helpers/skip.ts'

type Pair = {
  readonly id: string
  readonly challenge_text: string
  readonly answer: string | null
  readonly label_tier: string
}

/** A label that lost its first digit when it was taken from a log: 6.00 where the text says 23 - 7. */
const isCut = (label: string | null, given: string | null): boolean =>
  label !== null && given !== null && given.length === label.length + 1 && given.endsWith(label)

describe('solve, of real challenges', () => {
  let pairs: readonly Pair[]

  before(function () {
    const path = join(recordedData(this), 'challenges_dev.jsonl')
    pairs = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  })

  const outcomes = (...tiers: readonly string[]) => {
    const counted = { all: 0, right: 0, none: 0, cut: 0, wrong: [] as string[] }
    for (const { id, challenge_text, answer, label_tier } of pairs) {
      if (!tiers.includes(label_tier)) continue
      const given = solve(challenge_text).answer
      const outcome = judge(given, answer)
      counted.all++
      if (outcome !== 'wrong') counted[outcome]++
      else if (isCut(answer, given)) counted.cut++
      else counted.wrong.push(id)
    }
    return counted
  }

  it('C57: answers at least 97 % of the trusted pairs as labelled, and differs only where a label lost a digit', () => {
    const { all, right, cut, wrong } = outcomes('server_confirmed', 'logged_verified', 'test_fixture')
    expect(right / all).to.be.at.least(0.97)
    expect(cut).to.be.at.most(2)
    expect(wrong).to.deep.equal([])
  })

  it('answers what people read in the texts', () => {
    const { all, right, wrong } = outcomes('researcher_read')
    expect(right / all).to.be.at.least(0.97)
    expect(wrong).to.deep.equal([])
  })

  it('gives no answer where the text is ambiguous', () => {
    expect(outcomes('ambiguous_unlabelled').wrong).to.deep.equal([])
  })
})
