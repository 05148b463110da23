import { expect } from 'chai'
import { isLocalChain } from '../../../services/chain/isLocalChain.ts'

describe('isLocalChain', () => {
  it('holds for the chains of development nodes, and for no other', () => {
    expect([31_337, 1_337, 1, 8_453, 11_155_111].map(isLocalChain)).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
