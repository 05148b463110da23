import { expect } from 'chai'
import { cycle } from '../../../adapters/moltbook/index.ts'
import {
  createMarket,
  deadline,
  goTo,
  manual,
  marketsIn,
  questionOf,
  type Stage,
  setStage,
  steps,
} from './stage.ts'

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

  it('E12 C146: an account decides for no other resolver than itself', async () => {
    const rule = (resolver?: string) =>
      questionOf({ source: 'manual', resolver }, `Will ${resolver} announce it?`)
    const decide = async (raw: string) => {
      const { id } = await stage.use((adapter) => createMarket(adapter, raw), { patience: 7_200 })
      goTo(stage, deadline + 7_500)
      const decisions = new Map([[id, { outcome: 'YES' as const, note: 'It was announced.', uri: null }]])
      const found = await stage.use((adapter) => cycle(adapter, { decisions }))
      const market = await stage.use(async (adapter) => marketsIn(adapter)[id]!)
      return { found, market }
    }
    for (const resolver of ['hypewatcher', 'brevis:zktls']) {
      const { found, market } = await decide(rule(resolver))
      expect(market, resolver).to.include({ status: 'open', outcome: null })
      expect(steps(found, 'problem')[0]!.message).to.contain(
        `${resolver} decides it, and this account is SoothSayer`,
      )
      expect(steps(found, 'wait')[0]!.why).to.equal(`${resolver} decides, and this account does not`)
      await stage.close()
      stage = await setStage()
    }
    const { found, market } = await decide(rule('SOOTHSAYER'))
    expect(market).to.include({ status: 'settled', outcome: 'YES' })
    expect(steps(found, 'problem')).to.deep.equal([])
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
