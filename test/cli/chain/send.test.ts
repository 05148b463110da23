import { expect } from 'chai'
import { encodeFunctionData } from 'viem'
import { actor } from '../../../cli/chain/marketState.ts'
import { cost, RevertedError, read, send } from '../../../cli/chain/send.ts'
import { cresolverMarketAbi as abi } from '../../../deployments/abi/index.ts'
import { failed } from '../../adapters/moltbook/failed.ts'
import { addressOf, manual, onChain } from '../place.ts'

describe('sending a transaction', () => {
  const here = onChain()
  const me = (account = 1) =>
    actor({ rpcUrl: here().chain.url, deployments: here().folder, keyEnv: 'NO_KEY', account })
  const creation = async (value: bigint) => {
    const args = [manual, BigInt((await here().chain.now()) + 86_400)] as const
    return { to: here().market, data: encodeFunctionData({ abi, functionName: 'createMarket', args }), value }
  }

  it('waits for its block, and says what it cost', async () => {
    const receipt = await send(await me(), await creation(10n ** 16n))
    expect(receipt.status).to.equal('success')
    expect(cost(receipt)).to.deep.equal({
      transaction: receipt.transactionHash,
      block: Number(receipt.blockNumber),
      gas_used: Number(receipt.gasUsed),
    })
  })

  it('sends a quarter more gas than was estimated, and at least what is asked for', async () => {
    const signed = await me()
    const gasOf = async (leastGas?: bigint) => {
      const call = { to: addressOf(30), data: '0x', ...(leastGas === undefined ? {} : { leastGas }) } as const
      const { transactionHash } = await send(signed, call)
      return (await signed.client.getTransaction({ hash: transactionHash })).gas
    }
    expect(await gasOf()).to.be.within(26_250n, 26_300n)
    expect(await gasOf(600_000n)).to.equal(600_000n)
    expect(await gasOf(1n)).to.be.within(26_250n, 26_300n)
  })

  it('error: a refusal is explained, and costs nothing', async () => {
    const signed = await me()
    const before = await signed.client.getBalance({ address: addressOf(1) })
    const { name, message } = await failed(send(signed, await creation(1n)))
    expect(name).to.equal('Contract.WrongValueError')
    expect(message).to.include('0.000000000000000001 ETH was sent, but 0.001 ETH is needed.')
    expect(await signed.client.getBalance({ address: addressOf(1) })).to.equal(before)
  })

  it('error: an account without money', async () => {
    const { name } = await failed(send(await me(300), await creation(10n ** 16n)))
    expect(name).to.equal('Chain.PoorAccountError')
  })

  it('error: a transaction that its block refuses is named by its hash', async () => {
    const signed = await me()
    const hash = `0x${'cd'.repeat(32)}` as const
    const client = Object.assign(Object.create(signed.client), {
      waitForTransactionReceipt: async () => ({ status: 'reverted' }),
    })
    const wallet = Object.assign(Object.create(signed.wallet), { sendTransaction: async () => hash })
    const error = await failed(send({ ...signed, client, wallet }, await creation(10n ** 16n)))
    expect(error).to.be.instanceOf(RevertedError)
    expect(error.message).to.include(hash)
  })

  it('reads fail in our own words, too; other errors pass', async () => {
    const { client } = await me()
    const bad = client.readContract({ address: here().market, abi, functionName: 'bondOf', args: [999n] })
    expect((await failed(read(bad))).name).to.match(/^Contract\./)
    const own = new TypeError('mine')
    expect(await failed(read(Promise.reject(own)))).to.equal(own)
    expect(await read(Promise.resolve(7))).to.equal(7)
  })
})
