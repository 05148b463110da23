import { expect } from 'chai'
import { firstDay, type LocalChain, startChain } from '../../local/startChain.ts'
import { addressOf } from '../../local/transact.ts'

describe('a local chain', () => {
  let chain: LocalChain
  before(async () => {
    chain = await startChain()
  })
  after(() => chain?.stop())

  it('listens on loopback, under Hardhat’s number', async () => {
    expect(chain.url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await chain.client.getChainId()).to.equal(31_337)
  })

  it('begins in the past, with money for 50 accounts', async () => {
    expect(await chain.now()).to.be.closeTo(firstDay, 60)
    for (const index of [0, 49]) {
      const address = addressOf(index)
      expect(await chain.client.getBalance({ address })).to.equal(10_000n * 10n ** 18n)
    }
    expect(await chain.client.getBalance({ address: addressOf(50) })).to.equal(0n)
  })

  it('moves its time on, and never back', async () => {
    await chain.warpTo(firstDay + 86_400)
    expect(await chain.now()).to.equal(firstDay + 86_400)
    await chain.warpTo(firstDay)
    expect(await chain.now()).to.equal(firstDay + 86_400)
  })
})
