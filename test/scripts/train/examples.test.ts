import { expect } from 'chai'
import { makeProblems, readProblems, toExamples } from '../../../scripts/train/examples.ts'

describe('readProblems', () => {
  it('has the named groups of a file, and groups others by the words that decide', () => {
    const steps = readProblems('steps.jsonl')
    expect(steps.find(({ text }) => text.startsWith('what is the sum of four'))!.group).to.equal('list-sum')
    const written = readProblems('written.jsonl')
    const groups = new Set(written.map(({ group }) => group))
    expect(groups.size).to.be.within(100, written.length - 1)
  })

  it('C141: shares no problem with those that are kept back', () => {
    const kept = new Set(readProblems('kept.jsonl').map(({ text }) => text))
    for (const name of ['written.jsonl', 'steps.jsonl', 'mixed.jsonl'])
      expect(readProblems(name).filter(({ text }) => kept.has(text))).to.deep.equal([])
  })
})

describe('makeProblems', () => {
  it('C141: makes as many as asked for, alike each time, of several groups', () => {
    expect(makeProblems(30)).to.have.length(30)
    expect(makeProblems(30)).to.deep.equal(makeProblems(30))
    expect(new Set(makeProblems(30).map(({ group }) => group)).size).to.be.greaterThan(5)
  })
})

describe('toExamples', () => {
  const problems = readProblems('steps.jsonl').slice(0, 6)

  it('tells each problem in several ways, the first as it is', () => {
    const examples = toExamples(problems)
    expect(examples.length).to.be.greaterThan(problems.length)
    expect(examples.length % problems.length).to.equal(0)
    expect(examples[0]!.scene.tokens.map(({ word }) => word).join(' ')).to.equal(
      'what is the sum of four eleven and twenty',
    )
    expect(new Set(examples.map(({ problem }) => problem)).size).to.equal(problems.length)
  })

  it('C141: tells them alike each time', () => {
    expect(toExamples(problems)).to.deep.equal(toExamples(problems))
  })
})
