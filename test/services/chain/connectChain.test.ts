import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { decodeFunctionData, encodeErrorResult, encodeFunctionResult, type Hex, numberToHex } from 'viem'
import { cresolverMarketAbi as abi } from '../../../deployments/abi/index.ts'
import {
  connectChain,
  OtherChainError,
  OtherContractError,
  UnavailableError,
} from '../../../services/chain/connectChain.ts'

const market = '0x00000000000000000000000000000000000000Aa'

/** A node that answers JSON-RPC as a test says. */
type Methods = Record<string, (parameters: never[]) => unknown>

describe('connectChain', () => {
  let server: http.Server
  let port: number
  let methods: Methods
  const asked: string[] = []
  const block = { hash: `0x${'ab'.repeat(32)}`, number: '0x10', timestamp: '0x64', transactions: [] }
  before(async () => {
    server = http.createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => {
        text += chunk
      })
      request.on('end', () => {
        const { id, method, params } = JSON.parse(text)
        asked.push(method)
        const answer = methods[method]
        if (answer === undefined) return void response.writeHead(404).end('no')
        const said = answer(params) as { error?: unknown }
        const isError = typeof said === 'object' && said !== null && 'error' in said
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(isError ? said : { result: said }) }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    methods = { eth_chainId: () => '0x5', eth_getBlockByNumber: () => block }
    asked.length = 0
  })

  const connect = (chainId = 5) =>
    connectChain({ rpcUrl: `http://127.0.0.1:${port}/secret-key`, market, chainId })
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error) => error,
    )
  const revert = {
    error: {
      code: 3,
      message: 'execution reverted',
      data: encodeErrorResult({ abi, errorName: 'UnknownMarket', args: [7n] }),
    },
  }

  it('reads the head, and writes its market in lower case', async () => {
    const chain = connect()
    expect(chain.market).to.equal(market.toLowerCase())
    expect(await chain.head()).to.deep.equal({ number: 16n, timestamp: 100 })
  })

  it('asks a node for its chain once, and again after it was away', async () => {
    const chain = connect()
    await chain.head()
    await chain.head()
    expect(asked.filter((method) => method === 'eth_chainId')).to.have.length(1)
    delete methods.eth_getBlockByNumber
    expect(await failureOf(chain.head())).to.be.instanceOf(UnavailableError)
    methods.eth_getBlockByNumber = () => block
    await chain.head()
    expect(asked.filter((method) => method === 'eth_chainId')).to.have.length(2)
  })

  it('C3: reads nothing from a node on another chain', async () => {
    const error = await failureOf(connect(1).head())
    expect(error).to.be.instanceOf(OtherChainError)
    expect(error!.message).to.include('The node is on chain 5, but the config says 1.')
    expect(asked).to.deep.equal(['eth_chainId'])
  })

  it('no error says the URL, which may hold a key', async () => {
    methods = {}
    const error = (await failureOf(connect().head()))!
    expect(error).to.be.instanceOf(UnavailableError)
    expect(error.message).to.include('The chain cannot be asked (HttpRequestError).')
    expect(`${error.stack}${String(error.cause)}`).to.not.include('secret-key')
  })

  it('gives a block’s hash, and null for a block that is not there', async () => {
    const chain = connect()
    expect(await chain.hashOf(16n)).to.equal(block.hash)
    methods.eth_getBlockByNumber = () => null
    expect(await chain.hashOf(17n)).to.equal(null)
  })

  it('a market that the contract refuses does not exist; a node that fails is away', async () => {
    methods.eth_call = () => revert
    expect(await connect().readRound(7)).to.equal(null)
    methods.eth_call = () => ({ error: { code: -32_000, message: 'header not found' } })
    expect(await failureOf(connect().readRound(7))).to.be.instanceOf(UnavailableError)
  })

  it('names a contract of another edition, whose answer has another form', async () => {
    const word = (value: number) => value.toString(16).padStart(64, '0')
    // status, round, four times, n, question and workers: nine words and no flag, as the first edition had it.
    const first = [2, 1, 1, 2, 3, 4, 0, 9 * 32, 10 * 32, 0, 0].map(word).join('')
    methods.eth_call = () => `0x${first}`
    const error = await failureOf(connect().readRound(7))
    expect(error).to.be.instanceOf(OtherContractError)
    expect(error!.message).to.include(market.toLowerCase()).and.include('first edition')
  })

  it('reads all markets that wait, page by page, with their values', async () => {
    const pages: Record<string, [bigint[], bigint[], bigint]> = {
      0: [[1n, 2n], [10n, 20n], 9n],
      9: [[12n], [120n], 0n],
    }
    methods.eth_call = ([call]: { data: Hex }[]) => {
      const { args } = decodeFunctionData({ abi, data: call!.data })
      return encodeFunctionResult({ abi, functionName: 'pendingMarkets', result: pages[String(args![0])]! })
    }
    expect([...(await connect().pendingValues())]).to.deep.equal([
      [1, 10n],
      [2, 20n],
      [12, 120n],
    ])
    expect(await connect().pending()).to.deep.equal([1, 2, 12])
  })

  it('asks for the events of its own market only, in the blocks that are named', async () => {
    const filters: unknown[] = []
    methods.eth_getLogs = ([filter]: unknown[]) => {
      filters.push(filter)
      return []
    }
    expect(await connect().requestedBetween(3n, 4n)).to.deep.equal([])
    expect(filters[0]).to.deep.include({
      address: market.toLowerCase(),
      fromBlock: numberToHex(3),
      toBlock: numberToHex(4),
    })
  })
})
