import { expect } from 'chai'
import {
  actions,
  answersOf,
  crookedness,
  dividedAppeals,
  describe as inWords,
  mixes,
  sizeOf,
  upTo,
} from '../../../../scripts/bench/economics/strategies.ts'

describe('what a coalition can do', () => {
  it('is every way to divide its seats among the moves, each once', () => {
    const all = [...mixes(4)].map((mix) => actions.map((action) => mix[action] ?? 0).join())
    // As many as there are ways to put 4 like things into 8 boxes.
    expect(all).to.have.length(330)
    expect(new Set(all).size).to.equal(330)
    for (const mix of mixes(4)) expect(sizeOf(mix)).to.equal(4)
    expect([...mixes(0)]).to.deep.equal([{}])
    expect([...mixes(2, ['lie'])]).to.deep.equal([{ lie: 2 }])
    expect([...mixes(2, [])]).to.deep.equal([])
  })

  it('is to raise an appeal or not, and to join it with some, all or none', () => {
    expect(answersOf(6)).to.have.length(2 * (1 + 4 * 2))
    expect(answersOf(1)).to.have.length(2 * (1 + 4))
    expect(answersOf(0)).to.have.length(2)
    expect(new Set(answersOf(9).map(({ mix }) => sizeOf(mix)))).to.deep.equal(new Set([0, 5, 9]))
  })

  it('is to join an appeal of its own with agents that do different things', () => {
    const all = dividedAppeals(4)
    // Fifteen pairs of six moves, and six ways to take at least one of each and four at most.
    expect(all).to.have.length(15 * 6)
    expect(all.every(({ isRaised, mix }) => isRaised && sizeOf(mix) <= 4)).to.equal(true)
    expect(answersOf(0, [2], ['lie'])).to.have.length(2 * 2)
    expect(upTo(3)).to.deep.equal([1, 2, 3])
  })

  it('can be told in words', () => {
    const answers = [
      { isRaised: false, mix: { silent: 6 } },
      { isRaised: true, mix: {} },
    ] as const
    const plan = { mix: { lie: 5, doubt: 1 }, isFirst: true, isStriking: true, answers }
    expect(inWords(plan)).to.equal(
      '1 doubt, 5 lie, joined first; strikes doubters; appeal 1: 6 silent; appeal 2, raised by it: joins not',
    )
    expect(inWords({ mix: {}, isFirst: false, isStriking: false, answers: [] })).to.equal('no seat')
  })

  it('is the more crooked, the further it is from the truth', () => {
    expect(crookedness({ truth: 3 })).to.equal(0)
    expect(crookedness({ doubt: 3 })).to.be.below(crookedness({ lie: 3 }))
    expect(crookedness({ lie: 3 })).to.be.below(crookedness({ waking: 3 }))
  })
})
