import { expect } from 'chai'
import { decodeFunctionData, type Hex, hexToBytes } from 'viem'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { readLimits } from '../../don/limits.ts'
import { Bucket } from '../../don/triggers/Bucket.ts'
import { limitsFile } from '../../local/startDon.ts'
import { Limits, Report, Round } from '../../protocol/index.ts'
import type { Result } from '../../workflow/result.ts'
import { chainOf, gatewayOf, type Stage, stageOf } from './fakeRound.ts'
import { fakeRuntime, load, type Runtime, type Sent } from './fakeRuntime.ts'

type Woken = { readonly named: bigint } | { readonly tick: number }
const { execute } = await load<{
  execute(runtime: Runtime, woken: Woken, limits: Limits.Limits): Result
}>('execute')

const count = 100
const rates = readLimits(limitsFile())
const fullLimits = Limits.read(limitsFile())
const minute = 60_000
/** It does not answer, and the rubric scores. */
const llm = { url: 'https://model.example', model: 'm', keySecret: 'KEY' }

type Burst = {
  /** When the gateway has all replies of a market; never: it is stuck. */
  readonly sealedAt: (marketId: number) => number
  readonly stakeIn?: (marketId: number) => bigint
  /** Whether an execution has room for one market only, as with 32 workers; and whether reports wake it. */
  readonly isLarge?: boolean
  readonly reportsWake?: boolean
  /** A model scores, so that no execution takes up two. */
  readonly hasModel?: boolean
}

/**
 * A burst by the clock of the quotas: the workflow itself, on a chain and a gateway in memory, woken by logs, pokes and sweeps as
 * often as CRE's lowest rates allow.
 */
