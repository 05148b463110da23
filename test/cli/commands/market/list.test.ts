import { expect } from 'chai'
import * as list from '../../../../cli/commands/market/list.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { manual, onChain } from '../../place.ts'

const market = commandsOf('market', list.register)

describe('cresolver market list', () => {
  const here = onChain()

  it('says what to do where there is no market, and gives programs an empty list', async () => {
    const { status, stdout } = await market.call(`list ${here().words}`)
    expect([status, stdout]).to.deep.equal([0, 'There is no market yet: `cresolver market create`.\n'])
    expect(await market.json(`list ${here().words}`)).to.deep.equal({ total: 0, markets: [] })
  })

  it('lists the newest first, as many as are asked for, out of all', async () => {
    for (const stage of ['open', 'joined', 'open'] as const) await here().marketIn(stage)
    const { total, markets } = await market.json(`list --last 2 ${here().words}`)
    expect(total).to.equal(3)
    expect(markets.map((one: { market_id: number }) => one.market_id)).to.deep.equal([3, 2])
    expect(markets[1]).to.include({ status: 'Open', outcome: null, joined: 3, seats: 0, question: manual })
    expect(markets[1].pool_wei).to.equal('1000000000000000000')
  })

  it('for eyes: one row a market, with the question’s title and the pool in ETH', async () => {
    const { stdout } = await market.call(`list --last 1 ${here().words}`)
    const [heading, , row, ...more] = stdout.trimEnd().split('\n')
    expect(heading!.split(/\s+/)).to.deep.equal([
      'id',
      'state',
      'deadline',
      'pool',
      'joined',
      'seats',
      'question',
    ])
    expect(row).to.match(
      /^3 +Open +\d{4}-\d\d-\d\dT[\d:]+Z +1 ETH +0 +0 +Will the bill be signed by March\?$/,
    )
    expect(more).to.deep.equal([])
  })

  it('error: a number of markets is 1 to 9999', async () => {
    for (const last of ['0', '-1', '10000', 'all'])
      expect(await market.refusal(`list --last ${last} ${here().words}`)).to.include({ status: 2 })
  })
})
