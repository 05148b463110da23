import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import { challenge, doubleTalkOf, no, question, tell, yes } from '../../local/ledger/evidence.ts'
import { deploySystem, hour, Outcome, requested, settle } from '../../local/ledger/market.ts'
import { expectEmptied, expectTable } from '../../local/ledger/payout.ts'
import { appeal } from '../helpers/appeal.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)
const ether = parseEther

describe('an appeal against an Invalid by default', () => {
  async function byDefault() {
    const system = await networkHelpers.loadFixture(fixture)
    const { marketId } = await requested(system, 4, { question })
    await tell(system, marketId, [yes, no, 'silent', 'silent'])
    const told = await tell(system, marketId, [yes, no, 'silent', 'silent'])
    expect(told.outcome).to.equal(null)
    const { outcome, ending } = await system.market.getMarket(marketId)
    expect([outcome, ending]).to.deep.equal([Outcome.Invalid, 1n])
    return { system, marketId, told, contract: system.market }
  }

  it('brings an outcome, and then those of the first rounds were right or wrong', async () => {
    const { system, marketId, contract } = await byDefault()
    const bond = await appeal(system, marketId, 3, 4)
    const fresh = await tell(system, marketId, [yes, yes, yes])
    const after = await contract.getMarket(marketId)
    // The weights of the rounds without quorum are in no tally.
    expect([after.outcome, after.ending, after.yesWeight, after.noWeight]).to.deep.equal([
      Outcome.Yes,
      0n,
      fresh.weights.reduce((sum, weight) => sum + weight),
      0n,
    ])
    await settle(system, marketId)
    const table = await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    expect(table.appellants).to.deep.equal([bond + ether('0.125')])
    expect(table.workers.slice(1, 4)).to.deep.equal(Array(3).fill(ether('0.25')))
    await expectEmptied(system, marketId)
  })

  it('that is not answered has its bond back, and nobody earns anything', async () => {
    const { system, marketId, contract } = await byDefault()
    const bond = await appeal(system, marketId, 0, 4)
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    expect(table.workers).to.deep.equal([ether('0.5'), ether('0.5'), ether('0.25'), ether('0.25')])
    expect([table.creator, table.appellants[0]]).to.deep.equal([ether('1'), bond])
    expect(await contract.creditOf(system.creator.address)).to.equal(ether('1'))
    await expectEmptied(system, marketId)
  })

  it('that finds no lead loses its bond to who answered it', async () => {
    const { system, marketId } = await byDefault()
    const bond = await appeal(system, marketId, 4, 4)
    await tell(system, marketId, [yes, yes, no, no])
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    expect(table.workers.slice(4)).to.deep.equal(Array(4).fill(ether('1') + bond / 4n))
    await expectEmptied(system, marketId)
  })

  it('is open for two hours after the second round', async () => {
    const { system, marketId, contract } = await byDefault()
    const { windowEnd } = await contract.getMarket(marketId)
    expect(windowEnd).to.equal((await system.time.latest()) + 2 * hour)
  })

  it('has weights of its own: a strike takes them out of the tally, from the first fresh worker on', async () => {
    const { system, marketId, contract } = await byDefault()
    await appeal(system, marketId, 4, 4)
    const fresh = await tell(system, marketId, [yes, { ...yes, score: 71 }, no, { ...yes, score: 73 }])
    const [, second, third, last] = fresh.weights as [bigint, bigint, bigint, bigint]
    await challenge(system, marketId, 32, doubleTalkOf(fresh, 0))
    expect((await contract.getMarket(marketId)).yesWeight).to.equal(second + last)
    await challenge(system, marketId, 35, doubleTalkOf(fresh, 3))
    const after = await contract.getMarket(marketId)
    expect([after.yesWeight, after.noWeight]).to.deep.equal([second, third])
    expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 1n])
    await settle(system, marketId)
    await expectTable(system, marketId, { decidedIn: 1 })
    await expectEmptied(system, marketId)
  })

  it('may come after a strike, which finds no weight in a tally to take away', async () => {
    const { system, marketId, contract, told } = await byDefault()
    await challenge(system, marketId, 0, doubleTalkOf(told, 0))
    const after = await contract.getMarket(marketId)
    expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 1n])
    expect([after.yesWeight, after.noWeight, after.invalidWeight]).to.deep.equal([0n, 0n, 0n])
    await settle(system, marketId)
    // The one who answered shares what the struck one loses.
    const table = await expectTable(system, marketId)
    expect(table.workers).to.deep.equal([0n, ether('0.875'), ether('0.25'), ether('0.25')])
    await expectEmptied(system, marketId)
  })

  it('a strike after one that nobody answered moves no tally either', async () => {
    const { system, marketId, contract, told } = await byDefault()
    await appeal(system, marketId, 0, 4)
    await challenge(system, marketId, 1, doubleTalkOf(told, 1))
    const after = await contract.getMarket(marketId)
    expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 1n])
    await settle(system, marketId)
    await expectTable(system, marketId)
    await expectEmptied(system, marketId)
  })
})
