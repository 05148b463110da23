import { expect } from 'chai'
import { decide } from '../../../../adapters/rules/service/decide.ts'
import {
  emit,
  makeDraft,
  type Report,
  schema as reportSchema,
} from '../../../../adapters/rules/service/ObservationReport.ts'
import { schema } from '../../../../adapters/rules/service/Parameters.ts'
import { ownParser } from '../../../../adapters/rules/service/Parser.ts'
import type { CitedPage } from '../../../../adapters/rules/service/sources/Sources.ts'
import { Hash } from '../../../../protocol/index.ts'
import { type GammaMarket, idOf, marketOf } from './fakeGamma.ts'
import { seenOf } from './stage.ts'
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

describe('a report', () => {
  const seen = seenOf(1)
  const version = { number: 2, hash: Hash.ofText('2'), previous: Hash.ofText('1') }
  const draft = (source: { source: CitedPage; isLost: boolean } | null = null) =>
    makeDraft({
      reportId: 'rep_rrp_0xf1a2_5',
      traceId: `trc_0x${'ab'.repeat(10)}`,
      conditionId: idOf(1),
      ...seen,
      decision: decide(idOf(1), null, seen, {
        parameters: schema.parse({}),
        isForced: false,
        parser: ownParser,
      }),
      version,
      source,
    })

  it('S4-26 … S4-29: has the fields of the wire first, and fits its own schema', () => {
    const report = emit(draft(), 1_746_703_005_000)
    expect(reportSchema.parse(report)).to.deep.equal(report)
    expect(Object.keys(report).slice(0, 11)).to.deep.equal([
      'report_id',
      'trace_id',
      'bot_id',
      'kind',
      'condition_id',
      'resolution_source',
      'resolution_rules_hash',
      'oracle_bond_pusd',
      'neg_risk',
      'change_detected',
      'emitted_at_ms',
    ])
  })

  it('S4-81: is known by its market, its text and its version', () => {
    expect(draft().idempotency_key).to.equal(`${idOf(1)}:${seen.parsed.rules_hash}:2`)
  })

  it('S4-10: says where the answer is to be read, and that nobody is there', () => {
    const source: CitedPage = { url: 'https://a.example/', verdict: 'down', status: null, checked_at_ms: 5 }
    expect(draft({ source, isLost: false })).to.deep.include({ source_of_truth: source, reason_codes: [] })
    expect(draft({ source, isLost: true }).reason_codes).to.deep.equal([
      'RESOLUTIONRULEPARSER_SOURCE_UNREACHABLE',
    ])
  })

  it('of another shape is refused: an id, a trace, a field or a code that was not agreed', () => {
    const report = emit(draft(), 1)
    for (const wrong of [
      { report_id: 'rep_rrp_0xF1A2_5' },
      { trace_id: 'trc_0x12' },
      { bot_id: 'intel.other' },
      { mode: 'live' },
      { more: 1 },
      { reason_codes: ['OTHER'] },
      { confidence: 1.1 },
      { version: { ...version, number: 0 } },
    ])
      expect(reportSchema.safeParse({ ...report, ...wrong }).success, JSON.stringify(wrong)).to.equal(false)
  })
})
