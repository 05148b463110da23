import { expect } from 'chai'
import type { Report } from '../../../../adapters/rules/service/ObservationReport.ts'
import { type GammaMarket, idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

const conditionId = '0xf1a2b30000000000000000000000000000000000000000000000000000000000'

const input = {
  condition_id: conditionId,
  question: 'Will BTC close above $100k on Dec 31, 2026?',
  resolution_source: 'UMA Optimistic Oracle',
  resolution_rules: 'Resolves YES if Coinbase BTC/USD close price on Dec 31 2026 is >= 100000.',
  negRisk: false,
  timestamp_ms: 1746703000000,
}

/** The wire example, with the ids of a report put in: hash and trace are what they are. */
const expected = ({ trace_id, resolution_rules_hash }: Report): string =>
  JSON.stringify({
    report_id: 'rep_rrp_0xf1a2_1746703000000',
    trace_id,
    bot_id: 'intel.resolutionruleparser',
    kind: 'ObservationReport',
    condition_id: conditionId,
    resolution_source: 'UMA Optimistic Oracle',
    resolution_rules_hash,
    oracle_bond_pusd: 750,
    neg_risk: false,
    change_detected: false,
    emitted_at_ms: 1746703005000,
  })

describeWorlds('the wire of the ResolutionRuleParser', (world) => {
  it('S4-66, S4-67: the input example gives the output example, byte for byte, and explanations after it', async () => {
    const one = world()
    // The example has no conditionId: the fake finds it by its key.
    one.gamma.put({ ...input, conditionId } as GammaMarket)
    one.clock = 1746703000000
    const env: NodeJS.ProcessEnv = { STOP: 'on' }
    const service = await one.start({ killSwitch: { env: 'STOP' } }, { env })
    await one.settle(service)
    env.STOP = 'off'
    one.clock = 1746703005000
    await one.settle(service)
    const [row] = await one.store.query<{ body: string }>('select body from reports')
    const report = JSON.parse(row!.body) as Report
    const wire = expected(report)
    expect(row!.body.slice(0, wire.length - 1)).to.equal(wire.slice(0, -1))
    expect(row!.body[wire.length - 1]).to.equal(',')
    expect(report.trace_id).to.match(/^trc_0x[0-9a-f]{20}$/)
    expect(report.structured).to.include({ ambiguity: report.change.ambiguity_after })
  })

  it('S4-26: markets of one prefix and millisecond have ids of their own', async () => {
    const { gamma, settle, reports } = world()
    const alike = ['00', '01', '10'].map((end) => `0xf1a2${'cd'.repeat(29)}${end}`)
    gamma.put(...alike.map((id, i) => marketOf(i, { conditionId: id })))
    await settle(await world().start())
    const ids = (await reports()).map((report) => report.report_id)
    expect(new Set(ids).size).to.equal(3)
    for (const id of ids) expect(id).to.match(/^rep_rrp_0xf1a2[0-9a-f]*_\d+$/)
  })

  it('C104: bond and window are those of the market, and the default only where it has none', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1), marketOf(2, { umaBond: null, customLiveness: null }))
    await settle(await world().start())
    const bonds = (await reports()).map((report) => [report.condition_id, report.oracle_bond_pusd])
    expect(Object.fromEntries(bonds)).to.deep.equal({ [idOf(1)]: 500, [idOf(2)]: 750 })
  })

  it('S4-34, S4-63: neg risk is false unless the market says otherwise', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1, { negRisk: true, negRiskMarketID: '0xabc' }), marketOf(2, { negRisk: undefined }))
    await settle(await world().start())
    const flags = (await reports()).map((report) => [report.condition_id, report.neg_risk])
    expect(Object.fromEntries(flags)).to.deep.equal({ [idOf(1)]: true, [idOf(2)]: false })
  })
})

describe('what the service says of itself', () => {})
