import { expect } from 'chai'
import { readReferences } from '../../../reading/rule/references.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (text: string) => readReferences(scan(text)).map(({ kind, text: phrase }) => [kind, phrase])

describe('what a rule leans on', () => {
  it('S4-54: is its title, its siblings, another market, a document or a condition', () => {
    expect(of('It is the price specified in the title.')).to.deep.equal([['title', 'specified in the title']])
    expect(of('It falls between two brackets.')).to.deep.equal([['sibling', 'two brackets']])
    expect(of('It follows the parent market.')).to.deep.equal([['market', 'parent market']])
    expect(of('The full rules are elsewhere.')).to.deep.equal([['document', 'full rules']])
    expect(of('It is contingent on rain.')).to.deep.equal([['condition', 'contingent on']])
    expect(of('It rains.')).to.deep.equal([])
  })

  it('S4-54: a market that may resolve to "Other" leans on its siblings', () => {
    expect(of('Otherwise, this market will resolve to "Other".')).to.deep.equal([
      ['sibling', 'resolve to "other"'],
    ])
  })

  it('S4-95: each phrase is told once, where it first stands', () => {
    const text = 'Provided that it rains, and provided that it snows.'
    const found = readReferences(scan(text))
    expect(found).to.have.length(1)
    expect(text.slice(found[0]!.start, found[0]!.end)).to.equal('Provided that')
  })
})
