import { expect } from 'chai'
import { keyOf, phases } from '../../gateway/Gateway.ts'
import type { RoundView } from '../../services/chain/Chain.ts'

describe('what names a round in a gateway', () => {
  it('is its market and its number, and nothing else of what the chain says', () => {
    const view = { marketId: 7, round: 2, question: 'Will it rain?', isAsked: true } as unknown as RoundView
    expect(keyOf(view)).to.deep.equal({ marketId: 7, round: 2 })
  })

  it('SPEC §7: answers come before defences', () => {
    expect(phases).to.deep.equal(['answers', 'defences'])
  })
})
