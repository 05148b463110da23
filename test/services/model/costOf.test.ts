import { expect } from 'chai'
import { costOf } from '../../../services/model/costOf.ts'

describe('costOf', () => {
  it('is exact in whole micro-USD, rounded up', () => {
    const prices = { inputPerMillion: 250_000, outputPerMillion: 2_000_000 }
    expect(costOf({ inputTokens: 1, outputTokens: 0 }, prices)).to.equal(1)
    expect(costOf({ inputTokens: 4, outputTokens: 0 }, prices)).to.equal(1)
    expect(costOf({ inputTokens: 5, outputTokens: 0 }, prices)).to.equal(2)
    expect(costOf({ inputTokens: 0, outputTokens: 0 }, prices)).to.equal(0)
    expect(costOf({ inputTokens: 1, outputTokens: 1 }, undefined)).to.equal(null)
  })
})
