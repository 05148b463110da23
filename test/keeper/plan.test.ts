import { expect } from 'chai'
import fc from 'fast-check'
import { type Call, keyOf, kinds } from '../../keeper/Market.ts'
import { compare, isClosing, isRecord, plan } from '../../keeper/plan.ts'

const call = (changes: Partial<Call> = {}): Call => ({
  ...{ kind: 'settle', marketId: 1, seat: null, value: 1n, left: 10_000 },
  ...changes,
})
const some: fc.Arbitrary<Call> = fc.record({
  kind: fc.constantFrom(...kinds),
  marketId: fc.integer({ min: 1, max: 9 }),
  seat: fc.option(fc.nat(40)),
  value: fc.bigInt(0n, 5n),
  left: fc.constantFrom(0, 500, 999, 1_000, 5_000, 10_000),
})

describe('the order of calls', () => {
  it('a closing window first, then lots, requests, money, what follows it, and feedback last', () => {
    const calls = [
      call({ kind: 'publishFeedback', seat: 0, value: 10n ** 20n }),
      call({ kind: 'finalize' }),
      call({ kind: 'settle', value: 5n }),
      call({ kind: 'settle', value: 50n }),
      call({ kind: 'request', left: 9_000 }),
      call({ kind: 'draw', left: 9_000 }),
      call({ kind: 'request', marketId: 2, left: 999 }),
    ]
    expect(plan(calls).map(({ kind, marketId, value }) => `${kind} ${marketId} ${value}`)).to.deep.equal([
      'request 2 1',
      'draw 1 1',
      'request 1 1',
      'settle 1 50',
      'settle 1 5',
      'finalize 1 1',
      `publishFeedback 1 ${10n ** 20n}`,
    ])
  })

  it('does not depend on the order in which markets were read', () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), fc.nat(), (calls, seed) => {
        const shuffled = calls.toSorted(
          (a, b) => ((a.marketId * 7 + seed) % 5) - ((b.marketId * 7 + seed) % 5),
        )
        const names = (list: readonly Call[]) =>
          plan(list).map((one) => `${keyOf(one)} ${one.value} ${one.left}`)
        expect(names(shuffled)).to.deep.equal(names(calls))
      }),
    )
  })

  it('is a total order: whatever is compared, the answers fit together', () => {
    fc.assert(
      fc.property(some, some, some, (a, b, c) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).to.equal(0)
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).to.be.at.most(0)
      }),
    )
  })

  it('no feedback goes before money, nothing before what closes sooner, and of one kind the larger value first', () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), (calls) => {
        const planned = plan(calls)
        for (const [i, one] of planned.entries())
          for (const other of planned.slice(i + 1)) {
            expect(isRecord(one) && !isRecord(other)).to.equal(false)
            if (isRecord(one) || isRecord(other)) continue
            expect(!isClosing(one) && isClosing(other)).to.equal(false)
            if (isClosing(one) && isClosing(other)) expect(one.left).to.be.at.most(other.left)
            else if (one.kind === other.kind && !isClosing(one))
              expect(one.value >= other.value).to.equal(true)
          }
      }),
    )
  })
})
