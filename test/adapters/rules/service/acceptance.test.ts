import { expect } from 'chai'
import { schema } from '../../../../adapters/rules/service/ObservationReport.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

describeWorlds('acceptance of the ResolutionRuleParser', (world) => {
  it('S4-44: Market with valid resolution rules emits ObservationReport', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1))
    const service = await world().start()
    await settle(service)
    const [report, ...more] = await reports()
    expect(more).to.deep.equal([])
    expect(schema.parse(report)).to.deep.equal(report)
    expect(report).to.include({ condition_id: idOf(1), change_detected: false, kind: 'ObservationReport' })
    expect(report!.structured.source).to.equal('federalreserve.gov')
  })

  for (const empty of [null, '', ' \n\t ', undefined]) {
    it(`S4-45: Market with empty resolution rules skips emission and emits WARN (${JSON.stringify(empty)})`, async () => {
      const { gamma, settle, reports, said } = world()
      gamma.put(marketOf(1, { description: empty }))
      const service = await world().start()
      await settle(service)
      world().pass(301)
      await settle(service)
      expect(await reports()).to.deep.equal([])
      const lines = said('RESOLUTIONRULEPARSER_MISSING_RULES')
      // Said when it is found, not at every poll.
      expect(lines).to.have.length(1)
      expect(lines[0]).to.include({ level: 'warn', severity: 'WARN', condition_id: idOf(1) })
      const text = await service.service.metrics.registry.metrics()
      expect(text).to.match(/resolutionruleparser_missing_rules_total 1\n/)
    })
  }

  it('S4-46: KillSwitch suppresses emission', async () => {
    const { gamma, settle, reports, said } = world()
    gamma.put(marketOf(1))
    const service = await world().start({ killSwitch: { env: 'STOP' } }, { env: { STOP: 'on' } })
    await settle(service)
    expect(await reports()).to.deep.equal([])
    expect(said('KILL_SWITCH_ACTIVE')[0]).to.include({ severity: 'HARD_REJECT', killswitch_active: true })
  })

  it('S4-47: Rule change detected and emitted correctly', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1))
    const service = await world().start()
    await settle(service)
    gamma.edit(idOf(1), {
      description: `${marketOf(1).description} A statement of any bank will also suffice.`,
    })
    world().pass(301)
    await settle(service)
    const [first, second, ...more] = await reports()
    expect(more).to.deep.equal([])
    expect(second!.resolution_rules_hash).to.not.equal(first!.resolution_rules_hash)
    expect(second!.change_detected).to.equal(true)
    expect(second!.change.kind).to.equal('semantic')
    expect(second!.reason_codes).to.include('RESOLUTIONRULEPARSER_RULE_CHANGE')
    expect(second!.version).to.include({ number: 2, previous: first!.version.hash })
  })

  it('S4-48: Gamma API outage: STALE_DATA emitted; last rules hash retained', async () => {
    const { gamma, settle, reports, said, store } = world()
    gamma.put(marketOf(1))
    const service = await world().start()
    await settle(service)
    const [report] = await reports()
    gamma.outage = { status: 503, body: 'upstream unavailable' }
    for (let i = 0; i < 20; i++) {
      world().pass(61)
      await settle(service)
    }
    expect(said('STALE_DATA')).to.have.length(1)
    expect(said('STALE_DATA')[0]).to.include({ level: 'warn', severity: 'WARN' })
    expect(await reports()).to.have.length(1)
    const [row] = await store.query('select last_rules_hash, reason from markets')
    expect(row).to.deep.equal({ last_rules_hash: report!.resolution_rules_hash, reason: null })
    const text = await service.service.metrics.registry.metrics()
    // C114: an outage is no missing rule.
    expect(text).to.match(/resolutionruleparser_missing_rules_total 0\n/)

    gamma.outage = null
    world().pass(301)
    await settle(service)
    const [fresh] = await store.query('select stale_level from markets')
    expect(fresh).to.deep.equal({ stale_level: 0 })
    expect(await reports()).to.have.length(1)
  })
})
