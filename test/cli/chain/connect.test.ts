import { mkdirSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { connect, connectSigned, now, standing } from '../../../cli/chain/connect.ts'
import { readDeployment, writeDeployment } from '../../../cli/chain/deployment.ts'
import { failed } from '../../adapters/moltbook/failed.ts'
import { addressOf, onChain } from '../place.ts'

const keyEnv = 'CRESOLVER_CONNECT_TEST_KEY'

describe('connecting to a chain', () => {
  const here = onChain()
  const other = (networks: object): string => {
    const folder = `${here().folder}/connect`
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/networks.json`, JSON.stringify(networks))
    return folder
  }

  it('by URL: the network is the one with this chain’s id, and a local one has a name anyway', async () => {
    const rpcUrl = here().chain.url
    const unnamed = await connect({ rpcUrl, deployments: other({}), keyEnv })
    expect(unnamed).to.deep.include({ chainId: 31_337, isLocal: true, networkName: 'localhost', network: {} })
    const mine = { chainId: 31_337, forwarder: addressOf(1) }
    const named = await connect({ rpcUrl, deployments: other({ a: { chainId: 1 }, mine }), keyEnv })
    expect(named).to.deep.include({ networkName: 'mine', network: mine })
  })

  it('by name: its URL is asked; localhost where nothing is named', async () => {
    const { url } = here().chain
    const deployments = other({ localhost: { rpcUrl: url }, here: { rpcUrl: url, chainId: 31_337 } })
    expect((await connect({ network: 'here', deployments, keyEnv })).networkName).to.equal('here')
    expect((await connect({ deployments, keyEnv })).networkName).to.equal('localhost')
  })

  it('error: a node that answers for another chain than was meant is not used', async () => {
    const { url } = here().chain
    const deployments = other({ main: { rpcUrl: url, chainId: 1 } })
    const { name, message } = await failed(connect({ network: 'main', deployments, keyEnv }))
    expect(name).to.equal('Chain.OtherChainError')
    expect(message).to.include('The node of main answers for chain 31337.')
  })

  it('error: no URL, and no node there; a key in the URL is not repeated', async () => {
    const options = { deployments: other({}), keyEnv }
    expect((await failed(connect({ ...options, rpcUrl: 'ws://127.0.0.1:1' }))).name).to.equal(
      'Cli.UsageError',
    )
    const { name, message } = await failed(connect({ ...options, rpcUrl: 'http://127.0.0.1:1/f00d' }))
    expect(name).to.equal('Chain.UnreachableError')
    expect(message).not.to.include('f00d')
  })

  it('whoever signs is the account that was chosen', async () => {
    const options = { rpcUrl: here().chain.url, deployments: here().folder, keyEnv, account: 3 }
    const { account, wallet } = await connectSigned(options)
    expect(account.address).to.equal(addressOf(3))
    expect(wallet.account.address).to.equal(addressOf(3))
  })

  it('the chain’s own clock counts, not the machine’s', async () => {
    const connection = await connect({ rpcUrl: here().chain.url, deployments: here().folder, keyEnv })
    expect(await now(connection)).to.equal(await here().chain.now())
    expect(await now(connection)).to.be.lessThan(Date.now() / 1_000 - 86_400)
  })

  it('error: contracts stand only where the record says so and the chain has code', async () => {
    const connection = await connect({ rpcUrl: here().chain.url, deployments: here().folder, keyEnv })
    expect((await standing(connection)).market).to.equal(here().market)
    const folder = other({})
    expect((await failed(standing({ ...connection, folder }))).name).to.equal('Deploy.NotDeployedError')
    const { contracts, ...rest } = readDeployment(here().folder, 31_337)!
    const market = { ...contracts.CREsolverMarket!, address: addressOf(40) }
    writeDeployment(folder, { ...rest, contracts: { CREsolverMarket: market } })
    expect((await failed(standing({ ...connection, folder }))).name).to.equal('Deploy.NotDeployedError')
  })
})
