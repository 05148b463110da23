import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import { deploySystem, Outcome, resolved, Status, settle } from '../helpers/market.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)

describe('a market', () => {
  it('lives from creation to the last claim, to the wei', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { market, address, creator, ethers } = system
    const { marketId, workers } = await resolved(
      system,
      ['YES', 'YES', 'NO', 'silent'].slice(0, 3) as never,
      'YES',
    )
    expect(await market.statusOf(marketId)).to.equal(Status.Resolved)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await settle(system, marketId)
    await market.finalize(marketId)
    for (let i = 0; i < workers.length; i++) await market.claim(marketId, i)
    const left = await market.creditOf(creator.address)
    expect(await ethers.provider.getBalance(address)).to.equal(left)
    console.log('left', left, parseEther('1'))
  })
})
