import { expect } from 'chai'
import { cycle } from '../../../adapters/moltbook/index.ts'
import { createMarket, deadline, goTo, manual, marketsIn, type Stage, setStage, steps } from './stage.ts'

describe('a decision about a manual market', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await setStage()
  })
  afterEach(() => stage.close())

  it('a person cannot decide what a source decides', async () => {
    const { id } = await stage.use((adapter) => createMarket(adapter))
    goTo(stage, deadline + 7_500)
    const decisions = new Map([[id, { outcome: 'NO' as const, note: 'I say so.', uri: null }]])
    const found = await stage.use((adapter) => cycle(adapter, { decisions }))
    expect((await stage.use(async (adapter) => marketsIn(adapter)[id]!)).outcome).to.equal('YES')
    expect(steps(found, 'problem')[0]!.message).to.contain('its source decides it')
  })

  it('a decision that changes nothing is a problem, unless it is the same again', async () => {
    const { id } = await stage.use((adapter) => createMarket(adapter, manual()))
    const decide = async (market: string, outcome: 'YES' | 'NO') => {
      const decisions = new Map([[market, { outcome, note: 'It was announced.', uri: null }]])
      const found = await stage.use((adapter) => cycle(adapter, { decisions }))
      return steps(found, 'problem').map(({ message }) => message)
    }
    expect((await decide(id, 'YES'))[0]).to.contain('it is open until')
    expect((await decide('market_of_nobody', 'YES'))[0]).to.contain('no such market')
    expect((await decide('constructor', 'YES'))[0]).to.contain('no such market')
    goTo(stage, deadline + 7_500)
    expect(await decide(id, 'YES')).to.deep.equal([])
    expect(await decide(id, 'YES')).to.deep.equal([])
    expect((await decide(id, 'NO'))[0]).to.contain('decided before, as YES')
  })
})
