import { expect } from 'chai'
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

  it('runs what an HTTP request asks for, one after another, and tells of each', async () => {
    const told: ServedExecution[] = []
    const service = await start({ onExecution: (execution) => told.push(execution) })
    for (const id of ['a', 'b']) expect((await poke(service.url!, id, { do: 'random' })).status).to.equal(200)
    await service.idle()
    expect(told.map(({ trigger, event, handler }) => [trigger, event, handler])).to.deep.equal([
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
