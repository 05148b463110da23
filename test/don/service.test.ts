import { create } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import type { Don } from '../../don/don.ts'
import { CronTrigger, Sdk } from '../../don/sdk.ts'
import { type ServedExecution, type Service, startService } from '../../don/service.ts'
import { limits, startDon, tinyWorkflow } from '../helpers/localDon.ts'

describe('the local DON as a service', () => {
  let wasm: Uint8Array
  const services: Service[] = []

  before(async function () {
    this.timeout(120_000)
    wasm = await tinyWorkflow()
  })
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.stop()))
  })

  const generous = { ...limits, HTTPTrigger: { RateLimit: { everyMs: 1, burst: 100 } } }
  const start = async (options: Partial<Parameters<typeof startService>[0]> = {}) => {
    const don = startDon({ wasm, settings: { url: 'http://127.0.0.1:1' }, limits: generous })
    const service = await startService({ don, http: { host: '127.0.0.1', port: 0 }, ...options })
    services.push(service)
    return service
  }
  const poke = async (url: string, id: string, input: object) =>
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'workflows.execute', params: { input } }),
    })

  it('runs what HTTP requests ask for, side by side, and tells of each', async () => {
    const told: ServedExecution[] = []
    const service = await start({ onExecution: (execution) => told.push(execution) })
    for (const id of ['a', 'b']) expect((await poke(service.url!, id, { do: 'random' })).status).to.equal(200)
    await service.idle()
    expect(told.map(({ trigger, event, handler }) => [trigger, event, handler])).to.have.deep.members([
      ['http', 'a', 0],
      ['http', 'b', 0],
    ])
    expect(service.executions()).to.deep.equal(told)
    expect(told[0]!.report.error).to.equal(null)
  })

  it('says the execution’s id before it runs', async () => {
    const service = await start()
    const reply = (await (await poke(service.url!, 'a', { do: 'random' })).json()) as {
      result: { workflow_execution_id: string }
    }
    await service.idle()
    expect(service.executions()[0]!.report.executionId).to.equal(reply.result.workflow_execution_id)
  })

  it('wakes the sweep by the clock', async () => {
    let now = Date.parse('2026-01-01T00:00:10Z')
    const service = await start({ cron: { now: () => now, tickMs: 2 } })
    now += 20_000
    while (service.executions().length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      await service.idle()
    }
    const [{ trigger, event, report }] = service.executions() as [ServedExecution]
    expect([trigger, event, report.value]).to.deep.equal(['cron', '2026-01-01T00:00:30Z', 'swept'])
  })

  it('leaves out a trigger that it was given nothing for, and says so', async () => {
    const notes: string[] = []
    await start({ onNote: (text) => notes.push(text) })
    expect(notes).to.deep.equal(['handler 1 sleeps: no clock here'])
  })

  it('drops an event where as many wait as CRE lets wait, and says so', async () => {
    const config = create(CronTrigger.ConfigSchema, { schedule: '*/30 * * * * *' })
    const payload = anyPack(CronTrigger.ConfigSchema, config)
    const subscription = create(Sdk.TriggerSubscriptionSchema, { id: 'cron-trigger@1.0.0', payload })
    let executed = 0
    const don = {
      limits: { ...limits, TriggerEventQueueLimit: 3 },
      workflowId: new Uint8Array(32),
      chains: new Map(),
      waiting: 3,
      subscriptions: async () => [subscription],
      execute: async () => ({ executed: executed++ }),
      stop: async () => {},
    }
    const notes: string[] = []
    let now = Date.parse('2026-01-01T00:00:10Z')
    const service = await startService({
      don: don as unknown as Don,
      cron: { tickMs: 1_000_000 },
      now: () => now,
      onNote: (text) => notes.push(text),
    })
    services.push(service)
    now += 20_000
    await service.idle()
    expect(notes).to.deep.equal(['event 2026-01-01T00:00:30Z is dropped: 3 wait already'])
    expect(executed).to.equal(0)
    don.waiting = 2
    now += 30_000
    await service.idle()
    expect(executed, 'idle looks at the clock, too').to.equal(1)
  })

  it('stops in bounded time, also while the workflow loops', async () => {
    const service = await start()
    await poke(service.url!, 'a', { do: 'loop' })
    const started = performance.now()
    await service.stop()
    expect(performance.now() - started).to.be.lessThan(30_000)
    expect(service.executions()).to.deep.equal([])
    expect(await poke(service.url!, 'b', {}).catch(() => 'gone')).to.equal('gone')
  })
})
