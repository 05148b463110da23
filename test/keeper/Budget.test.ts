import { expect } from 'chai'
import fc from 'fast-check'
import { type Budget, feesFor, feesToReplace, waitFor } from '../../keeper/Budget.ts'

const budget: Budget = { perDay: 1_000n, perCall: 100n, maxFee: 50n, maxTip: 2n }

describe('fees within a budget', () => {
  it('offer twice the base fee and a tip, and never more than the budget', () => {
    expect(feesFor({ baseFee: 10n, tip: 1n }, budget)).to.deep.equal({
      maxFeePerGas: 21n,
      maxPriorityFeePerGas: 1n,
    })
    expect(feesFor({ baseFee: 40n, tip: 9n }, budget)).to.deep.equal({
      maxFeePerGas: 50n,
      maxPriorityFeePerGas: 2n,
    })
  })

  it('wait where gas costs more', () => {
    expect(feesFor({ baseFee: 49n, tip: 2n }, budget)).to.equal(null)
    expect(feesFor({ baseFee: 48n, tip: 2n }, budget)).to.not.equal(null)
  })

  it('to replace are at least a tenth higher in both, and within the budget, or there are none', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 60n), fc.bigInt(0n, 3n), fc.bigInt(0n, 60n), (fee, tip, baseFee) => {
        const before = { maxFeePerGas: fee, maxPriorityFeePerGas: tip < fee ? tip : fee }
        const found = feesToReplace(before, { baseFee, tip: 1n }, budget)
        if (found === null) return
        expect(found.maxFeePerGas * 10n >= fee * 11n && found.maxFeePerGas <= budget.maxFee).to.equal(true)
        expect(found.maxPriorityFeePerGas * 10n >= before.maxPriorityFeePerGas * 11n).to.equal(true)
        expect(found.maxPriorityFeePerGas <= found.maxFeePerGas).to.equal(true)
      }),
    )
    expect(
      feesToReplace({ maxFeePerGas: 48n, maxPriorityFeePerGas: 1n }, { baseFee: 1n, tip: 1n }, budget),
    ).to.equal(null)
  })
})

describe('what a call may cost', () => {
  const purse = (spent: bigint, balance = 10_000n) => ({ budget, spent, balance })
  const settle = { kind: 'settle' } as const

  it('is bounded by call, by day and by what is there', () => {
    expect(waitFor(settle, 100n, purse(900n))).to.equal(null)
    expect(waitFor(settle, 101n, purse(0n))).to.equal('call-budget')
    expect(waitFor(settle, 100n, purse(901n))).to.equal('day-budget')
    expect(waitFor(settle, 100n, purse(0n, 99n))).to.equal('funds')
  })

  it('feedback leaves half of a day to what cannot wait', () => {
    const feedback = { kind: 'publishFeedback' } as const
    expect(waitFor(feedback, 100n, purse(400n))).to.equal(null)
    expect(waitFor(feedback, 100n, purse(401n))).to.equal('day-budget')
    expect(waitFor(settle, 100n, purse(401n))).to.equal(null)
  })
})
