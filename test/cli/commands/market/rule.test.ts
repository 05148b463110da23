import { expect } from 'chai'
import * as rule from '../../../../cli/commands/market/rule.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain } from '../../place.ts'

const market = commandsOf('market', rule.register)

describe('cresolver market rule', () => {
  const here = onChain()

  it('error: an account that is not the arbiter cannot rule', async () => {
    const id = await here().marketIn('resolved')
    const { error } = await market.refusal(`rule ${id} --outcome yes --account 8 ${here().words}`)
    expect(error).to.equal('Contract.NotTheArbiter')
  })
})
