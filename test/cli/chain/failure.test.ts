import { expect } from 'chai'
import {
  ExecutionRevertedError,
  encodeErrorResult,
  HttpRequestError,
  InsufficientFundsError,
  RawContractError,
  RpcRequestError,
  TimeoutError,
  BaseError as ViemError,
} from 'viem'
import { explain } from '../../../cli/chain/explain.ts'
import { asChainError } from '../../../cli/chain/failure.ts'
import * as abis from '../../../deployments/abi/index.ts'
import { readRevert } from '../../../services/chain/revert.ts'

const url = 'https://rpc.example/v3/f00dbabe'
const body = {}
const tooEarly = encodeErrorResult({
  abi: abis.cresolverMarketAbi,
  errorName: 'TooEarly',
  args: [1_771_631_940n],
})

const said = (error: unknown) => {
  const { name, message } = asChainError(error) as Error
  expect(message).not.to.include('f00dbabe').and.not.include('rpc.example')
  return { name, message }
}
const wrapped = (cause: Error) => new ViemError('The call failed.', { cause })

describe('failures of a chain', () => {
  it('reads the bytes of a refusal, also of one it does not know', () => {
    const data = encodeErrorResult({
      abi: abis.cresolverMarketAbi,
      errorName: 'TooEarly',
      args: [1_771_631_940n],
    })
    expect(explain(...pair(readRevert(data)))[1]).to.include('2026-02-20T23:59:00Z')
    const said = encodeErrorResult({
      abi: [{ type: 'error', name: 'Error', inputs: [{ name: 'reason', type: 'string' }] }],
      errorName: 'Error',
      args: ['Not authorized'],
    })
    expect(explain(...pair(readRevert(said)))[0]).to.equal('The contract refused: Not authorized.')
    expect(readRevert('0xdeadbeef')).to.deep.equal({ name: 'Unknown', args: ['0xdeadbeef'] })
    expect(explain('Unheard', [1])[0]).to.equal('The contract refused: Unheard(1).')
  })

  it('finds the bytes of a refusal wherever a node puts them', () => {
    const inner = (data: unknown) => Object.assign(new Error('reverted'), { data })
    const places = [
      wrapped(new RawContractError({ data: tooEarly })),
      wrapped(inner(tooEarly)),
      wrapped(inner({ data: tooEarly, message: 'reverted' })),
      wrapped(wrapped(inner(tooEarly))),
    ]
    for (const error of places) expect(said(error).name).to.equal('Contract.TooEarlyError')
  })

  it('a refusal without bytes is one without a reason', () => {
    expect(said(wrapped(new ExecutionRevertedError({}))).name).to.equal('Contract.NoReasonError')
    const node = new RpcRequestError({ body, url, error: { code: 3, message: 'execution reverted' } })
    expect(said(wrapped(node)).name).to.equal('Contract.NoReasonError')
  })

  it('an account without money, and a node that does not answer, have errors of their own', () => {
    expect(said(wrapped(new InsufficientFundsError())).name).to.equal('Chain.PoorAccountError')
    const hardhat = { code: -32_000, message: "Sender doesn't have enough funds to send tx." }
    expect(said(wrapped(new RpcRequestError({ body, url, error: hardhat }))).name).to.equal(
      'Chain.PoorAccountError',
    )
    expect(said(wrapped(new HttpRequestError({ url }))).name).to.equal('Chain.UnreachableError')
    expect(said(wrapped(new TimeoutError({ body, url }))).name).to.equal('Chain.UnreachableError')
  })

  it('what else a node says is passed on without the URL, which may hold a key', () => {
    const error = { code: -32_000, message: `see ${url} for nonce too low` }
    const { name, message } = said(wrapped(new RpcRequestError({ body, url, error })))
    expect(name).to.equal('Chain.NodeError')
    expect(message).to.equal('The node refused: see the node for nonce too low')
  })

  it('leaves errors that are not of a chain alone', () => {
    const error = new Error('mine')
    expect(asChainError(error)).to.equal(error)
    const ours = asChainError(wrapped(new HttpRequestError({ url })))
    expect(asChainError(ours)).to.equal(ours)
  })

  const pair = ({ name, args }: ReturnType<typeof readRevert>) => [name, args] as const
})
