import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { count } from '../../../scripts/bench/solve.ts'
import { recordedData } from '../../helpers/skip.ts'

type Pair = {
  readonly id: string
  readonly challenge_text: string
  readonly answer: string | null
  readonly label_tier: string
}

describe('solve, of real challenges', () => {
  let pairs: readonly Pair[]

  before(function () {
    const path = join(recordedData(this), 'challenges_dev.jsonl')
    pairs = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  })

  const counted = (...tiers: readonly string[]) =>
    count(
      pairs
        .filter(({ label_tier }) => tiers.includes(label_tier))
        .map(({ challenge_text: text, answer }) => ({ text, answer })),
    )

  it('C57 C141: the best answer to at least 95 % of the trusted pairs is the label', () => {
    const { answered, right } = counted('server_confirmed', 'logged_verified', 'test_fixture')
    expect(right / answered).to.be.at.least(0.95)
  })

  it('is what people read in the texts', () => {
    const { answered, right } = counted('researcher_read')
    expect(right / answered).to.be.at.least(0.97)
  })

  it('is seldom sure of what is not the label; three labels of the file are not what their texts say', () => {
    const { sure, wrong } = counted(
      'server_confirmed',
      'logged_verified',
      'test_fixture',
      'researcher_read',
      'logged',
    )
    expect(sure).to.be.at.least(150)
    expect(wrong / sure).to.be.at.most(0.03)
  })

  it('is less often sure where the text is ambiguous', () => {
    const { all, sure } = counted('ambiguous_unlabelled')
    expect(sure / all).to.be.at.most(0.4)
  })
})
