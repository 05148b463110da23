import { expect } from 'chai'
import * as leave from '../../../../cli/commands/market/leave.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { addressOf, onChain } from '../../place.ts'

const market = commandsOf('market', leave.register)

describe('cresolver market leave', () => {
  const here = onChain()

  it('A12: gives the stake back before joins end, to the signer, and the agent may join again', async () => {
    const id = await here().marketIn('joined')
    const before = await here().client.getBalance({ address: addressOf(3) })
    const left = await market.json(`leave ${id} --agent 1 --account 3 ${here().words}`)
    expect(left).to.include({ agent_id: 1, payee: addressOf(3), amount_wei: '500000000000000000' })
    const after = await here().client.getBalance({ address: addressOf(3) })
    expect(after - before > 499_000_000_000_000_000n).to.equal(true)
    await here().write(3, 'joinMarket', [id, 1n], 500_000_000_000_000_000n)
  })

  it('says what was paid to whom', async () => {
    const id = await here().marketIn('joined')
    const { stdout } = await market.call(`leave ${id} --agent 0 --account 2 ${here().words}`)
    expect(stdout).to.equal(`Agent 0 left: 0.5 ETH to ${addressOf(2)}.\nMarket ${id} is Open.\n`)
  })

  it('error: a stranger, an agent that is not there, one with a seat, and no agent at all', async () => {
    const id = await here().marketIn('requested')
    const joined = await here().marketIn('joined')
    const refusals: [string, string, RegExp][] = [
      [`${joined} --agent 0 --account 9`, 'Contract.NotTheAgent', /may not act for agent 0/],
      [`${joined} --agent 7 --account 2`, 'Contract.NotJoined', /never joined, or has left/],
      [
        `${id} --agent 2 --account 4`,
        'Contract.HasSeat',
        /has seat 2 of market .*market claim \d+ --seat 2/s,
      ],
      [`${joined}`, 'Cli.Usage', /--agent/],
    ]
    for (const [words, name, sentence] of refusals) {
      const { error, message } = await market.refusal(`leave ${words} ${here().words}`)
      expect(error, words).to.equal(name)
      expect(message, words).to.match(sentence)
    }
  })
})
