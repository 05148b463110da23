import { expect } from 'chai'
import { firstDay } from '../../../local/startChain.ts'
import { Issue, Question } from '../../../protocol/index.ts'
import { marketsOf } from '../../../scripts/demo/marketsOf.ts'

const deadline = firstDay + 86_400

describe('the markets of a seed', () => {
  it('are five, with YES, NO and INVALID among them, whatever the seed', () => {
    for (let seed = 0; seed < 300; seed++) {
      const markets = marketsOf(seed, deadline)
      expect(markets.map(({ id }) => id)).to.deep.equal([1, 2, 3, 4, 5])
      const kinds = ['price', 'locked', 'contradiction', 'lie', 'words']
      expect(markets.map(({ kind }) => kind)).to.have.members(kinds)
      expect(markets[4]).to.include({ kind: 'words', truth: 'YES' })
      const truths = markets.slice(0, 4).flatMap(({ kind, truth }) => (kind === 'lie' ? [] : [truth]))
      expect(truths).to.have.members(['YES', 'NO', 'INVALID'])
      for (const { question } of markets)
        expect(Question.parse(question, { deadline }).issues.filter(Issue.isError)).to.deep.equal([])
    }
  })

  it('differ from seed to seed in questions, order and outcomes, and never for the same one', () => {
    const all = Array.from({ length: 100 }, (_, seed) => marketsOf(seed, deadline))
    const distinct = (of: (markets: (typeof all)[number]) => unknown) =>
      new Set(all.map((one) => String(of(one)))).size
    expect(distinct((markets) => markets.map(({ question }) => question))).to.equal(100)
    expect(distinct((markets) => markets.map(({ kind }) => kind))).to.be.greaterThan(10)
    expect(distinct((markets) => markets.map(({ truth }) => truth))).to.be.greaterThan(5)
    expect(marketsOf(42, deadline)).to.deep.equal(marketsOf(42, deadline))
  })
})
