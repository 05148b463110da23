import { expect } from 'chai'
import * as join from '../../../../cli/commands/market/join.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'

const market = commandsOf('market', join.register)

describe('cresolver market join', () => {
  const here = onChain()

  it('stakes exactly what the market asks, and says who signs for the agent', async () => {
    const id = await here().marketIn('open')
    const joined = await market.json(`join ${id} --agent 0 --account 2 ${here().words}`)
    expect(joined).to.include({
      market_id: Number(id),
      agent_id: 0,
      join_index: 0,
      stake_wei: '500000000000000000',
      factor_bps: 2_500,
      signer: addressOf(2),
    })
  })

  it('--stake says what the caller is ready to stake', async () => {
    const id = await here().marketIn('open')
    const words = `join ${id} --agent 1 --stake 0.5 --account 3 ${here().words}`
    const { stdout } = await market.call(words)
    expect(stdout).to.equal(
      `Agent 1 joined as number 0, with 0.5 ETH at stake and a factor of 0.25.\nMarket ${id} is Open.\n`,
    )
  })

  it('A9, error: too little, too much, a stranger, no amount, and no agent at all', async () => {
    const id = await here().marketIn('open')
    const refusals: [string, string, RegExp][] = [
      ['--agent 0 --stake 0.1 --account 2', 'Contract.WrongValue', /0\.1 ETH was sent, but 0\.5 ETH/],
      ['--agent 0 --stake 0.75 --account 2', 'Contract.WrongValue', /0\.75 ETH was sent, but 0\.5 ETH/],
      ['--agent 0 --account 3', 'Contract.NotTheAgent', /may not act for agent 0/],
      ['--agent 0 --stake much --account 2', 'Cli.Usage', /much/],
      ['--agent x', 'Cli.Usage', /x/],
      ['', 'Cli.Usage', /--agent/],
    ]
    for (const [words, name, sentence] of refusals) {
      const { error, message } = await market.refusal(`join ${id} ${words} ${here().words}`)
      expect(error, words).to.equal(name)
      expect(message, words).to.match(sentence)
    }
  })
})
