import { expect } from 'chai'
import { parseEther } from 'viem'
import * as withdraw from '../../../../cli/commands/market/withdraw.ts'
import { cresolverMarketAbi } from '../../../../deployments/abi/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, manual, onChain } from '../../place.ts'

const market = commandsOf('market', withdraw.register)
const receiver = '0x00000000000000000000000000000000000cA11E'

describe('cresolver market withdraw', () => {
  const here = onChain()

  /** A market of this account that ends with its reward back. */
  async function credit(account: number, reward: bigint): Promise<void> {
    const { write, chain, client } = here()
    await write(account, 'createMarket', [manual, BigInt((await chain.now()) + 3_600)], reward)
    const abi = cresolverMarketAbi
    const id = await client.readContract({ address: here().market, abi, functionName: 'marketCount' })
    await chain.warpTo((await chain.now()) + 3_600 + 2 * 86_400)
    await write(0, 'expire', [id])
  }

  it('takes out all of the credit, and the second time there is none', async () => {
    await credit(7, parseEther('0.25'))
    const taken = await market.json(`withdraw --account 7 ${here().words}`)
    expect(taken).to.include({ to: addressOf(7), amount_wei: '250000000000000000' })
    expect(await market.refusal(`withdraw --account 7 ${here().words}`)).to.include({
      status: 1,
      error: 'Contract.NothingToPay',
    })
  })

  it('sends it to another address where one is named', async () => {
    await credit(8, parseEther('0.125'))
    const { stdout } = await market.call(
      `withdraw --account 8 --to ${receiver.toLowerCase()} ${here().words}`,
    )
    expect(stdout).to.equal(`0.125 ETH went to ${receiver}.\n`)
    expect(await here().client.getBalance({ address: receiver })).to.equal(parseEther('0.125'))
  })

  it('error: an address with a wrong checksum is refused before anything is sent', async () => {
    await credit(9, parseEther('0.125'))
    for (const to of ['0x1', '0x00000000000000000000000000000000000cA11e']) {
      const { status, error, message } = await market.refusal(
        `withdraw --account 9 --to ${to} ${here().words}`,
      )
      expect([status, error], to).to.deep.equal([2, 'Cli.Usage'])
      expect(message).to.include(to)
    }
    expect(await market.json(`withdraw --account 9 ${here().words}`)).to.include({
      amount_wei: '125000000000000000',
    })
  })
})
