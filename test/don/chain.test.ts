import { expect } from 'chai'
import { toEventSelector } from 'viem'
import { type ServedExecution, type Service, startService } from '../../don/service.ts'
import { limits, startDon, tinyWorkflow } from '../helpers/localDon.ts'
import { type ForwarderChain, selector, startForwarderChain } from './capabilities/forwarderChain.ts'

const base64 = (hex: string) => Buffer.from(hex.slice(2), 'hex').toString('base64')

/** A workflow, its DON and a chain, all together: a request makes a report, the report an event, the event an execution. */
describe('a DON on a chain', () => {
  let chain: ForwarderChain
  let wasm: Uint8Array
  let service: Service | undefined
  let requests = 0

  before(async function () {
    this.timeout(120_000)
    wasm = await tinyWorkflow()
    chain = await startForwarderChain()
  })
  afterEach(async () => {
    await service?.stop()
    service = undefined
  })
  after(async () => await chain.close())

  async function start(options: Partial<Parameters<typeof startService>[0]> & { receiver?: string } = {}) {
    const { receiver = chain.receiver, ...rest } = options
    const topic = toEventSelector(
      'event ReportProcessed(address indexed, bytes32 indexed, bytes2 indexed, bool)',
    )
    const settings = {
      url: 'http://127.0.0.1:1',
      chain: { selector, receiver, watched: base64(chain.forwarder), topic: base64(topic) },
    }
    const don = startDon({
      wasm,
      settings,
      chains: new Map([[selector, chain.config]]),
      limits: { ...limits, HTTPTrigger: { RateLimit: { everyMs: 1, burst: 100 } } },
    })
    service = await startService({
      don,
      http: { host: '127.0.0.1', port: 0 },
      logs: { pollMs: 20, finalityMs: 0 },
      ...rest,
    })
    return service
  }
  async function ask(on: Service, input: object): Promise<ServedExecution> {
    const id = `request ${requests++}`
    await fetch(on.url!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'workflows.execute', params: { input } }),
    })
    await on.idle()
    return on.executions().find(({ event }) => event === id)!
  }

  it('writes a report that the forwarder takes, and is woken by its event', async () => {
    const on = await start()
    const { report } = await ask(on, { do: 'write' })
    expect(report.error).to.equal(null)
    expect(JSON.parse(report.value as string)).to.deep.equal({ txStatus: 2, receiver: 0, error: null })
    expect(report.usage.writes).to.equal(1)
    expect(report.usage.reportBytes).to.equal(109 + 'the payload'.length)
    const woken = on.executions().find(({ trigger }) => trigger === 'log')!
    expect(woken.handler).to.equal(2)
    expect(woken.report.value).to.equal('log of 32 bytes')
  })

  it('tells the workflow that a receiver refused', async () => {
    const { report } = await ask(await start({ receiver: chain.refusing }), { do: 'write' })
    expect(JSON.parse(report.value as string)).to.deep.include({ txStatus: 2, receiver: 1 })
  })

  it('does not wake for an event that is dropped, and waits for finality', async () => {
    const notes: string[] = []
    let dropped = 0
    const on = await start({
      logs: { pollMs: 20, finalityMs: 200 },
      faults: { dropLog: () => dropped++ === 0 },
      onNote: (text) => notes.push(text),
    })
    await ask(on, { do: 'write' })
    await ask(on, { do: 'write' })
    expect(on.executions().filter(({ trigger }) => trigger === 'log')).to.have.length(1)
    expect(notes.join()).to.match(/dropped on purpose/)
  })

  it('reads once for all nodes, and each node’s reads count', async () => {
    const { report } = await ask(await start(), { do: 'header' })
    expect(Number(JSON.parse(report.value as string))).to.be.greaterThan(1_700_000_000)
    expect(report.nodes.map(({ usage }) => usage.reads)).to.deep.equal([1, 1, 1, 1])
  })

  it('a workflow without logs configured says that its trigger sleeps', async () => {
    const notes: string[] = []
    const topic = base64(`0x${'11'.repeat(32)}`)
    const watched = base64(chain.forwarder)
    const settings = { url: '', chain: { selector, receiver: chain.receiver, watched, topic } }
    const don = startDon({ wasm, settings, chains: new Map([[selector, chain.config]]) })
    service = await startService({ don, onNote: (text) => notes.push(text) })
    expect(notes).to.include('handler 2 sleeps: no logs here')
    expect(service.url).to.equal(null)
  })

  it('refuses to wait for a chain it does not know', async () => {
    const watched = base64(chain.forwarder)
    const settings = { url: '', chain: { selector: '1', receiver: chain.receiver, watched, topic: watched } }
    const don = startDon({ wasm, settings })
    const error = await startService({ don, logs: { pollMs: 20, finalityMs: 0 } }).catch((cause) => cause)
    await don.stop()
    expect(error).to.have.property('name', 'Service.UnknownTriggerError')
  })
})
