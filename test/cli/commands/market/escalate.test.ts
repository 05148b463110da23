import { expect } from 'chai'
import * as escalate from '../../../../cli/commands/market/escalate.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain } from '../../place.ts'

const market = commandsOf('market', escalate.register)

describe('cresolver market escalate', () => {
  const here = onChain()

  it('sends exactly the bond that the contract asks for, and opens an appeal', async () => {
    const id = await here().marketIn('resolved')
    const { stdout } = await market.call(`escalate ${id} --account 5 ${here().words}`)
    expect(stdout).to.match(/^An appeal is open, with a bond of 0\.25 ETH; agents may join until 20\S+Z\.\n/)
    expect(stdout).to.include(`Market ${id} is Resolved, under appeal: YES.\n`)
  })

  it('gives programs the bond in wei', async () => {
    const id = await here().marketIn('resolved')
    const escalated = await market.json(`escalate ${id} --account 5 ${here().words}`)
    expect(escalated).to.include({ bond_wei: '250000000000000000', status: 'Resolved', outcome: 'YES' })
  })

  it('error: an outcome that does not stand any more, and nothing is paid', async () => {
    const id = await here().marketIn('resolved')
    const { error, message } = await market.refusal(`escalate ${id} --against no ${here().words}`)
    expect(error).to.equal('Contract.OtherOutcome')
    expect(message).to.include(`Market ${id} stands at YES`)
  })

  it('error: one appeal at a time, and none against what is not decided', async () => {
    const id = await here().marketIn('resolved')
    await market.json(`escalate ${id} --account 5 ${here().words}`)
    expect(await market.refusal(`escalate ${id} ${here().words}`)).to.include({ error: 'Contract.NoAppeal' })
    const open = await here().marketIn('open')
    expect(await market.refusal(`escalate ${open} ${here().words}`)).to.include({
      error: 'Contract.WrongStatus',
    })
  })
})
