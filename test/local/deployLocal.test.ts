import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { nodeAddresses } from '../../cli/chain/localDon.ts'
import { keystoneForwarderAbi } from '../../deployments/abi/index.ts'
import { deployLocal, faultyOf, type LocalPlace } from '../../local/deployLocal.ts'
import { type LocalChain, startChain } from '../../local/startChain.ts'

describe('deployLocal', function () {
  this.timeout(60_000)
  let chain: LocalChain
  let place: LocalPlace
  before(async () => {
    chain = await startChain()
    place = await deployLocal(chain, { nodes: 7 })
  })
  after(async () => {
    place?.forget()
    await chain?.stop()
  })

  it('puts code at every address that it records', async () => {
    for (const name of [
      'CREsolverMarket',
      'KeystoneForwarder',
      'IdentityRegistry',
      'SourceKeys',
      'BinaryMarket',
    ]) {
      const code = await chain.client.getCode({ address: place.at(name) })
      expect(code?.length ?? 0, name).to.be.greaterThan(100)
    }
    expect(place.market.toLowerCase()).to.equal(place.at('CREsolverMarket').toLowerCase())
    expect(() => place.at('Nothing')).to.throw()
  })

  it('tells the forwarder of as many nodes as asked for', async () => {
    const { client } = chain
    const events = await client.getContractEvents({
      address: place.at('KeystoneForwarder'),
      abi: keystoneForwarderAbi,
      eventName: 'ConfigSet',
      fromBlock: 0n,
    })
    const last = events.at(-1)!.args
    expect(last.f).to.equal(2)
    expect(last.signers!.map((one) => one.toLowerCase())).to.deep.equal(
      nodeAddresses(7).map((one) => one.toLowerCase()),
    )
  })

  it('forgets its record', () => {
    expect(existsSync(place.folder)).to.equal(true)
    place.forget()
    expect(existsSync(place.folder)).to.equal(false)
  })
})

describe('faultyOf', () => {
  it('is how many faulty nodes so many bear: less than a third', () => {
    expect([1, 3, 4, 6, 7, 10].map(faultyOf)).to.deep.equal([0, 0, 1, 1, 2, 3])
  })
})
