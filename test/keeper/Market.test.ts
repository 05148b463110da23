import { expect } from 'chai'
import { keyOf, kinds } from '../../keeper/Market.ts'

describe('the name of a call', () => {
  it('tells kinds, markets and seats apart', () => {
    const names = kinds.flatMap((kind) =>
      [1, 11].flatMap((marketId) => [null, 0, 1, 11].map((seat) => keyOf({ kind, marketId, seat }))),
    )
    expect(new Set(names).size).to.equal(names.length)
  })

  it('is the same whatever else is known of the call', () => {
    const call = { kind: 'settle', marketId: 3, seat: null, value: 5n, left: 100 } as const
    expect(keyOf(call)).to.equal('settle 3')
    const later = { ...call, value: 6n, left: 1 }
    expect(keyOf(later)).to.equal('settle 3')
  })
})
