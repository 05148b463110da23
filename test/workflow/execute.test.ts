import { expect } from 'chai'
import { decodeFunctionData, type Hex, hexToBytes } from 'viem'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { Evm } from '../../don/sdk.ts'
import type { Saying } from '../../local/samples/round.ts'
import { type Limits, Report, Round } from '../../protocol/index.ts'
import type { Result } from '../../workflow/result.ts'
import { chainOf, gatewayOf, limits, type Stage, stageOf } from './fakeRound.ts'
import { fakeRuntime, type Host, load, type Runtime, type Sent } from './fakeRuntime.ts'

type Woken = { readonly named: bigint } | { readonly tick: number }
const { execute } = await load<{
  execute(runtime: Runtime, woken: Woken, limits: Limits.Limits): Result
}>('execute')

const yes: Saying = { value: '75120.5' }
const three: Saying[] = [yes, yes, yes]

type Options = {
  readonly host?: Host
  readonly said?: Readonly<Record<number, readonly Saying[]>>
  /** Of a market, when its batch is asked for. */
  readonly http?: (marketId: number, sent: Sent) => ReturnType<NonNullable<Host['http']>> | undefined
  /** Of a market, when it is read. */
  readonly onRead?: (marketId: number) => void
  readonly limits?: Limits.Limits
  /** A market that has its report. */
  readonly done?: number
}

/** Three markets that wait, the second with the most at stake. */
const waiting = [[1n, 5n] as const, [2n, 9n] as const, [3n, 7n] as const]

