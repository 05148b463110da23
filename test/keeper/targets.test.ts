import { expect } from 'chai'
import { decodeFunctionData, type Hex } from 'viem'
import { binaryMarketAbi, cresolverMarketAbi, ctfResolverAbi } from '../../deployments/abi/index.ts'
import { type Call, kinds } from '../../keeper/Market.ts'
import { gasFor, prepare } from '../../keeper/targets.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const contracts = { market: address('a'), binaryMarket: address('b'), ctfResolver: address('c') }
const abi = [...cresolverMarketAbi, ...binaryMarketAbi, ...ctfResolverAbi]

describe('where calls go', () => {
  it('each kind is one function of one contract, with the market’s number', () => {
    const found = kinds.map((kind) => {
      const seat = kind === 'publishFeedback' ? 33 : null
      const call: Call = { kind, marketId: 7, seat, value: 0n, left: 0 }
      const { to, data } = prepare(call, contracts)
      const { functionName, args } = decodeFunctionData({ abi, data })
      expect(args![0]).to.equal(7n)
      if (seat !== null) expect(args![1]).to.equal(33n)
      return `${kind}: ${to.slice(2, 3)} ${functionName}`
    })
    expect(found).to.deep.equal([
      'draw: a draw',
      'request: a requestResolution',
      'askAgain: a requestResolution',
      'expire: a expire',
      'settle: a settle',
      'finalize: a finalize',
      'settleBets: b settle',
      'resolveCondition: c resolve',
      'publishFeedback: a publishFeedback',
    ])
  })

  it('a quarter more gas than estimated is sent along, and for feedback what the registry may need', () => {
    expect(gasFor({ kind: 'settle' }, 100n)).to.equal(125n)
    expect(gasFor({ kind: 'publishFeedback' }, 100n)).to.equal(600_000n)
    expect(gasFor({ kind: 'publishFeedback' }, 800_000n)).to.equal(1_000_000n)
  })
})
