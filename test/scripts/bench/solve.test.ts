import { expect } from 'chai'
import { damages } from '../../../scripts/bench/obfuscate.ts'
import { judge, rows, solveMade } from '../../../scripts/bench/solve.ts'
import { withClock, withData, withEntries } from './staged.ts'

const pair = (id: string, challenge_text: string, answer: string | null, label_tier: string) => ({
  id,
  challenge_text,
  answer,
  label_tier,
})

describe('solveMade', () => {
  it('counts every problem once, alike for a seed', () => {
    const outcome = solveMade(damages.usual, 25, 6)
    expect(outcome.right + outcome.none + outcome.wrong).to.equal(25)
    expect(solveMade(damages.usual, 25, 6)).to.deep.equal(outcome)
    expect(solveMade(damages.none, 0, 1)).to.deep.equal({ right: 0, none: 0, wrong: 0 })
  })

  it('solves whatever is not damaged', () => {
    expect(solveMade(damages.none, 25, 6)).to.deep.equal({ right: 25, none: 0, wrong: 0 })
  })

  it('shows what was got wrong, and only that', () => {
    const shown: string[] = []
    const { wrong } = solveMade(damages.misspelt, 25, 6, (text) => shown.push(text))
    expect(shown).to.have.length(wrong)
  })
})

describe('judge', () => {
  it('takes a wrong answer for worse than none', () => {
    expect(judge('1.00', '1.00')).to.equal('right')
    expect(judge(null, '1.00')).to.equal('none')
    expect(judge('1.0', '1.00')).to.equal('wrong')
    expect(judge('1.00', null)).to.equal('wrong')
  })
})

describe('npm run bench -- solve', () => {
  it('has shares of each tier and of the trusted ones together, and notes what was not right', () => {
    const sum = 'what is the sum of thirty and twelve?'
    const pairs = [
      pair('a', sum, '42.00', 'server_confirmed'),
      pair('b', sum, '18.00', 'test_fixture'),
      pair('c', 'how strong is a claw?', '1.00', 'researcher_read'),
    ]
    const notes: string[] = []
    // Two thousand made problems of each damage take seconds.
    const found = withEntries(damages, {}, () =>
      withData({ 'challenges_dev.jsonl': pairs }, () => withClock(7, () => rows((text) => notes.push(text)))),
    )
    const shares = found
      .filter(({ unit }) => unit === 'share')
      .map(({ name, n, value }) => `${name}: ${value} of ${n}`)
    expect(shares).to.deep.equal([
      'trusted tiers, right: 0.5 of 2',
      'trusted tiers, no answer: 0 of 2',
      'trusted tiers, wrong: 0.5 of 2',
      'server_confirmed, right: 1 of 1',
      'server_confirmed, no answer: 0 of 1',
      'server_confirmed, wrong: 0 of 1',
      'test_fixture, right: 0 of 1',
      'test_fixture, no answer: 0 of 1',
      'test_fixture, wrong: 1 of 1',
      'researcher_read, right: 0 of 1',
      'researcher_read, no answer: 1 of 1',
      'researcher_read, wrong: 0 of 1',
    ])
    expect(notes.map((note) => note.split(' (')[0])).to.deep.equal([
      'test_fixture b: 42.00 where 18.00 is the label',
      'researcher_read c: null where 1.00 is the label',
    ])
    const times = found.filter(({ unit }) => unit === 'ms')
    expect(times[0]).to.deep.equal({ name: 'real, time', n: 3, value: 7, unit: 'ms' })
    expect(times.map(({ name }) => name)).to.include.members(['real, longest time', '100 kB, time'])
  })
})
