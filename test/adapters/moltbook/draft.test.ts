import { expect } from 'chai'
import { draft } from '../../../adapters/moltbook/index.ts'
import { openResolving } from '../../../cli/moltbook/resolving.ts'
import { UnsupportedRequirementError } from '../../../protocol/source/index.ts'
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
    const { dryRun } = await stage.use((adapter) => draft(adapter, { raw: btc(), deadline, submolt }))
    expect(dryRun)
      .to.include({ kind: 'answered' })
      .and.to.have.property('outcome')
      .that.matches(/^(YES|NO)$/)
    const unknown = questionOf({ source: 'coingecko:no-such-coin', op: 'gte', target: '1' })
    const error = await failed(stage.use((adapter) => createMarket(adapter, unknown)))
    expect(error.name).to.equal('Source.StatusError')
    expect(visible(stage).posts).to.deep.equal([])
  })

  it('B8: a source that is away is named, and keeps nobody from posting; one that is silent about the past does', async () => {
    const says = (run: object) => ({
      ...openResolving(stage.config),
      dryRun: async () => ({ deadline: began, ...run }) as never,
    })
    const error = new UnsupportedRequirementError('coingecko', 'it is not there.')
    const { warnings, dryRun } = await stage.use(
      (adapter) => draft(adapter, { raw: btc(), deadline, submolt }),
      { resolving: says({ kind: 'away', error }) },
    )
    expect(warnings.map(({ code }) => code)).to.deep.equal(['SOURCE_AWAY'])
    expect(dryRun).to.include({ kind: 'away' })
    const silent = stage.use((adapter) => createMarket(adapter), {
      resolving: says({ kind: 'silent', isTelling: true }),
    })
    expect((await failed(silent)).name).to.equal('Market.SilentSourceError')
    expect(visible(stage).posts).to.deep.equal([])
  })

  it('B8: market_cap and tvl are markets, and what nobody has is none', async () => {
    const asked = { resolving: { ...openResolving(stage.config), dryRun: async () => answered } }
    const answered = {
      kind: 'answered',
      deadline: began,
      sample: { observedAt: began, value: '1' },
      outcome: 'NO',
    } as const
    const drafted = (rule: object) =>
      stage.use((adapter) => draft(adapter, { raw: questionOf(rule), deadline, submolt }), asked)
    const rule = { op: 'gte', target: '60000' }
    await drafted({ ...rule, source: 'coingecko:bitcoin', metric: 'market_cap' })
    await drafted({ ...rule, source: 'defillama:aave', metric: 'tvl' })
    const raw = (source: string) => `§question Will it?\n§rule\nsource:${source}\nop:gte\ntarget:1`
    for (const source of ['nonsense:thing', 'coingecko:bitcoin\nmetric:tvl']) {
      const refused = stage.use((adapter) => draft(adapter, { raw: raw(source), deadline, submolt }), asked)
      const { name, message } = await failed(refused)
      expect([name, message], source).to.deep.equal(['Question.InvalidError', message])
      expect(message)
        .to.match(/UNKNOWN_(PROVIDER|METRIC)/)
        .and.to.match(/There are coingecko|It has price_/)
    }
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
