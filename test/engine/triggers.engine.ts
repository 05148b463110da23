import { fromBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import { Http } from '../../don/sdk.ts'
import { type ServedExecution, type ServiceOptions, startService } from '../../don/service.ts'
import type { StageDon } from '../../scripts/bench/roundStage.ts'
import { SkippingClock } from '../../scripts/bench/SkippingClock.ts'
import { hostedGuest } from './hostedGuest.ts'
import { type Record, recorded } from './recording.ts'
import { openWorld, type World } from './world.ts'

describe('issue 18: what wakes our workflow in CRE’s own host', () => {
  let world: World
  const markets: number[] = []

  before(async function () {
    this.timeout(600_000)
    world = await openWorld(3)
    for (let i = 0; i < 3; i++) markets.push(await world.stage.open(3))
    await world.stage.begin()
  })
  after(async () => await world?.close())

  /** Asks for a market, and serves what wakes the workflow for it; gives what ran. */
  async function served(
    marketId: number,
    how: Omit<ServiceOptions, 'don'>,
    wake: (url: string | null) => Promise<void> | void,
    options: StageDon = {},
  ): Promise<readonly ServedExecution[]> {
    const { stage } = world
    await stage.request([marketId])
    await stage.sealed(marketId)
    const service = await startService({ don: world.hostedDon(options), ...how })
    try {
      await wake(service.url)
      await service.idle()
      return service.executions()
    } finally {
      await service.stop()
    }
  }
  const results = (executions: readonly ServedExecution[]) =>
    executions.map(({ trigger, handler, report }) => {
      expect(report.error).to.equal(null)
      const { status, market_id } = JSON.parse(String(report.value)) as { status: string; market_id: number }
      return { trigger, handler, status, market_id }
    })

  it('the log of a request', async function () {
    this.timeout(120_000)
    const from = await world.stage.chain.client.getBlockNumber()
    const executions = await served(
      markets[0]!,
      { logs: { pollMs: 20, finalityMs: 0, fromBlock: from + 1n } },
      () => {},
    )
    expect(results(executions)).to.deep.equal([
      { trigger: 'log', handler: 0, status: 'reported', market_id: markets[0] },
    ])
  })

  it('a request by HTTP, with a secret for the gateway', async function () {
    this.timeout(120_000)
    const records: Record[] = []
    const url = world.stage.gatewayUrl
    const executions = await served(
      markets[1]!,
      { http: { host: '127.0.0.1', port: 0 } },
      async (trigger) => {
        const params = { input: { market_id: markets[1] } }
        const reply = await fetch(trigger!, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 'engine', method: 'workflows.execute', params }),
        })
        expect(reply.status).to.be.lessThan(300)
      },
      {
        workflow: { gateways: [{ url, tokenSecret: 'GATEWAY_TOKEN' }] },
        don: {
          secrets: { GATEWAY_TOKEN: 'of the vault' },
          guest: (_, node) =>
            recorded(hostedGuest(world.hosted, world.module), (record) => {
              records[node] = record
            }),
        },
      },
    )
    expect(results(executions)).to.deep.equal([
      { trigger: 'http', handler: 1, status: 'reported', market_id: markets[1] },
    ])
    expect(executions[0]!.report.usage.secrets).to.equal(1)
    const tokens = records.map(({ calls }) =>
      calls
        .filter(({ method }) => method === 'SendRequest')
        .map(({ request }) => fromBinary(Http.RequestSchema, request))
        .filter((request) => request.url.startsWith(url))
        .map((request) => JSON.stringify([request.headers, request.multiHeaders])),
    )
    expect(tokens.flat().length).to.be.greaterThan(0)
    for (const one of tokens.flat()) expect(one).to.include('of the vault')
  })

  it('the clock', async function () {
    this.timeout(120_000)
    const clock = new SkippingClock()
    const executions = await served(markets[2]!, { cron: { tickMs: 3_600_000 }, now: clock.now }, () =>
      clock.skipTo(clock.now() + 30_000),
    )
    expect(results(executions)).to.deep.equal([
      { trigger: 'cron', handler: 2, status: 'reported', market_id: markets[2] },
    ])
  })
})
