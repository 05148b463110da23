import { expect } from 'chai'
import { encodeErrorResult, BaseError as ViemError } from 'viem'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { answerOf, connect } from '../../keeper/connect.ts'
import { type FakeRpc, startFakeRpc } from './fakeRpc.ts'

const market = `0x${'aa'.repeat(20)}` as const
const call = { kind: 'settle', marketId: 1, seat: null, value: 0n, left: 0 } as const

describe('a node as a keeper asks it', () => {
  let rpc: FakeRpc
  beforeEach(async () => {
    rpc = await startFakeRpc()
  })
  afterEach(() => rpc.stop())
  const chain = (changes: object = {}) =>
    connect({
      rpcUrl: rpc.url,
      chainId: 7,
      market,
      binaryMarket: null,
      ctfResolver: null,
      timeoutMs: 500,
      ...changes,
    })

  it('is refused where it is on another chain', async () => {
    rpc.says.eth_chainId = '0x8'
    expect(
      await chain()
        .balance(market)
        .catch((error) => error.name),
    ).to.equal('Chain.OtherChainError')
  })

  it('that is away is said to be, without its URL, which may hold a key', async () => {
    const away = chain({ rpcUrl: 'http://127.0.0.1:1/secret' })
    const error = await away.head().catch((one) => one)
    expect(error.name).to.equal('Chain.UnavailableError')
    expect(String(error)).to.not.contain('secret')
  })

  it('tells why a call would be refused, by the name of the contract’s error', async () => {
    const data = encodeErrorResult({ abi: cresolverMarketAbi, errorName: 'TooEarly', args: [5n] })
    rpc.says.eth_estimateGas = { error: { code: 3, message: 'execution reverted', data } }
    const refused = { name: 'TooEarly', args: [5n] }
    expect(await chain().estimate(call, market)).to.deep.equal({ refused })
    expect(rpc.asked.find(({ method }) => method === 'eth_estimateGas')?.params[1]).to.equal('pending')
  })

  it('says how much gas a call takes that would pass', async () => {
    rpc.says.eth_estimateGas = '0x64'
    expect(await chain().estimate(call, market)).to.deep.equal({ gas: 100n })
  })

  it('knows no receipt where there is none, and adds what a chain on a chain charges besides', async () => {
    rpc.says.eth_getTransactionReceipt = null
    const hash = `0x${'12'.repeat(32)}` as const
    expect(await chain().receipt(hash)).to.equal(null)
    rpc.says.eth_getTransactionReceipt = {
      ...{ blockNumber: '0x9', gasUsed: '0xa', effectiveGasPrice: '0x3', status: '0x0', l1Fee: '0x7' },
      ...{ logs: [], type: '0x2', transactionHash: hash, cumulativeGasUsed: '0xa', transactionIndex: '0x0' },
    }
    expect(await chain().receipt(hash)).to.deep.equal({ block: 9, isReverted: true, gasUsed: 10n, cost: 37n })
  })

  it('a chain without a base fee is refused in words', async () => {
    rpc.says.eth_getBlockByNumber = { number: '0x1', timestamp: '0x2', hash: '0x1', transactions: [] }
    expect(
      await chain()
        .head()
        .catch((error) => error.name),
    ).to.equal('Keeper.NoBaseFeeError')
  })
})

describe('what a node says to a transaction', () => {
  const answers: readonly (readonly [string, string])[] = [
    ['already known', 'taken'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonce-used'],
    ['Nonce too low. Expected nonce to be 3 but got 2.', 'nonce-used'],
    ['replacement transaction underpriced', 'underpriced'],
    ['transaction underpriced: gas tip cap 0', 'underpriced'],
    ['insufficient funds for gas * price + value', 'poor'],
    ["Sender doesn't have enough funds to send tx", 'poor'],
    ['internal error', 'unknown'],
  ]
  for (const [words, means] of answers)
    it(`“${words}” means ${means}`, () => {
      expect(answerOf(new ViemError('x', { details: words }))).to.equal(means)
    })

  it('anything else means that nobody can tell', () => {
    expect(answerOf(new Error('socket hang up'))).to.equal('unknown')
  })
})