async function executed(woken: Woken, options: Options = {}) {
  const { said = {} } = options
  const stages: Stage[] = []
  for (const marketId of [1, 2, 3])
    stages.push(await stageOf(said[marketId] ?? three, { round: { marketId } }))
  const of = (marketId: number) => stages[marketId - 1]!
  const chain = (data: Hex): Hex => {
    const { functionName, args } = decodeFunctionData({ abi: cresolverMarketAbi, data })
    const isOfMarket = functionName === 'getRound' || functionName === 'getMarket'
    const marketId = isOfMarket ? Number(args[0]) : 1
    if (isOfMarket) options.onRead?.(marketId)
    const status = marketId === options.done ? Round.requested + 1 : Round.requested
    const left = waiting.filter(([id]) => Number(id) !== options.done)
    return chainOf({ round: of(marketId).round, waiting: left, status })(data)
  }
  const http = (sent: Sent) => {
    const marketId = Number(/\/(?:markets|rounds)\/(\d+)\//.exec(sent.url)![1])
    const own = options.http?.(marketId, sent)
    return own === undefined ? gatewayOf(of(marketId).round, of(marketId).file)(sent) : own
  }
  const fake = fakeRuntime({ chain, http, ...options.host })
  const result = execute(fake.runtime, woken, options.limits ?? limits)
  const reported = fake.written.map(({ payload }) => Number(Report.decode(hexToBytes(payload)).marketId))
  return { result, reported, ...fake }
}

describe('one execution', () => {
  it('SPEC §7: takes up a second market, and says what came of both', async () => {
    const { result, reported, sent, reads } = await executed({ tick: 0 })
    expect(reported).to.deep.equal([2, 1])
    expect(result).to.include({ status: 'reported', market_id: 2, outcome: 'YES' })
    expect(result.also).to.include({ status: 'reported', market_id: 1, outcome: 'YES' })
    expect(sent.length).to.be.at.most(limits.httpCalls)
    expect(reads.length).to.be.at.most(limits.reads)
  })

  it('beside a market that was named takes up another one', async () => {
    const { result, reported } = await executed({ named: 1n })
    expect(reported).to.deep.equal([1, 3])
    expect(result.also).to.include({ status: 'reported', market_id: 3 })
  })

  it('tells the gateway of both with the calls that are left, after both were reported', async () => {
    const { sent } = await executed({ tick: 0 })
    expect(
      sent.map(({ method, url }) => [method, /\/(?:markets|rounds)\/(\d+)/.exec(url)![1]]),
    ).to.deep.equal([
      ['GET', '2'],
      ['GET', '1'],
      ['POST', '2'],
      ['POST', '1'],
    ])
  })

  it('takes one where the configuration says so, or where a model scores', async () => {
    for (const config of [
      { secondMarket: 'off' as const },
      { evaluator: 'llm' as const, llm: { url: 'https://m.example', model: 'm', keySecret: 'KEY' } },
    ]) {
      const { result, reported } = await executed({ tick: 0 }, { host: { config } })
      expect(reported).to.deep.equal([2])
      expect(result).not.to.have.property('also')
    }
  })

  it('woken by a report, takes another market as its first one, whoever scores and however many workers it has', async () => {
    const llm = { url: 'https://m.example', model: 'm', keySecret: 'KEY' }
    const isDone = { 1: [yes, yes, yes], 3: Array<Saying>(14).fill(yes) }
    for (const { leaves, ...config } of [
      { evaluator: 'llm' as const, llm, leaves: [] },
      { secondMarket: 'off' as const, leaves: [] },
      { evaluator: 'rubric' as const, leaves: [3] },
    ]) {
      const woken = (reportsWake: 'on' | 'off') =>
        executed({ named: 1n }, { said: isDone, done: 1, host: { config: { ...config, reportsWake } } })
      const { result, reported, sent, reads } = await woken('on')
      expect(reported).to.deep.equal([3])
      expect(result).to.include({ status: 'nothing', market_id: 1 })
      expect(result.also).to.include({ status: 'reported', market_id: 3 })
      expect(sent.length).to.be.at.most(limits.httpCalls)
      expect(reads.length).to.be.at.most(limits.reads)
      // Otherwise it is a second one, for which there must be leave and room.
      expect((await woken('off')).reported).to.deep.equal(leaves)
    }
  })

  it('takes one where the first needed the calls for its probes', async () => {
    const { reported, result } = await executed(
      { tick: 0 },
      { said: { 2: [yes, yes, yes, yes, 'silent'] }, limits: { ...limits, httpCalls: 3 } },
    )
    expect(reported).to.deep.equal([2])
    expect(result).not.to.have.property('also')
  })

  it('leaves the second to an execution of its own where more of its workers are to be asked than calls are left', async () => {
    const said = { 1: [yes, yes, yes, yes, yes, yes, 'silent', 'silent'] as Saying[] }
    // One call for each market's replies, two for probes: exactly enough.
    const enough = await executed({ tick: 0 }, { said, limits: { ...limits, httpCalls: 4 } })
    expect(enough.reported).to.deep.equal([2, 1])
    expect(enough.result.also!.excluded!.map(({ reason }) => reason)).to.deep.equal([
      'no-endpoint',
      'no-endpoint',
    ])
    const tight = await executed({ tick: 0 }, { said, limits: { ...limits, httpCalls: 3 } })
    expect(tight.reported).to.deep.equal([2])
    expect(tight.result.also).to.include({ status: 'waiting', market_id: 1 })
    const alone = await executed({ named: 1n }, { said, limits: { ...limits, httpCalls: 3 } })
    expect(alone.reported).to.deep.equal([1])
  })

  it('goes on where the first is not sealed yet, or the market refuses its report', async () => {
    const unsealed = await executed({ tick: 0 }, { http: (id) => (id === 2 ? { status: 503 } : undefined) })
    expect(unsealed.result).to.include({ status: 'waiting', why: 'unsealed', market_id: 2 })
    expect(unsealed.reported).to.deep.equal([1])
    const refusal = {
      txStatus: Evm.TxStatus.SUCCESS,
      receiverContractExecutionStatus: Evm.ReceiverContractExecutionStatus.REVERTED,
      txHash: Uint8Array.of(1),
    }
    const refused = await executed({ tick: 0 }, { host: { write: () => refusal } })
    expect(refused.result).to.include({ status: 'refused' })
    expect(refused.reported).to.deep.equal([2, 1])
  })

  it('SPEC §7: the first error that is not a write status ends it', async () => {
    for (const reply of [null, { status: 500 }, { body: '<html>' }]) {
      const { result, reported } = await executed(
        { tick: 0 },
        { http: (id) => (id === 2 ? reply : undefined) },
      )
      expect(result).to.include({ status: 'waiting', market_id: 2 })
      expect(result).not.to.have.property('also')
      expect(reported).to.deep.equal([])
    }
  })

  it('keeps what came of the first where the second fails', async () => {
    const { result, reported, sent } = await executed(
      { tick: 0 },
      {
        onRead: (marketId) => {
          if (marketId === 1) throw new Error('the node is gone')
        },
      },
    )
    expect(reported).to.deep.equal([2])
    expect(result).to.include({ status: 'reported', market_id: 2 })
    expect(result.also).to.include({ status: 'waiting', market_id: 1 })
    expect(result.also!.why).to.match(/the node is gone/)
    expect(
      sent.some(({ method }) => method === 'POST'),
      'calls may be spent',
    ).to.equal(false)
  })
})
