import { expect } from 'chai'
import { compare, pathOf, programs, readVectors, runInNode, suites } from '../../../scripts/vectors/runner.ts'

describe('suites of vectors', () => {
  it('have cases and code under the same names', () => {
    expect(suites()).to.deep.equal(programs())
    expect(suites()).to.include('merkle')
    expect(readVectors('merkle').suite).to.equal('merkle')
    expect(pathOf('merkle')).to.match(/test\/vectors\/merkle\.json$/)
  })

  it('give in Node what their file says', async () => {
    const vectors = readVectors('merkle')
    expect(compare(vectors, await runInNode(vectors))).to.deep.equal([])
  })
})

describe('compare', () => {
  const cases = [
    { name: 'one', fn: 'f', input: null, output: { b: 1, a: 2 } },
    { name: 'two', fn: 'f', input: null },
  ]
  const of = (...outputs: string[]) => compare({ suite: 's', cases }, outputs)

  it('names cases that differ, and those that have no output on one side', () => {
    expect(of('{"a":2,"b":1}', '(no output)')).to.deep.equal([])
    expect(of('{"a":2,"b":2}', '7')).to.deep.equal([
      { name: 'one', expected: '{"a":2,"b":1}', actual: '{"a":2,"b":2}' },
      { name: 'two', expected: '(no output)', actual: '7' },
    ])
    expect(of()[0]!.actual).to.equal('(missing)')
  })

  it('shows of a long text the part where it first differs', () => {
    const long = { name: 'long', fn: 'f', input: null, output: `${'a'.repeat(500)}b${'c'.repeat(500)}` }
    const [difference] = compare({ suite: 's', cases: [long] }, [
      JSON.stringify(`${'a'.repeat(500)}X${'c'.repeat(500)}`),
    ])
    expect(difference!.expected).to.equal(`…${'a'.repeat(60)}b${'c'.repeat(99)}…`)
    expect(difference!.actual).to.equal(`…${'a'.repeat(60)}X${'c'.repeat(99)}…`)
  })
})
