import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import { deploySystem, Outcome, resolved, Status, settle, treasury } from '../../local/ledger/market.ts'
import { withdrawTreasury } from '../../local/ledger/payout.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)

describe('a market', () => {
  it('S1-35 S1-36 S1-41 S1-42 S0-66: lives from creation to the last claim, to the wei', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { market, address, ethers } = system
    const { marketId, workers } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    expect(await market.statusOf(marketId)).to.equal(Status.Resolved)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await settle(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Settled)
    await market.finalize(marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Finalized)
    // The pool of 1 ETH less its fee of 0.03, and half of the loser's stake of 0.5 ETH, are shared by the two who were right.
    const amounts = [parseEther('1.11'), parseEther('1.11'), parseEther('0.25')]
    for (const [i, { wallet }] of workers.entries()) {
      await expect(market.claim(marketId, i)).to.changeEtherBalance(ethers, wallet, amounts[i]!)
    }
    expect(await market.creditOf(treasury)).to.equal(parseEther('0.03'))
    await withdrawTreasury(system)
    expect(await ethers.provider.getBalance(address)).to.equal(0n)
  })
})
