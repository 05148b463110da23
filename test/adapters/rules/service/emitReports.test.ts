import { expect } from 'chai'
import { makeEmitter } from '../../../../adapters/rules/service/emitReports.ts'
import { botId } from '../../../../adapters/rules/service/identity.ts'
import { observe } from '../../../../adapters/rules/service/observe.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { copyOf, makeStage, type Stage, start } from './stage.ts'
import { describeWorlds } from './world.ts'

describeWorlds('the log of what is emitted', (world) => {
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
})

describe('the emitter', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
  })
  /** Reports of markets that are seen for the first time. */
  async function make(...numbers: number[]): Promise<void> {
    for (const lease of await stage.lease(...numbers)) {
      const n = numbers.find((one) => idOf(one) === lease.conditionId)!
      await observe(stage.service, lease, copyOf(n), { isUncached: false, trace: 'ab'.repeat(16) })
    }
  }
  const emitted = async () =>
    stage.store.query<{ position: bigint; body: string }>(
      'select position, body from reports where position is not null order by position',
    )

  it('S4-64: gives reports their places in the topic, one after the other and for ever', async () => {
    const emitter = makeEmitter(stage.service)
    await make(1, 2)
    expect(await emitter.run()).to.equal(2)
    await make(3)
    stage.clock += 500
    expect(await emitter.run()).to.equal(1)
    const rows = await emitted()
    expect(rows.map(({ position }) => position)).to.deep.equal([1n, 2n, 3n])
    expect(JSON.parse(rows[2]!.body)).to.include({ condition_id: idOf(3), emitted_at_ms: start + 500 })
    expect(await emitter.run()).to.equal(0)
    expect(
      await stage.metric('observations_emitted_total{resolution_source="UMA Optimistic Oracle"}'),
    ).to.equal(3)
  })

  it('S4-93: tells listeners of the channel how far it is', async () => {
    const heard: string[] = []
    let hear = () => {}
    const told = new Promise<void>((resolve) => {
      hear = resolve
    })
    const silence = await stage.store.listen('reports_of_a_test', (payload) => {
      if (payload === '') return
      heard.push(payload)
      hear()
    })
    await make(1, 2)
    await makeEmitter(stage.service, 'reports_of_a_test').run()
    await told
    await silence()
    expect(heard).to.deep.equal(['{"position":"2"}'])
  })

  it('S4-46, S4-89: emits nothing while a switch is on, says so once, and counts what waits once', async () => {
    const emitter = makeEmitter(stage.service)
    stage.heldBy = 'the file is on'
    await make(1, 2)
    for (let i = 0; i < 3; i++) {
      expect(await emitter.run()).to.equal(0)
      stage.clock += 5_000
    }
    expect(emitter.heldBy).to.equal('the file is on')
    const said = () => stage.lines.filter((line) => line.reason === 'KILL_SWITCH_ACTIVE')
    expect(said()).to.have.length(1)
    expect(said()[0]).to.include({ severity: 'HARD_REJECT', switch: 'the file is on', waiting: 2 })
    expect(await stage.metric('suppressed_total{reason="kill_switch"}')).to.equal(2)
    await make(3)
    await emitter.run()
    expect(said()).to.have.length(2)
    expect(await stage.metric('suppressed_total{reason="kill_switch"}')).to.equal(3)
    expect(await stage.metric('killswitch_active')).to.equal(1)

    stage.heldBy = null
    stage.clock += 5_000
    expect(await emitter.run()).to.equal(3)
    expect(stage.lines.some((line) => line.msg === 'the switch is released')).to.equal(true)
    expect(await stage.metric('killswitch_active')).to.equal(0)
  })

  it('S4-46: a switch that is thrown between two batches stops the second, and only what waits is counted', async () => {
    const emitter = makeEmitter({
      ...stage.service,
      killSwitch: { read: async () => ((await emitted()).length > 0 ? 'the file is on' : null) },
    })
    await make(1, 2, 3)
    await stage.store.query(
      `insert into reports (report_id, condition_id, number, status, draft, response_ms, created_at)
       select report_id || n, condition_id, 1 + n, status, draft, 1, created_at from reports, generate_series(1, 49) as n`,
    )
    expect(await emitter.run()).to.equal(100)
    expect(stage.lines.find((line) => line.reason === 'KILL_SWITCH_ACTIVE')).to.include({ waiting: 50 })
    expect(await stage.metric('suppressed_total{reason="kill_switch"}')).to.equal(50)
  })

  it('C108: holds back what is told of markets whose data became stale, whatever was approved', async () => {
    const emitter = makeEmitter({
      ...stage.service,
      parameters: { ...stage.service.parameters, staleness_threshold_s: 1e6 },
    })
    await make(1)
    stage.clock += 7_201_000
    expect(await emitter.run()).to.equal(0)
    await stage.store.query('update markets set fresh_at = $1', [new Date(stage.clock)])
    expect(await emitter.run()).to.equal(1)
  })

  it('asks the switch again when its word is older than a second at the moment of emitting', async () => {
    let reads = 0
    const emitter = makeEmitter({
      ...stage.service,
      killSwitch: {
        async read() {
          reads++
          return null
        },
      },
      store: {
        ...stage.store,
        transaction(work) {
          // Whoever emits at the same time keeps the lock for long.
          stage.clock += 1_001
          return stage.store.transaction(work)
        },
      },
    })
    await make(1)
    expect(await emitter.run()).to.equal(0)
    expect(reads).to.equal(1)
    expect(await emitted()).to.deep.equal([])
  })

  it('S4-72: a label never comes from what a market says', async () => {
    const emitter = makeEmitter(stage.service)
    await make(1)
    for (const mechanism of ['Chainlink feed', 'PYTH', 'manual', 'whatever "it" says'])
      await stage.store.query(
        `insert into reports (report_id, condition_id, number, status, draft, response_ms, created_at)
         select report_id || length($1), condition_id, 1 + length($1), status, replace(draft, 'UMA Optimistic Oracle', $2), 1, created_at
         from reports where number = 1`,
        [mechanism, mechanism.replaceAll('"', '')],
      )
    await emitter.run()
    for (const label of ['UMA Optimistic Oracle', 'Chainlink', 'Pyth', 'manual', 'other'])
      expect(await stage.metric(`observations_emitted_total{resolution_source="${label}"}`), label).to.equal(
        1,
      )
  })
})
