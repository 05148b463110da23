import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secp256k1 } from '@noble/curves/secp256k1'
import { expect } from 'chai'
import type { Don, ExecutionReport } from '../../don/don.ts'
import type { Fault } from '../../don/faults.ts'
import * as Report from '../../don/report.ts'
import { Bytes, Hash } from '../../protocol/index.ts'
import { casesOf, itInFull } from '../helpers/budget.ts'
import { httpPayload, limits, nodeKeys, startDon, tinyWorkflow } from '../helpers/localDon.ts'
import { moduleOf } from '../helpers/wasm.ts'

describe('the local DON', () => {
  let server: Server
  let url: string
  let wasm: Uint8Array
  let requests = 0
  let sound: Don
  const dons: Don[] = []
  let events = 0

  before(async function () {
    this.timeout(120_000)
    wasm = await tinyWorkflow()
    server = createServer((request, response) => {
      requests++
      response.end(request.url === '/number' ? String(100 + requests) : 'the same')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    sound = startDon({ wasm, settings: { url }, secrets: { KEY: 'hunter2' } })
  })

  afterEach(async () => {
    await Promise.all(dons.splice(0).map((don) => don.stop()))
  })

  after(async () => {
    await sound.stop()
    server.close()
    server.closeAllConnections()
  })

  type Options = {
    readonly nodes?: number
    readonly faults?: Record<number, Fault>
    readonly executionMs?: number
    readonly concurrency?: number
  }
  function don(options: Options = {}): Don {
    const { executionMs, concurrency, ...rest } = options
    const bounded = {
      ...limits,
      ExecutionTimeout: executionMs ?? limits.ExecutionTimeout,
      ExecutionConcurrencyLimit: concurrency ?? limits.ExecutionConcurrencyLimit,
    }
    const made = startDon({ wasm, settings: { url }, limits: bounded, ...rest })
    dons.push(made)
    return made
  }

  const ask = async (on: Don, input: unknown): Promise<ExecutionReport> =>
    await on.execute(0, httpPayload(input), `event ${events++}`)
  const saidBy = ({ value, error }: ExecutionReport) => {
    expect(error).to.equal(null)
    return JSON.parse(value as string)
  }

  it('AUDIT C10: runs executions side by side, each for itself, as many as CRE does', async () => {
    const on = don({ faults: { 1: { kind: 'byzantine' }, 3: { kind: 'restarting' } }, concurrency: 3 })
    const before = requests
    const running = Array.from({ length: 7 }, () => ask(on, { do: 'identical' }))
    expect(on.waiting, 'three run, four wait').to.equal(4)
    const reports = await Promise.all(running)
    for (const report of reports) {
      expect(saidBy(report)).to.equal('the same')
      expect(report.usage.http).to.equal(1)
    }
    expect(new Set(reports.map(({ executionId }) => executionId)).size).to.equal(7)
    expect(requests - before).to.be.at.least(7 * 4)
  })

  it('runs nothing that waited too long, or once it is stopped', async () => {
    const late = startDon({
      wasm,
      settings: { url },
      limits: { ...limits, ExecutionConcurrencyLimit: 1, TriggerEventQueueTimeout: 20 },
    })
    dons.push(late)
    // Its threads are up: what follows waits for each other alone.
    await late.subscriptions()
    const why = (one: Promise<unknown>) =>
      one.then(
        () => null,
        (error: Error) => error.message,
      )
    const first = why(ask(late, { do: 'identical' }))
    const second = why(ask(late, { do: 'identical' }))
    expect(await Promise.all([first, second])).to.deep.equal([
      null,
      `Event event ${events - 1} was not run: it waited too long for others to end.`,
    ])
    await late.stop()
    expect(await why(ask(late, { do: 'identical' }))).to.match(/the DON was stopped/)
  })

  it('asks the workflow what wakes it', async () => {
    const found = (await sound.subscriptions()).map(({ id, method }) => `${id} ${method}`)
    expect(found).to.deep.equal(['http-trigger@1.0.0-alpha Trigger', 'cron-trigger@1.0.0 Trigger'])
  })

  it('runs the workflow on every node: each fetches for itself, and they agree', async () => {
    requests = 0
    const report = await ask(sound, { do: 'identical' })
    expect(saidBy(report)).to.equal('the same')
    expect(requests).to.equal(4)
    expect(report.nodes).to.have.length(4)
    expect(report.logs.map(({ text }) => text)).to.deep.equal(Array(4).fill('asked to identical'))
  })

  it('takes the median of what nodes see differently', async () => {
    requests = 0
    // The nodes saw 101 … 104 in some order: the lower middle.
    expect(saidBy(await ask(sound, { do: 'median' }))).to.equal(102)
  })

  for (const nodes of casesOf([4, 7], 1)) {
    it(`bears one byzantine and one silent node of ${nodes} where f allows it`, async () => {
      const one = await ask(don({ nodes, faults: { 1: { kind: 'byzantine' } } }), { do: 'identical' })
      expect(saidBy(one)).to.equal('the same')
      const silent = await ask(don({ nodes, faults: { 2: { kind: 'silent' } } }), { do: 'identical' })
      expect(saidBy(silent)).to.equal('the same')
      expect(silent.nodes).to.have.length(nodes - 1)
    })
  }

  itInFull('bears a byzantine and a silent node of 7 together', async () => {
    const faults: Record<number, Fault> = { 0: { kind: 'silent' }, 6: { kind: 'byzantine' } }
    expect(saidBy(await ask(don({ nodes: 7, faults }), { do: 'identical' }))).to.equal('the same')
  })

  it('two byzantine nodes of four do break it: their lie and the truth both have f + 1', async () => {
    const faults: Record<number, Fault> = { 0: { kind: 'byzantine' }, 1: { kind: 'byzantine' } }
    const { error, value } = await ask(don({ faults }), { do: 'identical' })
    expect({ error, value }).not.to.deep.equal({ error: null, value: '"the same"' })
  })

  it('two silent nodes of four stop it', async () => {
    const faults: Record<number, Fault> = { 0: { kind: 'silent' }, 1: { kind: 'silent' } }
    const bounded = startDon({
      wasm,
      settings: { url },
      faults,
      limits: { ...limits, CapabilityCallTimeout: 500 },
    })
    dons.push(bounded)
    const { error } = await ask(bounded, { do: 'identical' })
    expect(error).to.match(/only 2 of 2 nodes came or agreed/)
  })

  it('waits for a slow node no longer than the grace, and a restarting one catches up', async () => {
    const slow = await ask(don({ faults: { 3: { kind: 'slow', ms: 2_000 } } }), { do: 'identical' })
    expect(saidBy(slow)).to.equal('the same')
    const restarted = await ask(don({ faults: { 3: { kind: 'restarting' } } }), { do: 'identical' })
    expect(saidBy(restarted)).to.equal('the same')
    expect(restarted.nodes[3]!.value).to.equal('"the same"')
  })

  it('signs a report with f + 1 keys of nodes, over the header that forwarders check', async () => {
    const on = don({ nodes: 7, faults: { 1: { kind: 'byzantine' } } })
    const report = await ask(on, { do: 'report' })
    const { rawReport, reportContext, signatures } = saidBy(report)
    const raw = Buffer.from(rawReport, 'hex')
    expect(raw.subarray(Report.headerSize).toString()).to.equal('the payload')
    expect(raw.subarray(1, 33).toString('hex')).to.equal(report.executionId)
    expect(raw.subarray(45, 77).toString('hex')).to.equal(Buffer.from(on.workflowId).toString('hex'))
    expect(signatures).to.have.length(3)
    const digest = Report.digest(raw, Buffer.from(reportContext, 'hex'))
    const signers = signatures.map((signature: string) => signerOf(digest, Buffer.from(signature, 'hex')))
    const known = nodeKeys(7).map(({ address }) => address.toLowerCase())
    expect(new Set(signers).size).to.equal(3)
    for (const signer of signers) expect(known).to.include(signer)
    expect(signers).not.to.include(known[1])
  })

  it('refuses the sixth HTTP call of a node with the engine’s words', async () => {
    const five = await ask(sound, { do: 'calls', times: 5 })
    expect(saidBy(five)).to.equal('done')
    expect(five.usage.http).to.equal(5)
    const { error } = await ask(sound, { do: 'calls', times: 6 })
    expect(error).to.match(/PerWorkflow\.HTTPAction\.CallLimit limited .*cannot use 6, limit is 5/)
  })

  it('refuses an observation over 25 kB', async () => {
    expect(saidBy(await ask(sound, { do: 'observe', size: 24_000 }))).to.equal(24_000)
    const { error } = await ask(sound, { do: 'observe', size: 25_001 })
    expect(error).to.match(/ObservationSizeLimit limited/)
  })

  it('a pre-hook runs before its handler on every node, and what it leaves is all there is', async () => {
    const report = async (settings: object) => {
      const hooked = startDon({ wasm, settings: { url, ...settings }, secrets: { KEY: 'hunter2' } })
      dons.push(hooked)
      return [await ask(hooked, { do: 'identical' }), await ask(hooked, { do: 'secret' })] as const
    }
    const [fetched, secret] = await report({ preHook: { calls: 2, secrets: 0 } })
    expect(saidBy(fetched)).to.equal('the same')
    expect(fetched.usage).to.include({ http: 1, consensus: 1 })
    expect(secret.error).to.match(/secret "KEY" in namespace "main" denied by user pre-hook restrictions/)
    const [denied, told] = await report({ preHook: { calls: 1, secrets: 1 } })
    expect(denied.error).to.match(/call denied by user pre-hook restrictions: consensus@1.0.0-alpha Simple/)
    expect(saidBy(told)).to.equal('hunter2')
  })

  it('a pre-hook that fails keeps its handler from running', async () => {
    const hooked = startDon({ wasm, settings: { url, preHook: { calls: -1, secrets: 0 } } })
    dons.push(hooked)
    const before = requests
    const { error, usage } = await ask(hooked, { do: 'identical' })
    expect(error).to.equal('this one does not run')
    expect([usage.http, requests - before]).to.deep.equal([0, 0])
  })

  it('refuses at its start what CRE would not run', async () => {
    const refusal = async (options: Parameters<typeof startDon>[0]) => {
      const made = startDon(options)
      dons.push(made)
      return await made.subscriptions().then(
        () => null,
        (error: Error) => error.message.split('\n')[0],
      )
    }
    expect(await refusal({ wasm, settings: { url, crons: 9 } })).to.equal(null)
    expect(await refusal({ wasm, settings: { url, crons: 10 } })).to.equal(
      'The workflow waits for 11 triggers; PerWorkflow.TriggerSubscriptionLimit is 10.',
    )
    expect(await refusal({ wasm, settings: { url, tee: true } })).to.equal(
      'Handler 2 is to run in an enclave, and this DON has none.',
    )
    const secrets = { KEY: 'x'.repeat(27_000) }
    expect(() => startDon({ wasm, settings: { url }, secrets })).to.throw(
      /secrets have 270\d\d bytes of 27000/,
    )
    expect(() => startDon({ wasm: moduleOf({ imports: [] }) })).to.throw(/imports no env\.version_v2/)
  })

  it('hands out secrets, one time for all nodes, and one seed of randomness', async () => {
    expect(saidBy(await ask(sound, { do: 'secret' }))).to.equal('hunter2')
    const random = await ask(sound, { do: 'random' })
    expect(new Set(random.nodes.map(({ value }) => value)).size).to.equal(1)
    const now = await ask(sound, { do: 'now' })
    expect(new Set(now.nodes.map(({ value }) => value)).size).to.equal(1)
  })

  it('ends a workflow that loops, tells of one that throws, and goes on', async () => {
    const on = don({ executionMs: 8_000 })
    expect((await ask(on, { do: 'loop' })).error).to.match(/longer than 8000 ms/)
    expect((await ask(on, { do: 'fail' })).error).to.equal('as asked')
    expect(saidBy(await ask(on, { do: 'observe', size: 3 }))).to.equal(3)
  })

  it('traces every call of every node with its sizes, and measures each guest', async () => {
    const { trace, nodes } = await ask(sound, { do: 'identical' })
    const calls = trace.map(({ capability, method }) => `${capability} ${method}`)
    expect(calls.filter((call) => call === 'http-actions@1.0.0-alpha SendRequest')).to.have.length(4)
    expect(calls.filter((call) => call === 'consensus@1.0.0-alpha Simple')).to.have.length(4)
    for (const node of nodes) {
      expect(node.memoryBytes).to.be.within(1_000_000, 100_000_000)
      expect(node.cpuMs).to.be.greaterThan(0)
    }
  })

  it('refuses fewer than 3f + 1 nodes', () => {
    expect(() => startDon({ wasm, nodes: 4, f: 2 })).to.throw(/at least 7/)
  })
})

function signerOf(digest: Uint8Array, signature: Uint8Array): string {
  const key = secp256k1.Signature.fromCompact(signature.subarray(0, 64))
    .addRecoveryBit(signature[64]!)
    .recoverPublicKey(digest)
    .toRawBytes(false)
  return Bytes.toHex(Hash.rawOfBytes(key.subarray(1)).subarray(12))
}