function burst(
  stages: readonly Stage[],
  { sealedAt, stakeIn = () => 1n, isLarge = false, reportsWake = false, hasModel = false }: Burst,
) {
  // One call for the replies, one for the source, one kept back for a probe: too few for another market beside.
  const limits = isLarge ? { ...fullLimits, httpCalls: 3 } : fullLimits
  const reported = new Map<number, number>()
  const executions: Result[] = []
  const events: number[] = []
  let now = 0
  const of = (marketId: number) => stages[marketId - 1]!
  const all = stages.map((_, i) => [BigInt(i + 1), stakeIn(i + 1)] as const)
  const chain = (data: Hex): Hex => {
    const { functionName, args = [] } = decodeFunctionData({ abi: cresolverMarketAbi, data })
    const marketId = functionName === 'getRound' || functionName === 'getMarket' ? Number(args[0]) : 1
    const status = reported.has(marketId) ? Round.requested + 1 : Round.requested
    const [first, many] = functionName === 'pendingMarkets' ? (args as [bigint, bigint]) : [0n, 0n]
    const isPending = (id: bigint) => id >= first && id < first + many && !reported.has(Number(id))
    const waiting = functionName === 'pendingMarkets' ? all.filter(([id]) => isPending(id)) : all
    return chainOf({ round: of(marketId).round, waiting, status })(data)
  }
  const http = (sent: Sent) => {
    const marketId = Number(/\/(?:markets|rounds)\/(\d+)\//.exec(sent.url)?.[1] ?? 0)
    if (marketId === 0) return null
    if (sealedAt(marketId) > now) return { status: 503 }
    return gatewayOf(of(marketId).round, of(marketId).file)(sent)
  }
  const run = (woken: Woken) => {
    const config = {
      reference: 'on' as const,
      sources: { coingecko: 'http://source.example' },
      reportsWake: reportsWake ? ('on' as const) : ('off' as const),
      ...(hasModel ? { evaluator: 'llm' as const, llm } : {}),
    }
    const fake = fakeRuntime({ chain, http, config })
    executions.push(execute(fake.runtime, woken, limits))
    expect(fake.sent.length).to.be.at.most(limits.httpCalls)
    expect(fake.reads.length).to.be.at.most(limits.reads)
    for (const { payload } of fake.written) {
      const marketId = Number(Report.decode(hexToBytes(payload)).marketId)
      if (reported.has(marketId)) continue
      reported.set(marketId, now)
      events.push(marketId)
    }
  }

  const logs = new Bucket(rates.LogTrigger.EventRateLimit, () => now)
  for (let marketId = 1; marketId <= count; marketId++) if (logs.take()) run({ named: BigInt(marketId) })
  const pokes = new Bucket(rates.HTTPTrigger.RateLimit, () => now)
  const told = new Map<number, number>()
  const sweepMs = rates.CRONTrigger.FastestScheduleInterval
  for (now = sweepMs; now <= 40 * minute && reported.size < count; now += sweepMs) {
    if (reportsWake) for (const id of events.splice(0)) if (logs.take()) run({ named: BigInt(id) })
    run({ tick: 1_000 + now / sweepMs })
    const ready = stages.map((_, i) => i + 1).filter((id) => !reported.has(id) && sealedAt(id) <= now)
    ready.sort((a, b) => (told.get(a) ?? 0) - (told.get(b) ?? 0))
    if (ready.length === 0 || !pokes.take()) continue
    told.set(ready[0]!, (told.get(ready[0]!) ?? 0) + 1)
    run({ named: BigInt(ready[0]!) })
  }
  return { reported, executions }
}

describe('AUDIT C2: a hundred requests in one block, at CRE’s lowest quotas', function () {
  this.timeout(600_000)
  const stages: Stage[] = []
  before(async () => {
    for (let marketId = 1; marketId <= count; marketId++)
      stages.push(await stageOf([{ value: '75120.5' }], { round: { marketId } }))
  })

  it('are all reported within 30 minutes, though every log came too early', () => {
    // Sixteen rounds at a time, each as long as its workers may take.
    const sealedAt = (marketId: number) => 45_000 * Math.ceil(marketId / 16)
    const { reported, executions } = burst(stages, { sealedAt })
    expect(reported.size).to.equal(count)
    expect(Math.max(...reported.values()) / minute).to.be.at.most(20)
    const early = executions.slice(0, 10)
    for (const { why, also } of early) expect([why, also?.why]).to.deep.equal(['unsealed', 'unsealed'])
  })

  it('of 32 workers each are within 30 minutes where reports wake the workflow, and in 33 where they do not', () => {
    const minutes = (reportsWake: boolean) => {
      const sealedAt = (marketId: number) => 45_000 * Math.ceil(marketId / 16)
      const { reported } = burst(stages, { sealedAt, isLarge: true, reportsWake })
      expect(reported.size).to.equal(count)
      return Math.max(...reported.values()) / minute
    }
    expect(minutes(true)).to.be.at.most(20)
    expect(minutes(false)).to.be.within(30, 38)
  })

  it('that a model scores are within 20 minutes where reports wake the workflow, and in 33 where they do not', () => {
    const minutes = (reportsWake: boolean) => {
      const sealedAt = (marketId: number) => 45_000 * Math.ceil(marketId / 16)
      const { reported } = burst(stages, { sealedAt, hasModel: true, reportsWake })
      expect(reported.size).to.equal(count)
      return Math.max(...reported.values()) / minute
    }
    expect(minutes(true)).to.be.at.most(20)
    expect(minutes(false)).to.be.within(30, 38)
  })

  it('are reported within 40 minutes, but for ten that are stuck for good with the most at stake', () => {
    const isStuck = (marketId: number) => marketId % 10 === 3
    const { reported } = burst(stages, {
      sealedAt: (marketId) => (isStuck(marketId) ? Number.POSITIVE_INFINITY : minute),
      stakeIn: (marketId) => (isStuck(marketId) ? 1_000n : 1n),
    })
    expect(reported.size).to.equal(90)
    expect(Math.max(...reported.values()) / minute).to.be.at.most(40)
  })
})
