import { expect } from 'chai'
import { botId, identity } from '../../../../adapters/rules/service/identity.ts'
import type { Report } from '../../../../adapters/rules/service/ObservationReport.ts'
import { explainMechanism, reasons } from '../../../../adapters/rules/service/Reason.ts'
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

  it('S4-37: a report leaves a line in the log with the fields that developers look for', async () => {
    const { gamma, settle, said } = world()
    gamma.put(marketOf(1))
    const service = await world().start()
    await settle(service)
    const [line] = said('ObservationReport')
    expect(line).to.include({
      bot_id: botId,
      condition_id: idOf(1),
      change_detected: false,
      killswitch_active: false,
      emitted_at_ms: world().clock,
    })
    expect(line!.rules_hash).to.match(/^0x[0-9a-f]{64}$/)
    expect(line!.gamma_response_ms).to.be.a('number')
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

describe('what the service says of itself', () => {
  it('S4-1, S4-3, C115: is an intelligence bot in shadow mode with one id', () => {
    expect(identity).to.include({
      bot_id: 'intel.resolutionruleparser',
      default_mode: 'shadow_only',
      layer_key: 'intel',
    })
    expect(identity.security).to.deep.equal({ signs_orders: false, private_key_access: 'none' })
  })

  it('S4-38, S4-39: speaks to users in the words agreed, with the real bond and window', () => {
    expect(reasons.RESOLUTIONRULEPARSER_RULE_CHANGE.user_message).to.equal(
      'The resolution conditions for this market were recently updated. The system flagged this for review before allowing new positions.',
    )
    expect(explainMechanism('UMA Optimistic Oracle', 750, 7_200)).to.equal(
      "This market resolves via UMA's decentralised oracle, which requires a $750 pUSD bond and a 2-hour challenge window.",
    )
    expect(explainMechanism('UMA Optimistic Oracle', 500, 1_800)).to.include('$500 pUSD bond and a 30-minute')
  })

  it('S4-68 … S4-71: has the four reason codes with severity and message', () => {
    const told = Object.entries(reasons).map(([code, { severity, user_message }]) => [
      code,
      severity,
      user_message,
    ])
    expect(told.slice(0, 4)).to.deep.equal([
      [
        'RESOLUTIONRULEPARSER_MISSING_RULES',
        'WARN',
        'Resolution rules for this market are not yet published.',
      ],
      ['STALE_DATA', 'WARN', ''],
      [
        'KILL_SWITCH_ACTIVE',
        'HARD_REJECT',
        'Rule parsing signals paused while trading is suspended system-wide.',
      ],
      ['RESOLUTIONRULEPARSER_SOURCE_CHANGE', 'WARN', 'The resolution source for this market has changed.'],
    ])
  })
})
