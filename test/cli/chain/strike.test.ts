import { expect } from 'chai'
import { strikeIn } from '../../../cli/chain/strike.ts'
import type { Verification } from '../../../protocol/index.ts'

const market = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const here = { chainId: 31_337, market } as const
const bundle = (changes: object = {}) =>
  ({
    ...{ chain_id: 31_337, market: market.toLowerCase(), market_id: 7, worker_index: 2 },
    ...{ kind: 3, evidence: '0x1234', ...changes },
  }) as unknown as Verification.ChallengeBundle

const nameOf = (changes: object): string => {
  try {
    strikeIn(bundle(changes), here)
  } catch (error) {
    return (error as Error).name
  }
  return 'none'
}

describe('a strike of a bundle', () => {
  it('is what the contract is called with', () => {
    expect(strikeIn(bundle(), here)).to.deep.equal({ marketId: 7n, seat: 2n, kind: 3, evidence: '0x1234' })
  })

  it('about a whole round names no seat', () => {
    expect(strikeIn(bundle({ kind: 4, worker_index: null }), here)).to.include({ kind: 4, seat: 0n })
  })

  it('error: what no contract decides, what lacks its evidence, what is of another place', () => {
    expect(nameOf({ kind: null })).to.equal('Challenge.UndecidableError')
    expect(nameOf({ evidence: null })).to.equal('Challenge.IncompleteError')
    expect(nameOf({ chain_id: 1 })).to.equal('Challenge.ElsewhereError')
    expect(nameOf({ market: `0x${'11'.repeat(20)}` })).to.equal('Challenge.ElsewhereError')
    expect(nameOf({})).to.equal('none')
  })

  it('error: what no contract decides is said before what is missing', () => {
    expect(nameOf({ kind: null, evidence: null, chain_id: 1 })).to.equal('Challenge.UndecidableError')
  })
})
