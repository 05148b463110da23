import { expect } from 'chai'
import { type Node, startNode } from '../../helpers/commandLine.ts'
import { mine, portsOf, verify } from './helpers.ts'

/** Returns 42, whatever it is asked. */
const answer = '0x69602a60005260206000f3600052600a6016f3'

describe('claims about a chain', () => {
  let node: Node
  let address: `0x${string}`
  before(async () => {
    node = await startNode()
    const request = node.client.request as (call: object) => Promise<unknown>
    const [from] = (await request({ method: 'eth_accounts' })) as [string]
    const hash = await request({ method: 'eth_sendTransaction', params: [{ from, data: answer }] })
    const receipt = await node.client.waitForTransactionReceipt({ hash: hash as `0x${string}` })
    address = receipt.contractAddress!
  })
  after(() => node?.close())

  it('S3-8 are mined from a node by JSON-RPC and verified by asking it again', async () => {
    const extractor = { type: 'rpc', recipe: { method: 'eth_chainId' } }
    const mined = await mine(node.url, portsOf(), extractor)
    expect(mined.observation.extracted).to.equal('0x7a69')
    expect(await verify(mined, portsOf())).to.include({ verdict: 'PASS', reason: 'REPRODUCED' })
  })

  it('S3-8 are mined from a contract by its ABI, at a block that stays', async () => {
    const block = Number(await node.client.getBlockNumber())
    const recipe = { address, function: 'function answer() view returns (uint256)', block }
    const mined = await mine(node.url, portsOf(), { type: 'abi', recipe })
    expect(mined.observation.extracted).to.equal('42')
    expect(mined.assumptions).to.have.length(2)
    expect(await verify(mined, portsOf())).to.include({ verdict: 'PASS', reason: 'REPRODUCED' })
    const moving = await mine(node.url, portsOf(), { type: 'abi', recipe: { ...recipe, block: 'latest' } })
    expect(moving.assumptions).to.have.length(3)
  })
})
