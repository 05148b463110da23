import { expect } from 'chai'
import { draft } from '../../../adapters/moltbook/index.ts'
import { failed } from './failed.ts'
import {
  began,
  btc,
  createMarket,
  deadline,
  manual,
  questionOf,
  type Stage,
  setStage,
  submolt,
  visible,
} from './stage.ts'

describe('draft', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await setStage()
  })
  afterEach(() => stage.close())

  it('S0-5: a question with a fault, or a deadline that is over, is refused before anything is sent', async () => {
    const refusals = [
      [btc().replace('op:gte', 'op:about'), deadline, 'Question.InvalidError'],
      ['Will it rain?', deadline, 'Question.InvalidError'],
      [btc(), began, 'Market.PastDeadlineError'],
      [
        btc().replace('target:60000', `target:60000\ndeadline:${deadline + 1}`),
        deadline,
        'Question.InvalidError',
      ],
    ] as const
    for (const [raw, until, name] of refusals)
      expect((await failed(stage.use((adapter) => createMarket(adapter, raw, until)))).name).to.equal(name)
    expect(stage.moltbook.log.filter(({ method }) => method === 'POST')).to.deep.equal([])
  })

  it('C55: warns where the words ask for a touch and the rule looks at one sample', async () => {
    const rule = { source: 'coingecko:bitcoin', op: 'gte', target: '75000' }
    const { warnings } = await stage.use((adapter) =>
      draft(adapter, { raw: questionOf(rule, 'Will BTC hit $75,000 by then?'), deadline, submolt }),
    )
    expect(warnings.map(({ code }) => code)).to.deep.equal(['TOUCH_WORDING'])
    expect(warnings[0]!.message).to.contain('price_usd_high')
  })

  it('what a manual question leaves open is said, and too much of it is refused', async () => {
    const { warnings } = await stage.use((adapter) => draft(adapter, { raw: manual(), deadline, submolt }))
    expect(warnings.map(({ code }) => code)).to.include('AMBIGUOUS')
    const vague = manual(
      'Will either side announce a significant deal, excluding drafts, defined as one in their statement or other sources, if unclear?',
    )
    const error = await failed(stage.use((adapter) => draft(adapter, { raw: vague, deadline, submolt })))
    expect(error.name).to.equal('Market.AmbiguousError')
    await stage.use((adapter) => draft(adapter, { raw: vague, deadline, submolt, isAmbiguous: true }))
  })

  it('S0-32: tries the source first; one that does not have the asset is found out before posting', async () => {
    const { sample } = await stage.use((adapter) => draft(adapter, { raw: btc(), deadline, submolt }))
    expect(Number(sample!.value)).to.be.greaterThan(1_000)
    const unknown = questionOf({ source: 'coingecko:no-such-coin', op: 'gte', target: '1' })
    const error = await failed(stage.use((adapter) => createMarket(adapter, unknown)))
    expect(error.name).to.equal('Source.StatusError')
    expect(visible(stage).posts).to.deep.equal([])
  })

  it('C61: a market about cryptocurrency is not posted where that would be removed', async () => {
    const error = await failed(
      stage.use((adapter) => draft(adapter, { raw: btc(), deadline, submolt: 'general' })),
    )
    expect(error.name).to.equal('Market.CryptoForbiddenError')
    const elsewhere = await failed(
      stage.use((adapter) => draft(adapter, { raw: btc(), deadline, submolt: 'nowhere' })),
    )
    expect(elsewhere.name).to.equal('Market.NoSubmoltError')
    await stage.use((adapter) => draft(adapter, { raw: manual(), deadline, submolt: 'general' }))
  })
})
