import { expect } from 'chai'
import { parametersOf } from '../../../cli/deploy/parameters.ts'
import type { System } from '../../../local/ledger/market.ts'
import { creditsOf, ratesOf } from '../../../local/ledger/payout.ts'
import { Payout } from '../../../protocol/index.ts'

describe('what a ledger’s tests know of payouts', () => {
  it('the rates of the usual deployment are those of the payout table', () => {
    expect(ratesOf({ parameters: parametersOf() } as System)).to.deep.equal(Payout.defaults)
  })

  it('credits are summed by why they were given; bonds and rewards of appeals together', async () => {
    const args = [1n, 2n, 3n, 4n, 5n, 6n, 1n].map((why, i) => ({ args: { why, amount: 10n ** BigInt(i) } }))
    const market = { filters: { Credited: () => null }, queryFilter: async () => args }
    expect(await creditsOf({ market } as unknown as System, 1n)).to.deep.equal([
      1_000_001n,
      10n,
      100n,
      11_000n,
      100_000n,
    ])
  })
})
