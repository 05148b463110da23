import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Don, ExecutionReport } from '../../don/don.ts'
import type { Fault } from '../../don/faults.ts'
import { casesOf, itInFull } from '../helpers/budget.ts'
import { httpPayload, limits, startDon, tinyWorkflow } from '../helpers/localDon.ts'

/** Consensus as a workflow meets it: through the SDK, in the guest, on every node. */
describe('how nodes agree, seen from a workflow', () => {
  let server: Server
  let url: string
  let wasm: Uint8Array
  let sound: Don
  let asked: Record<string, number>
  let events = 0
  const dons: Don[] = []
  // No node is silent here, so what comes out hangs on all of them, however busy the machine is.
  const graceMs = 60_000

  // Every node asks once and gets its own: first come, first served.
  const lists = [
    ['a', 'b', 'c', 'z'],
    ['a', 'b', 'd', 'z'],
    ['a', 'b', 'e', 'z'],
    ['a', 'x', 'y', 'z'],
  ]
  const says: Record<string, (n: number) => string> = {
    '/same': () => 'the same',
    '/number': (n) => String(100 + n),
    '/half': (n) => (n % 2 === 0 ? 'this' : 'that'),
    '/third': (n) => (n % 4 === 3 ? 'other' : 'most'),
    '/list': (n) => JSON.stringify(lists[(n - 1) % lists.length]),
  }

  before(async function () {
    this.timeout(120_000)
    wasm = await tinyWorkflow()
    server = createServer((request, response) => {
      const path = request.url ?? ''
      asked[path] = (asked[path] ?? 0) + 1
      response.end(says[path]?.(asked[path]) ?? '')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    sound = startDon({ wasm, settings: { url }, graceMs })
  })
  beforeEach(() => {
    asked = {}
  })
  afterEach(async () => {
    await Promise.all(dons.splice(0).map((don) => don.stop()))
  })
  after(async () => {
    await sound.stop()
    server.close()
    server.closeAllConnections()
  })

  const don = (options: Partial<Parameters<typeof startDon>[0]> = {}): Don => {
    const made = startDon({ wasm, settings: { url }, graceMs, ...options })
    dons.push(made)
    return made
  }
  const ask = async (input: object, on: Don = sound): Promise<ExecutionReport> =>
    await on.execute(0, httpPayload(input), `event ${events++}`)
  const said = async (input: object, on: Don = sound): Promise<unknown> => {
    const { value, error } = await ask(input, on)
    expect(error).to.equal(null)
    return value === '' ? undefined : JSON.parse(value as string)
  }

  it('by fields: each in its own way, and an ignored one is left out', async () => {
    expect(await said({ do: 'fields' })).to.deep.equal({ same: 'the same', number: 102 })
  })

  it('by common prefix and suffix', async () => {
    expect(await said({ do: 'prefix' })).to.deep.equal(['a', 'b'])
    asked = {}
    expect(await said({ do: 'suffix' })).to.deep.equal(['z'])
  })

  it('by frequency: what most saw comes first, and one node alone can put something in', async () => {
    expect(await said({ do: 'frequencies' })).to.deep.equal(['most 3', 'other 1'])
  })

  it('by default, where they do not agree', async () => {
    expect(await said({ do: 'default' })).to.equal('the default')
  })

  it('a 2–2 split is refused, in the engine’s words', async () => {
    const { error, nodes } = await ask({ do: 'identical', path: 'half' })
    expect(error).to.match(
      /^\[100\]ConsensusFailed: consensus calculation failed: not identical, multiple values with f\+1 occurrences/,
    )
    expect(new Set(nodes.map((node) => node.error)).size).to.equal(1)
  })

  it('four different values are refused', async () => {
    const { error } = await ask({ do: 'identical', path: 'number' })
    expect(error).to.match(/no values met f\+1 threshold for identical consensus/)
  })

  it('what f + 1 nodes throw is told', async () => {
    const { error } = await ask({ do: 'throwing' })
    expect(error).to.match(/received 4 errors which is >= f\+1 \(2\): .*a node failed/)
  })

  it('the DON’s own runtime in node mode is refused by the SDK', async () => {
    const { error } = await ask({ do: 'outside' })
    expect(error).to.match(/cannot use/)
  })

  const byzantine: Fault = { kind: 'byzantine' }
  const faulty: [string, number, Record<number, Fault>][] = [
    ['one of four', 4, { 2: byzantine }],
    ['two of seven', 7, { 0: byzantine, 4: byzantine }],
  ]
  for (const [name, nodes, faults] of casesOf(faulty, 1)) {
    it(`${name} may lie about a value and a report`, async () => {
      const on = don({ nodes, faults })
      expect(await said({ do: 'identical' }, on)).to.equal('the same')
      const report = (await said({ do: 'report' }, on)) as { rawReport: string; signatures: string[] }
      expect(Buffer.from(report.rawReport.slice(218), 'hex').toString()).to.equal('the payload')
      expect(report.signatures).to.have.length(Math.floor((nodes - 1) / 3) + 1)
    })
  }

  it('two liars of four end in no report with the truth alone', async () => {
    const on = don({ faults: { 0: byzantine, 1: byzantine } })
    const { error, value } = await ask({ do: 'report' }, on)
    expect(error ?? value).to.match(
      /multiple values with f\+1 occurrences|the oracles found different outcomes/,
    )
  })

  itInFull('three liars of seven break it too: they alone have f + 1', async () => {
    const faults = { 0: byzantine, 1: byzantine, 2: byzantine }
    const { error } = await ask({ do: 'identical' }, don({ nodes: 7, faults }))
    expect(error).to.match(/multiple values with f\+1 occurrences/)
  })

  it('a node that is killed in the middle of an execution runs it again and ends like the others', async () => {
    const on = don({ faults: { 1: { kind: 'restarting' } } })
    const report = await ask({ do: 'fields' }, on)
    expect(new Set(report.nodes.map(({ value }) => value)).size).to.equal(1)
    expect(report.nodes[1]!.error).to.equal(null)
  })

  it('waits for nobody when all are there: a grace of an hour costs nothing', async () => {
    const on = don({ graceMs: 3_600_000 })
    for (const what of ['identical', 'report', 'now']) await said({ do: what }, on)
  })

  it('a reply is fetched once for all nodes where the workflow lets it be cached, and counts for each', async () => {
    const report = await ask({ do: 'cached' })
    expect(report.error).to.equal(null)
    expect(asked['/number']).to.equal(1)
    expect(report.nodes.map(({ usage }) => usage.http)).to.deep.equal([1, 1, 1, 1])
  })

  itInFull('refuses what waits longer than a capability may', async () => {
    const slow: Fault = { kind: 'slow', ms: 3_000 }
    const faults = { 0: slow, 1: slow }
    const on = don({ faults, limits: { ...limits, CapabilityCallTimeout: 500 } })
    const { error } = await ask({ do: 'identical' }, on)
    expect(error).to.match(/ConsensusFailed/)
  })
})
