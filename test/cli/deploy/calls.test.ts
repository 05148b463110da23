import { expect } from 'chai'
import { type Address, decodeFunctionData, zeroAddress } from 'viem'
import { testAccount } from '../../../cli/chain/account.ts'
import { connectSigned, type Signed } from '../../../cli/chain/connect.ts'
import { nodeAddresses } from '../../../cli/chain/localDon.ts'
import { wiresOf } from '../../../cli/deploy/calls.ts'
import { encodeName, type Setup, setupOf } from '../../../cli/deploy/setup.ts'
import { cresolverMarketAbi, erc792ArbiterAbi, keystoneForwarderAbi } from '../../../deployments/abi/index.ts'
import { onChain } from '../place.ts'

describe('the calls that wire a deployment', () => {
  const here = onChain()
  let signed: Signed
  let setup: Setup
  before(async () => {
    const options = { rpcUrl: here().chain.url, deployments: here().folder, keyEnv: 'NO_KEY', account: 0 }
    signed = await connectSigned(options)
    setup = await setupOf(signed, { simulation: false })
  })
  const wires = (changes: Partial<Setup> = {}) =>
    wiresOf(signed, { ...setup, ...changes }, (name): Address => here().at(name))
  const names = (changes: Partial<Setup> = {}) => wires(changes).map(({ name }) => name.split(' ')[0])
  const id = `0x00${'5a'.repeat(31)}` as const
  const workflow = { owner: testAccount(7).address, name: 'cresolver', ids: [id] }

  it('a local chain: the DON at our own forwarder, the writer of reputations, the workflow; all are done here', async () => {
    expect(names()).to.deep.equal([
      'KeystoneForwarder.setConfig',
      'ReputationRegistry.setWriter',
      'CREsolverMarket.setWorkflow',
    ])
    expect(await Promise.all(wires().map(({ isDone }) => isDone()))).to.deep.equal([true, true, true])
    const { functionName, args } = decodeFunctionData({ abi: keystoneForwarderAbi, data: wires()[0]!.data })
    expect(functionName).to.equal('setConfig')
    expect(args![3]).to.deep.equal(nodeAddresses())
  })

  it('an arbiter that was deployed for an arbitrator is told its market, once', async () => {
    const given = { ...setup.given, Arbitrator: here().at('Notary') }
    const readContract = async ({ functionName }: { functionName: string }) =>
      functionName === 'market' ? market : Promise.reject(new Error(functionName))
    let market: Address = zeroAddress
    const at = (name: string): Address =>
      name === 'Erc792Arbiter' ? testAccount(6).address : here().at(name)
    const client = { ...signed.client, readContract } as unknown as Signed['client']
    const wire = wiresOf({ ...signed, client }, { ...setup, given }, at).find(
      ({ name }) => name === 'Erc792Arbiter.setMarket',
    )!
    expect(wire.to).to.equal(testAccount(6).address)
    expect(decodeFunctionData({ abi: erc792ArbiterAbi, data: wire.data })).to.deep.equal({
      functionName: 'setMarket',
      args: [here().at('CREsolverMarket')],
    })
    expect(await wire.isDone()).to.equal(false)
    market = here().at('CREsolverMarket')
    expect(await wire.isDone()).to.equal(true)
    expect(names()).not.to.include('Erc792Arbiter.setMarket')
  })

  it('somebody else’s forwarder is not configured', () => {
    expect(names({ given: { KeystoneForwarder: here().at('Notary') } })).not.to.include(
      'KeystoneForwarder.setConfig',
    )
  })

  it('a public chain: the ids, the lock, and at the very end the owner', () => {
    const owner = testAccount(8).address
    expect(names({ workflow, isLocked: true, owner }).slice(1)).to.deep.equal([
      'ReputationRegistry.setWriter',
      'CREsolverMarket.setWorkflow',
      'CREsolverMarket.addWorkflowId',
      'CREsolverMarket.lock',
      'CREsolverMarket.transferOwnership',
    ])
  })

  it('asks the chain what is left: another workflow, an unknown id, a lock and an owner are', async () => {
    const owner = testAccount(8).address
    const left = wires({ workflow, isLocked: true, owner }).slice(2)
    expect(await Promise.all(left.map(({ isDone }) => isDone()))).to.deep.equal([false, false, false, false])
    const { functionName, args } = decodeFunctionData({ abi: cresolverMarketAbi, data: left[0]!.data })
    expect(functionName).to.equal('setWorkflow')
    expect(args).to.deep.equal([workflow.owner, encodeName('cresolver')])
  })

  it('without a workflow nothing is said of one', () => {
    expect(names({ workflow: null })).not.to.include('CREsolverMarket.setWorkflow')
  })
})
