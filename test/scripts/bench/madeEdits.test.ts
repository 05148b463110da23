import { expect } from 'chai'
import { madeEdits, measureMade } from '../../../scripts/bench/madeEdits.ts'

describe('madeEdits', () => {
  it('each edit is made at one place of a rule, and no rule is in both sets', () => {
    const [a, b] = [madeEdits('made_a'), madeEdits('made_b')]
    expect(a.length + b.length).to.be.at.least(120)
    for (const { before, after } of [...a, ...b]) expect(before).not.to.equal(after)
    const rules = new Set(a.map(({ before }) => before))
    expect(b.some(({ before }) => rules.has(before))).to.equal(false)
  })

  it('what decides and is held to be cosmetic is named', () => {
    const [before, after] = ['It rains in May.', 'It  rains in May.']
    const edits = [
      { question: 'Q?', before, after, change: 'cosmetic' as const },
      { question: 'Rain?', before, after, change: 'semantic' as const },
    ]
    const { right, of, falselyCosmetic } = measureMade(edits)
    expect([right, of]).to.deep.equal([1, 2])
    expect(falselyCosmetic).to.have.length(1)
    expect(falselyCosmetic[0]).to.match(/^Rain\?/)
  })
})
