import { expect } from 'chai'
import { decodeFunctionData, encodeErrorResult, encodeFunctionResult, numberToHex, zeroAddress } from 'viem'
import { cresolverMarketAbi as abi } from '../../../deployments/abi/index.ts'
import {
  connectChain,
  OtherChainError,
  OtherContractError,
  UnavailableError,
} from '../../../services/chain/connectChain.ts'
import { blockAt, eachCall, type FakeNode, startFakeNode } from './fakeNode.ts'

const market = '0x00000000000000000000000000000000000000Aa'

const marketView = {
  creator: zeroAddress,
  status: 0,
  outcome: 0,
  ending: 0,
  createdAt: 0n,
  deadline: 0n,
  requestedAt: 0n,
  windowEnd: 0n,
  readyAt: 0n,
  round: 1,
  joined: 0,
  seats: 0,
  appeals: 0,
  isAppealing: false,
  isHeld: false,
  drawBlock: 0n,
  pool: 0n,
  stakes: 0n,
  yesWeight: 0n,
  noWeight: 0n,
  invalidWeight: 0n,
  answeredBefore: 0,
  question: '',
} as const

describe('connectChain', () => {
  let node: FakeNode
  const block = blockAt(16)
  before(async () => {
    node = await startFakeNode()
  })
  after(() => node.stop())
  beforeEach(() => {
    node.methods = { eth_chainId: () => '0x5', eth_getBlockByNumber: () => block }
    node.asked.length = 0
  })

  const connect = (chainId = 5) => connectChain({ rpcUrl: node.url, market, chainId })
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error) => error,
    )
  const refused = encodeErrorResult({ abi, errorName: 'UnknownMarket', args: [7n] })

  it('reads the head, and writes its market in lower case', async () => {
    const chain = connect()
    expect(chain.market).to.equal(market.toLowerCase())
    expect(await chain.head()).to.deep.equal({ number: 16n, hash: block.hash, timestamp: 100 })
  })

  it('asks a node for its chain once, and again after it was away', async () => {
    const chain = connect()
    await chain.head()
    await chain.head()
    expect(node.asked.filter((method) => method === 'eth_chainId')).to.have.length(1)
    delete node.methods.eth_getBlockByNumber
    expect(await failureOf(chain.head())).to.be.instanceOf(UnavailableError)
    node.methods.eth_getBlockByNumber = () => block
    await chain.head()
    expect(node.asked.filter((method) => method === 'eth_chainId')).to.have.length(2)
  })

  it('C3: reads nothing from a node on another chain', async () => {
    const error = await failureOf(connect(1).head())
    expect(error).to.be.instanceOf(OtherChainError)
    expect(error!.message).to.include('The node is on chain 5, but the config says 1.')
    expect(node.asked).to.deep.equal(['eth_chainId'])
  })

  it('no error says the URL, which may hold a key', async () => {
    node.methods = {}
    const error = (await failureOf(connect().head()))!
    expect(error).to.be.instanceOf(UnavailableError)
    expect(error.message).to.include('The chain cannot be asked (HttpRequestError).')
    expect(`${error.stack}${String(error.cause)}`).to.not.include('secret-key')
  })

  it('gives a block’s hash, and null for a block that is not there', async () => {
    const chain = connect()
    expect(await chain.hashOf(16n)).to.equal(block.hash)
    node.methods.eth_getBlockByNumber = () => null
    expect(await chain.hashOf(17n)).to.equal(null)
  })

  it('a market that the contract refuses does not exist; a node that fails is away', async () => {
    node.methods.eth_call = eachCall(() => ({ refused }))
    expect(await connect().readRound(7)).to.equal(null)
    node.methods.eth_call = () => ({ error: { code: -32_000, message: 'header not found' } })
    expect(await failureOf(connect().readRound(7))).to.be.instanceOf(UnavailableError)
  })

  it('names a contract of another edition, whose answer has another form', async () => {
    const word = (value: number) => value.toString(16).padStart(64, '0')
    // status, round, four times, n, question and workers: nine words and no flag, as the first edition had it.
    const first = [2, 1, 1, 2, 3, 4, 0, 9 * 32, 10 * 32, 0, 0].map(word).join('')
    node.methods.eth_call = eachCall(() => `0x${first}`)
    const error = await failureOf(connect().readRound(7))
    expect(error).to.be.instanceOf(OtherContractError)
    expect(error!.message).to.include(market.toLowerCase()).and.include('first edition')
  })

  it('AUDIT C8: a market is final once it is Finalized or Invalid, and not before', async () => {
    const isFinal = async (status: number) => {
      const result = { ...marketView, status }
      node.methods.eth_call = eachCall(() => encodeFunctionResult({ abi, functionName: 'getMarket', result }))
      return connect().isFinal(7)
    }
    for (const status of [1, 2, 3, 4]) expect(await isFinal(status), String(status)).to.equal(false)
    for (const status of [5, 6]) expect(await isFinal(status), String(status)).to.equal(true)
  })

  it('reads all markets that wait, page by page, with their values', async () => {
    const pages: Record<string, [bigint[], bigint[], bigint]> = {
      0: [[1n, 2n], [10n, 20n], 9n],
      9: [[12n], [120n], 0n],
    }
    node.methods.eth_call = eachCall((data) => {
      const { args } = decodeFunctionData({ abi, data })
      return encodeFunctionResult({ abi, functionName: 'pendingMarkets', result: pages[String(args![0])]! })
    })
    expect([...(await connect().pendingValues())]).to.deep.equal([
      [1, 10n],
      [2, 20n],
      [12, 120n],
    ])
    expect(await connect().pending()).to.deep.equal([1, 2, 12])
  })

  it('asks for the events of its own market only, in the blocks that are named', async () => {
    const filters: unknown[] = []
    node.methods.eth_getLogs = ([filter]: unknown[]) => {
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

  it('AUDIT C5: a hundred rounds that are read in one moment are three questions, and as many answers', async () => {
    const worker = { agentId: 1n, signer: market.toLowerCase() as `0x${string}`, factorBps: 2_500 }
    node.methods.eth_call = eachCall((data) => {
      const { args } = decodeFunctionData({ abi, data })
      const [marketId] = args as readonly bigint[]
      if (marketId === 7n) return { refused }
      const result = [2, 1, 1n, 2n, 3n, 4n, 1n, false, `question ${marketId}`, [worker]] as const
      return encodeFunctionResult({ abi, functionName: 'getRound', result })
    })
    const chain = connect()
    const rounds = await Promise.all(Array.from({ length: 100 }, (_, i) => chain.readRound(i)))
    expect(rounds.map((round) => round?.question ?? null)).to.deep.equal(
      rounds.map((_, i) => (i === 7 ? null : `question ${i}`)),
    )
    expect(node.asked.filter((method) => method === 'eth_call')).to.have.length(3)
  })

  it('asks once for a head that many want to know in the same moment', async () => {
    const chain = connect()
    const heads = await Promise.all(Array.from({ length: 20 }, () => chain.head()))
    expect(new Set(heads.map(({ hash }) => hash))).to.deep.equal(new Set([block.hash]))
    expect(node.asked).to.deep.equal(['eth_chainId', 'eth_getBlockByNumber'])
  })

  it('reads what is fixed at deployment once', async () => {
    const zero = '0x'.padEnd(2 + 64 * 40, '0') as `0x${string}`
    node.methods.eth_call = eachCall(() => zero)
    const chain = connect()
    expect(await chain.readParameters()).to.include({ minWorkers: 0, resolutionTimeout: 0 })
    await chain.readParameters()
    expect(node.asked.filter((method) => method === 'eth_call')).to.have.length(1)
  })

  it('counts every call, and goes to the next node where one is away', async () => {
    const calls: string[] = []
    const faults: number[] = []
    const told = {
      call: (method: string) => void calls.push(method),
      fault: (place: number) => void faults.push(place),
    }
    const rpcUrl = ['http://127.0.0.1:1/secret-key', node.url]
    const chain = connectChain({ rpcUrl, market, chainId: 5, told })
    expect(await chain.head()).to.include({ number: 16n })
    expect(faults).to.deep.equal([1])
    expect(calls).to.deep.equal(['eth_chainId', 'eth_chainId', 'eth_getBlockByNumber'])
  })
})
