import { expect } from 'chai'
import { damages } from '../../../scripts/bench/obfuscate.ts'
import { count, keptProblems, keptRows, madeProblems, rows } from '../../../scripts/bench/solve.ts'
import { withClock, withData, withEntries } from './staged.ts'

const pair = (id: string, challenge_text: string, answer: string | null, label_tier: string) => ({
  id,
  challenge_text,
  answer,
  label_tier,
})
const sum = 'what is the sum of thirty and twelve?'

describe('count', () => {
  it('counts the best answers that are right, the sure ones, and those of them that are wrong', () => {
    const problems = [
      { text: sum, answer: '42.00' },
      { text: sum, answer: '18.00' },
      { text: sum, answer: null },
      { text: 'a lobster', answer: '1.00' },
      { text: 'a lobster', answer: null },
    ]
    const shown: string[] = []
    const counts = count(problems, ({ answer }, given) => shown.push(`${answer} ${given.split(' ')[0]}`))
    expect(counts).to.deep.equal({ answered: 3, right: 1, all: 5, sure: 3, wrong: 2 })
    expect(shown).to.deep.equal(['18.00 42.00', '1.00 null'])
  })

  it('counts made problems, alike for a seed', () => {
    const outcome = count(madeProblems(damages.usual, 25, 6))
    expect(outcome.all).to.equal(25)
    expect(count(madeProblems(damages.usual, 25, 6))).to.deep.equal(outcome)
  })
})

describe('the problems that were kept back', () => {
  it('are many, and of many kinds', () => {
    expect(keptProblems().length).to.be.at.least(80)
    expect(new Set(keptProblems().map(({ text }) => text)).size).to.equal(keptProblems().length)
  })

  it('are measured as they are and told less well', () => {
    const names = keptRows().map(({ name }) => name)
    expect(names).to.include.members([
      'kept back, as they are, best right',
      'kept back, damaged, wrong of the sure',
    ])
  })
})

describe('npm run bench -- solve', () => {
  it('has shares of each tier and of the trusted ones together, and notes what was not right', () => {
    const pairs = [
      pair('a', sum, '42.00', 'server_confirmed'),
      pair('b', 'what is the sum of thirty and eleven?', '18.00', 'test_fixture'),
      pair('c', 'how strong is a claw?', '1.00', 'researcher_read'),
    ]
    const notes: string[] = []
    // Two thousand made problems of each damage take seconds.
    const found = withEntries(damages, {}, () =>
      withData({ 'challenges_dev.jsonl': pairs }, () => withClock(7, () => rows((text) => notes.push(text)))),
    )
    const shares = found
      .filter(({ unit, name }) => unit === 'share' && !/^(?:kept|made)/.test(name))
      .map(({ name, n, value }) => `${name}: ${value} of ${n}`)
    expect(shares).to.deep.equal([
      'trusted tiers, best right: 0.5 of 2',
      'trusted tiers, sure: 1 of 2',
      'trusted tiers, wrong of the sure: 0.5 of 2',
      'server_confirmed, best right: 1 of 1',
      'server_confirmed, sure: 1 of 1',
      'server_confirmed, wrong of the sure: 0 of 1',
      'test_fixture, best right: 0 of 1',
      'test_fixture, sure: 1 of 1',
      'test_fixture, wrong of the sure: 1 of 1',
      'researcher_read, best right: 0 of 1',
      'researcher_read, sure: 0 of 1',
      'researcher_read, wrong of the sure: 0 of 0',
    ])
    expect(notes.map((note) => note.split(' (')[0])).to.deep.equal([
      'test_fixture b: 41.00',
      'researcher_read c: null',
    ])
    const times = found.filter(({ unit }) => unit === 'ms')
    expect(times[0]).to.deep.equal({ name: 'real, time', n: 3, value: 7, unit: 'ms' })
    expect(times.map(({ name }) => name)).to.include.members(['real, longest time', '100 kB, time'])
  })
})
