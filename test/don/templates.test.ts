import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { create } from '@bufbuild/protobuf'
import { anyPack, timestampFromMs } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import {
  type Address,
  concatHex,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { buildWorkflow } from '../../don/build.ts'
import type { ExecutionReport } from '../../don/don.ts'
import { CronTrigger } from '../../don/sdk.ts'
import { type Service, startService } from '../../don/service.ts'
import { limits, startDon } from '../helpers/localDon.ts'
import { type ForwarderChain, selector, startForwarderChain } from './capabilities/forwarderChain.ts'
import { speaking } from './capabilities/receivers.ts'

/** Workflows in the shapes of CRE's templates: bindings beside them, a tsconfig of their own, and the SDK's documented calls. */
const buildOf = (name: string): Promise<Uint8Array> =>
  buildWorkflow(fileURLToPath(new URL(`../fixtures/workflows/templates/${name}/main.ts`, import.meta.url)), {
    cache: true,
  })

type Worker = { readonly resolve: unknown; readonly challenge: unknown }

describe('workflows in the shapes of CRE’s templates', function () {
  // Each is built, with the SDK's own checks, unless it was before.
  this.timeout(180_000)
  let chain: ForwarderChain
  let server: Server
  let url: string
  let asked: { path: string; authorization: string | undefined; body: unknown }[]
  let workers: Worker[]
  const running: { stop(): Promise<void> }[] = []

  before(async () => {
    chain = await startForwarderChain()
    server = createServer(async (request, response) => {
      const path = request.url!
      asked.push({ path, authorization: request.headers.authorization, body: await bodyOf(request) })
      const worker = workers[Number(/^\/worker\/(\d)/.exec(path)?.[1] ?? -1)]
      const verdict = { yes: true, confidence: 0.9 }
      response.end(
        JSON.stringify(
          path.endsWith('/resolve')
            ? worker?.resolve
            : path.endsWith('/challenge')
              ? worker?.challenge
              : verdict,
        ),
      )
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    asked = []
    workers = []
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map(async (one) => await one.stop()))
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await chain.close()
  })

  async function bodyOf(request: IncomingMessage): Promise<unknown> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    return body === '' ? null : JSON.parse(body)
  }

  async function donOf(name: string, settings: object, secrets: Record<string, string> = {}) {
    const chains = new Map([[selector, chain.config]])
    const don = startDon({
      wasm: await buildOf(name),
      settings: { selector, ...settings },
      chains,
      limits,
      secrets,
    })
    running.push(don)
    return don
  }

  const schedule = '0 * * * * *'
  /** What the workflow does when its clock strikes. */
  async function tick(name: string, settings: object): Promise<ExecutionReport> {
    const don = await donOf(name, { schedule, ...settings })
    const [subscription] = await don.subscriptions()
    expect(subscription!.id).to.equal('cron-trigger@1.0.0')
    const payload = create(CronTrigger.PayloadSchema, {
      scheduledExecutionTime: timestampFromMs(1_770_000_000_000),
    })
    return await don.execute(0, anyPack(CronTrigger.PayloadSchema, payload), '2026-02-02T02:40:00Z')
  }

  /** What the workflow does when a contract asks for a market's outcome. */
  async function request(
    name: string,
    watched: Address,
    settings: object,
    secrets = {},
  ): Promise<ExecutionReport> {
    const don = await donOf(name, settings, secrets)
    const service: Service = await startService({ don, logs: { pollMs: 20, finalityMs: 0 } })
    running.push(service)
    const abi = parseAbi(['event ResolutionRequested(uint256 indexed marketId, string question)'])
    const [topic] = encodeEventTopics({ abi, eventName: 'ResolutionRequested' })
    const question = encodeAbiParameters([{ type: 'string' }], ['Will it rain?'])
    const data = concatHex([topic as Hex, numberToHex(42, { size: 32 }), question])
    const hash = await chain.wallet.sendTransaction({ to: watched, data })
    await chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    await service.idle()
    expect(service.executions()).to.have.length(1)
    return service.executions()[0]!.report
  }

  const valueIn = ({ value, error }: ExecutionReport): string => {
    expect(error).to.equal(null)
    return value as string
  }
  /** What the newest transaction gave the forwarder to hand on, past the header. */
  async function reported(): Promise<{ receiver: Address; payload: Hex }> {
    const { transactions } = await chain.client.getBlock({ includeTransactions: true })
    const abi = parseAbi([
      'function report(address receiver, bytes rawReport, bytes context, bytes[] signatures)',
    ])
    const { args } = decodeFunctionData({ abi, data: transactions[0]!.input })
    return { receiver: args[0], payload: `0x${args[1].slice(2 + 2 * 109)}` }
  }
  const outcomeOf = (payload: Hex) =>
    decodeAbiParameters(parseAbiParameters('uint256, bool, uint16'), payload)

  it('a prediction market: its event, a secret, a model that every node asks, a report', async () => {
    const market = await chain.deploy(speaking())
    const secrets = { MODEL_KEY: 'hunter2' }
    const report = await request('prediction-market', market, { model: `${url}/model`, market }, secrets)
    expect(valueIn(report)).to.match(/^0x[0-9a-f]{64}$/)
    expect(report.usage).to.include({ http: 1, consensus: 2, writes: 1, secrets: 1 })
    // One request for all nodes, as they let the gateway keep it.
    expect(asked).to.deep.equal([
      { path: '/model', authorization: 'Bearer hunter2', body: { question: 'Will it rain?' } },
    ])
    const { receiver, payload } = await reported()
    expect(receiver.toLowerCase()).to.equal(market.toLowerCase())
    expect(outcomeOf(payload)).to.deep.equal([42n, true, 90])
  })

  it('a reader of data feeds: several contracts by the clock', async () => {
    const feedOf = async (answer: bigint, decimals: number) =>
      await chain.deploy(
        speaking({
          [toFunctionSelector('function latestAnswer()')]: numberToHex(answer, { size: 32 }),
          [toFunctionSelector('function decimals()')]: numberToHex(decimals, { size: 32 }),
        }),
      )
    const feeds = [
      { name: 'BTC', address: await feedOf(9_512_345_678_901n, 8) },
      { name: 'ETH', address: await feedOf(3_000_000_000_000_000_000_000n, 18) },
    ]
    const report = await tick('read-data-feeds', { feeds })
    expect(JSON.parse(valueIn(report))).to.deep.equal([
      { name: 'BTC', price: '95123.45678901' },
      { name: 'ETH', price: '3000' },
    ])
    expect(report.usage).to.include({ reads: 4 })
    expect(report.logs.filter(({ node }) => node === 0).map(({ text }) => text)).to.deep.equal([
      'BTC: 95123.45678901',
      'ETH: 3000',
    ])
  })

  it('a keeper: it asks contracts whether there is something to do, and does it by a report', async () => {
    const upkeepOf = async (isNeeded: boolean) => {
      const answer = encodeAbiParameters(parseAbiParameters('bool, bytes'), [isNeeded, '0xc0ffee'])
      return await chain.deploy(speaking({ [toFunctionSelector('function checkUpkeep(bytes)')]: answer }))
    }
    const upkeeps = [await upkeepOf(false), await upkeepOf(true)]
    const report = await tick('keeper', { upkeeps, gasLimit: '500000' })
    expect(valueIn(report)).to.equal('1 of 2')
    expect(report.usage).to.include({ reads: 2, writes: 1 })
    expect(report.logs[0]!.text).to.equal('due at 1770000000')
    const { receiver, payload } = await reported()
    expect([receiver.toLowerCase(), payload]).to.deep.equal([upkeeps[1]!.toLowerCase(), '0xc0ffee'])
  })

  it('a reactor to events: what another contract says then, within what its pre-hook allows', async () => {
    const watched = await chain.deploy(speaking())
    const answer = numberToHex(7, { size: 32 })
    const feed = await chain.deploy(speaking({ [toFunctionSelector('function latestAnswer()')]: answer }))
    const report = await request('event-reactor', watched, { watched, feed })
    expect(valueIn(report)).to.equal('42: 7')
    expect(report.usage).to.include({ reads: 1, http: 0 })
  })

  it('S1: a round of the CRE agent protocol, in which one worker is not of its form', async () => {
    const worker = (determination: unknown, confidence: number): Worker => ({
      resolve: { determination, confidence, evidence: 'It said so.', sources: ['https://weather.example'] },
      challenge: { responses: ['None.', 'Sunshine.'] },
    })
    workers = [worker(true, 0.9), worker(false, 0.3), worker('perhaps', 1)]
    const market = await chain.deploy(speaking())
    const urls = workers.map((_, i) => `${url}/worker/${i}`)
    const report = await request('cresolve', market, { market, workers: urls })
    expect(JSON.parse(valueIn(report))).to.deep.equal({ yes: true, confidence: 75, workers: 2 })
    expect(asked.map(({ path }) => path)).to.have.members([
      ...['/worker/0/a2a/resolve', '/worker/0/a2a/challenge'],
      ...['/worker/1/a2a/resolve', '/worker/1/a2a/challenge'],
      '/worker/2/a2a/resolve',
    ])
    expect(asked[0]!.body).to.deep.equal({ market_id: 42, question: 'Will it rain?' })
    expect(report.usage).to.include({ http: 5, consensus: 4, writes: 1 })
    expect(outcomeOf((await reported()).payload)).to.deep.equal([42n, true, 75])
  })
})
