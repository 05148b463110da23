import { expect } from 'chai'
import { encodeFunctionData } from 'viem'
import * as publish from '../../../../cli/commands/market/publish.ts'
import { identityRegistryAbi } from '../../../../deployments/abi/index.ts'
import { transact } from '../../../../local/transact.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain } from '../../place.ts'

const market = commandsOf('market', publish.register)

describe('cresolver market publish', () => {
  const here = onChain()

  it('publishes a worker’s score once', async () => {
    const id = await here().marketIn('settled')
    const words = `publish ${id} --seat 0 ${here().words}`
    const { stdout } = await market.call(words)
    expect(stdout).to.equal(`The score of seat 0 is published.\nMarket ${id} is Settled: YES.\n`)
    expect(await market.refusal(words)).to.include({ status: 1, error: 'Contract.NoFeedback' })
    expect(await market.json(`publish ${id} --seat 1 ${here().words}`)).to.include({
      seat: 1,
      published: true,
    })
  })

  it('says so where the registry refuses, because the market itself became the agent’s operator', async () => {
    const id = await here().marketIn('settled')
    const data = encodeFunctionData({
      abi: identityRegistryAbi,
      functionName: 'setApprovalForAll',
      args: [here().market, true],
    })
    await transact(here().chain, 2, { to: here().at('IdentityRegistry'), data })
    const words = `publish ${id} --seat 0 ${here().words}`
    const { status, stdout } = await market.call(words)
    expect(status).to.equal(0)
    expect(stdout).to.include('The registry refused it')
    expect(await market.json(words)).to.include({ published: false })
  })

  it('error: a market that is not settled, and no seat', async () => {
    const id = await here().marketIn('resolved')
    expect(await market.refusal(`publish ${id} --seat 0 ${here().words}`)).to.include({ status: 1 })
    expect(await market.refusal(`publish ${id} ${here().words}`)).to.include({
      status: 2,
      error: 'Cli.Usage',
    })
  })
})
