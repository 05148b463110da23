import { expect } from 'chai'
import { encodeFunctionData } from 'viem'
import { identityRegistryAbi } from '../../deployments/abi/index.ts'
import { connect } from '../../indexer/connect.ts'
import { readEvent } from '../../indexer/Event.ts'
import { transact } from '../../local/transact.ts'
import { onChain } from '../cli/place.ts'

describe('an indexer’s chain', function () {
  this.timeout(120_000)
  const here = onChain()
  const connected = (rpcUrl = here().chain.url) => {
    const { chainId, market, at } = here()
    return connect({
      ...{ rpcUrl, chainId, market, bets: at('BinaryMarket') },
      ...{ sourceKeys: at('SourceKeys'), conditions: null },
    })
  }

  it('finds the registries that the market names, and all their events in order with their times', async () => {
    const { marketIn, at, chain: node } = here()
    const from = Number(await node.client.getBlockNumber()) + 1
    const id = await marketIn('joined')
    const data = encodeFunctionData({
      ...{ abi: identityRegistryAbi, functionName: 'setAgentURI', args: [0n, 'data:,x'] },
    } as never)
    await transact(node, 2, { to: at('IdentityRegistry'), data })
    const chain = await connected()
    expect(chain.contracts.identities).to.equal(at('IdentityRegistry').toLowerCase())
    const head = await chain.head()
    const logs = await chain.logs(from, head.number)
    expect(logs.map(({ block }) => block)).to.deep.equal(
      logs.map(({ block }) => block).toSorted((a, b) => a - b),
    )
    expect(logs.at(-1)!.time).to.equal(head.time)
    const names = logs.map(
      (log) => readEvent(log.address === chain.market ? 'market' : 'identities', log)?.name,
    )
    expect(names).to.deep.equal(['MarketCreated', ...Array(3).fill('WorkerJoined'), 'URIUpdated'])
    const before = await chain.readMarket(Number(id), from)
    expect([before!.joined, (await chain.readMarket(Number(id), head.number))!.joined]).to.deep.equal([0, 3])
  })

  it('is null for what is not there, and says so of nodes that are away without their address', async () => {
    const chain = await connected()
    const { number } = await chain.head()
    expect(await chain.readMarket(999_999, number)).to.equal(null)
    expect(await chain.readSeats(1, [0, 31], number)).to.deep.equal([])
    expect(await chain.blockAt(number + 1_000)).to.equal(null)
    expect((await chain.readAgent(999_999, number)).registration).to.equal(null)
    expect(await chain.codeHash(`0x${'12'.repeat(20)}`)).to.equal(null)
    expect(await chain.missing()).to.include('lock')
    const away = await connected('http://127.0.0.1:1/secret').catch((error: Error) => error)
    expect(String(away)).to.include('The chain cannot be asked').and.not.include('secret')
  })
})
