import { expect } from 'chai'
import { encodeFunctionData, stringToHex } from 'viem'
import * as show from '../../../../cli/commands/agent/show.ts'
import { identityRegistryAbi } from '../../../../deployments/abi/index.ts'
import { transact } from '../../../../local/transact.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'

const agent = commandsOf('agent', show.register)

describe('cresolver agent show', () => {
  const here = onChain()
  const set = (key: string, text: string) => {
    const args = [0n, key, stringToHex(text)] as const
    const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'setMetadata', args })
    return transact(here().chain, 2, { to: here().at('IdentityRegistry'), data })
  }

  it('a newcomer has no means, and the least factor', async () => {
    expect(await agent.json(`show 0 ${here().words}`)).to.deep.equal({
      agent_id: 0,
      owner: addressOf(2),
      wallet: addressOf(2),
      uri: null,
      endpoint: null,
      markets: 0,
      correct: 0,
      mean_res_quality: null,
      mean_src_quality: null,
      mean_analysis_depth: null,
      factor_bps: 2_500,
      newcomer: true,
    })
  })

  it('control characters of an endpoint never reach the terminal', async () => {
    await set('a2a', 'http://127.0.0.1:4000\u001b[31m\n\u202e')
    const { stdout } = await agent.call(`show 0 ${here().words}`)
    expect(stdout)
      .to.match(/^agent +0\n/)
      .and.match(/\nendpoint +http:\/\/127\.0\.0\.1:4000\[31m\n/)
    expect(stdout).to.match(/\nmean res quality +none\n/)
    expect(stdout).not.to.match(/[\u001b\u202e]/)
  })

  it('a settled market raises who was right, and its scores are their means', async () => {
    await here().marketIn('settled')
    const right = await agent.json(`show 0 ${here().words}`)
    expect(right).to.include({ markets: 1, correct: 1, mean_res_quality: 80, newcomer: false })
    expect(right).to.include({ mean_src_quality: 70, mean_analysis_depth: 90 })
    const wrong = await agent.json(`show 2 ${here().words}`)
    expect(wrong).to.include({ markets: 1, correct: 0 })
    expect(wrong.factor_bps).to.be.lessThan(right.factor_bps)
  })

  it('error: an agent that is not there, and an id that is not a number', async () => {
    const { status, error, message } = await agent.refusal(`show 77 ${here().words}`)
    expect([status, error]).to.deep.equal([1, 'Contract.ERC721NonexistentToken'])
    expect(message).to.include('There is no agent 77.').and.include('cresolver agent register')
    expect(await agent.refusal(`show one ${here().words}`)).to.include({ status: 2, error: 'Cli.Usage' })
  })
})
