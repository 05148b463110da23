import { expect } from 'chai'
import fc from 'fast-check'
import { Verification } from '../../../protocol/index.ts'
import { type PanelConfig, panel, panelConfig } from '../../../workers/pipeline/panel.ts'
import { replay } from '../../../workers/pipeline/replay.ts'
import { budget } from '../../helpers/budget.ts'
import { own, points, second, sources, taskOf, transportOf } from './helpers.ts'

const pairs = { 'coingecko:bitcoin:price_usd': 'binance:BTCUSDT:price' }

const answer = (pages: Readonly<Record<string, string>>, config: Partial<PanelConfig> = {}) =>
  panel({
    collectorId: 'agent-8',
    sources,
    transport: transportOf(pages),
    panel: { toleranceBps: 50, pairs, ...config },
  }).resolve(taskOf())

describe('panel', () => {
  it('S0-40: two providers that agree decide, and the check is of the rule’s own source', async () => {
    const { reply, proof } = await answer({ [own]: points('75120.5'), [second]: points('75101') })
    expect(reply.outcome).to.equal('YES')
    expect(reply.rule_check!.value).to.equal('75120.5')
    expect(proof!.evidence.items.map((item) => [item.evidence_id, item.used])).to.deep.equal([
      ['sample', true],
      ['cross-check', false],
    ])
    expect(reply.sources).to.have.length(2)
    expect(Verification.verifyPorBundle(proof).ok).to.equal(true)
    expect(replay(proof!, { sources })).to.deep.equal({ executed: true, ok: true, findings: [] })
  })

  it('S0-40: more than the tolerance apart is INVALID, with both values as evidence', async () => {
    const { reply, proof } = await answer({ [own]: points('75120.5'), [second]: points('76000') })
    expect(reply.outcome).to.equal('INVALID')
    expect(proof!.bundle.verdict.resolution_rule_id).to.equal('disagreement')
    expect(reply.evidence).to.include('75120.5').and.include('76000')
    expect(reply.rule_check).to.include({ value: '75120.5', result: 'INVALID' })
    expect(replay(proof!, { sources }).ok).to.equal(true)
  })

  it('S0-40: a second provider that is silent or down does not agree', async () => {
    for (const pages of [{ [own]: points('80000') }, { [own]: points('80000'), [second]: '[]' }]) {
      expect((await answer(pages)).reply.outcome).to.equal('INVALID')
    }
  })

  it('a rule without a second source in the configuration is not decided', async () => {
    const { reply } = await answer({ [own]: points('80000') }, { pairs: {} })
    expect(reply.outcome).to.equal('INVALID')
    expect(reply.evidence).to.include('second_source')
  })

  it('refuses a configuration whose second source is the same provider', () => {
    const same = { pairs: { 'coingecko:bitcoin:price_usd': 'coingecko:wrapped-bitcoin:price_usd' } }
    expect(panelConfig.safeParse(same).success).to.equal(false)
  })

  it('S0-40: decides exactly when the values are within the tolerance, whatever they are', async () => {
    const cents = fc.integer({ min: 1, max: 20_000_000 })
    await fc.assert(
      fc.asyncProperty(cents, cents, fc.integer({ min: 0, max: 10_000 }), async (a, b, toleranceBps) => {
        const pages = { [own]: points(money(a)), [second]: points(money(b)) }
        const { reply } = await answer(pages, { toleranceBps })
        const isNear = BigInt(Math.abs(a - b)) * 10_000n <= BigInt(Math.min(a, b)) * BigInt(toleranceBps)
        expect(reply.outcome).to.equal(isNear ? (a >= 7_500_000 ? 'YES' : 'NO') : 'INVALID')
      }),
      { numRuns: budget(40, 400) },
    )
  })
})

const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
