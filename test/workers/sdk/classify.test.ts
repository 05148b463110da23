import { expect } from 'chai'
import { Challenge } from '../../../protocol/index.ts'
import { classify, isCrossExamination } from '../../../workers/sdk/classify.ts'

describe('classify', () => {
  const position = { outcome: 'YES' as const, confidenceBps: 8_200, responseHash: `0x${'11'.repeat(32)}` }
  const against = { outcome: 'NO' as const, confidenceBps: 9_000, responseHash: `0x${'22'.repeat(32)}` }

  it('S1-15: knows the challenges of a round, with and without a worker that disagrees', () => {
    for (const positions of [[position], [position, against], [position, null, against, against]]) {
      const kinds = Challenge.challengesFor(positions, 0).map(classify)
      expect(kinds).to.deep.equal(['opposite', 'change', 'weakest'])
      expect(isCrossExamination(kinds)).to.equal(true)
    }
  })

  it('knows no kind for other words', () => {
    expect(classify('Why?')).to.equal('other')
    expect(classify('')).to.equal('other')
  })

  it('a cross-examination has all three kinds, in their order', () => {
    expect(isCrossExamination(['opposite', 'change'])).to.equal(false)
    expect(isCrossExamination(['weakest', 'change', 'opposite'])).to.equal(false)
    expect(isCrossExamination(['opposite', 'change', 'weakest', 'other'])).to.equal(false)
  })
})
