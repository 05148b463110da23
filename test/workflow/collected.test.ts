import { expect } from 'chai'
import { testAccount, testKey } from '../../cli/chain/account.ts'
import { type Service, startService } from '../../don/service.ts'
import { checkConfig } from '../../gateway/Config.ts'
import { startGateway } from '../../gateway/startGateway.ts'
import { temporaryDatabase } from '../../local/openStores.ts'
import { playRound, type Saying, signDefence } from '../../local/samples/round.ts'
import type { Wire } from '../../protocol/index.ts'
import { inspectRound } from '../../workers/sentinel/index.ts'
import { describeInFull } from '../helpers/budget.ts'
import { freePort } from '../helpers/freePort.ts'
import { json, openStage, type Stage } from './stage.ts'

/**
 * The genuine gateway between genuine deadlines: workers have the protocol's 30 and 15 seconds, and the gateway tells the DON by a
 * signed request when the round is sealed. No log reaches the DON.
 */
describeInFull('a round that a gateway collects', function () {
  this.timeout(600_000)
  const workers = 10
  const poker = 46
  let stage: Stage
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let service: Service
  const cleanups: (() => unknown)[] = []

  before(async () => {
    stage = await openStage({ workers })
    const folder = await temporaryDatabase()
    cleanups.push(() => folder.remove())
    const port = await freePort()
    const place = { listen: { host: '127.0.0.1', port }, chainId: 31_337, market: stage.market }
    const don = stage.don({
      gateways: [{ url: `http://127.0.0.1:${port}` }],
      authorizedKeys: [testAccount(poker).address],
      timeouts: { probe: '2s' },
    })
    service = await startService({ don, http: { host: '127.0.0.1', port: 0 } })
    const config = {
      ...place,
      rpcUrl: stage.chain.url,
      allowPrivate: true,
      watch: { pollMs: 100 },
      poke: {
        url: service.url!,
        workflowId: Buffer.from(don.workflowId).toString('hex'),
        keyEnv: 'POKE_KEY',
        everyMs: 1_000,
      },
      store: { folder: folder.path },
      log: 'silent',
    }
    gateway = await startGateway(checkConfig(config, { file: 'gateway.yaml' }), {
      env: { POKE_KEY: testKey(poker) },
    })
  })
  after(async () => {
    await gateway?.stop()
    await service?.stop()
    await stage.close()
    for (const clean of cleanups) await clean()
  })

  /** A worker that answers as it should, after a while. */
  function answering(marketId: number, index: number, afterMs = 0): void {
    stage.workerHandlers.set(index, async (request, response, body) => {
      const askedAt = performance.now()
      const round = await stage.roundOf(marketId)
      if (request.url === '/a2a/resolve') {
        const sayings = round.workers.map((_, i) => (i === index ? { value: '75120.5' } : 'silent'))
        const { file } = await playRound(round, sayings as Saying[], { keyOf: stage.keyOf })
        const left = Math.max(0, afterMs - (performance.now() - askedAt))
        setTimeout(() => json(response, file.answers[index]!.reply), left)
        return
      }
      const asked = JSON.parse(body) as Wire.ChallengeRequest
      const responses = asked.challenges.map(() => 'The sample is the first at or after the deadline.')
      json(response, await signDefence(round, stage.keyOf(index), asked, responses))
    })
  }

  it('S1-30 C1: 29 s are early enough, 40 s are not, and what is no answer never stops the round', async () => {
    const marketId = await stage.open()
    for (let i = 0; i < 6; i++) answering(marketId, i)
    answering(marketId, 6, 29_000)
    answering(marketId, 7, 40_000)
    stage.workerHandlers.set(8, (_request, response) => void response.end('x'.repeat(10_000_000)))
    stage.workerHandlers.set(9, (_request, response) => void response.end('['.repeat(45_000)))
    await stage.request(marketId)
    const statusOf = async () => (await stage.read(marketId)).status
    for (let i = 0; i < 2_000 && (await statusOf()) === 2; i++)
      await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await stage.read(marketId)).to.deep.include({ status: 3, outcome: 1 })
    // The chain has the report a moment before the execution that sent it has ended.
    await service.idle()
    const [{ report, trigger }] = service.executions().slice(-1) as [
      ReturnType<Service['executions']>[number],
    ]
    expect(trigger).to.equal('http')
    const result = JSON.parse(report.value as string)
    expect(result.excluded).to.deep.equal([
      { agent_id: 7, reason: 'silent' },
      { agent_id: 8, reason: 'silent' },
      { agent_id: 9, reason: 'malformed' },
    ])
    expect((await stage.worker(marketId, 6)).vote).to.equal(1)

    // Published, and whole: anyone can do it again.
    const fetched = async () => await fetch(`${gateway.url}/rounds/${marketId}/1`)
    for (let i = 0; i < 100 && (await fetched()).status !== 200; i++)
      await new Promise((resolve) => setTimeout(resolve, 200))
    const { result: inspected } = await inspectRound(await (await fetched()).json())
    expect(inspected.findings).to.deep.equal([])
    expect(inspected.ok).to.equal(true)
  })
})
