import { encodeFunctionData, parseEther } from 'viem'
import { testKey } from '../../cli/chain/account.ts'
import { getMarket } from '../../cli/chain/marketState.ts'
import { getMember } from '../../cli/chain/seats.ts'
import type { Don, ExecutionReport } from '../../don/don.ts'
import { Closing } from '../../local/Closing.ts'
import { deployLocal, enrol, type LocalPlace } from '../../local/deployLocal.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import { startPageWorld } from '../../local/pages/pageWorld.ts'
import { playRound, type Saying } from '../../local/samples/round.ts'
import { marketChart } from '../../local/sources/replies.ts'
import { startSources } from '../../local/sources/startSources.ts'
import { firstDay, type LocalChain, startChain } from '../../local/startChain.ts'
import { makeDon, ourWorkflow } from '../../local/startDon.ts'
import { type LocalGateway, startLocalGateway } from '../../local/startLocalGateway.ts'
import { addressOf, transact } from '../../local/transact.ts'
import { type Listening, listen } from '../../local/workers/startFaulty.ts'
import { firstWorker, startWorkers } from '../../local/workers/startWorkers.ts'
import { Address, BaseError, Citation, Round, type RoundFile, Wire } from '../../protocol/index.ts'
import { at } from '../../services/chain/browser/market.ts'
import type { ConfigInput } from '../../workflow/config.ts'
import { type CountingRpc, startCountingRpc } from './countingRpc.ts'
import { pokeOf } from './pokeOf.ts'

const coin = 'bitcoin'
/** What a round is about: a number decides it, or words, and then each worker cites two pages. */
export type Matter = 'number' | 'words'
const questions: Readonly<Record<Matter, string>> = {
  number: `§question Is BTC worth a dollar?\n§rule\nsource:coingecko:${coin}\nop:gte\ntarget:1`,
  words: '§question Did Ada win the cup?\n§rule\nsource:manual',
}
const deadline = firstDay + 86_400
const creator = 1

/** The protocol's own: on a busy machine even instant workers take seconds, and none is to be left out. */
const patient = { resolveMs: 30_000, challengeMs: 15_000 }

/** What one round took, in milliseconds. */
export type Measured = {
  readonly gatewayMs: number
  readonly execution: ExecutionReport
  /** Of the whole process: gateway, workers, chain and all nodes are in it. */
  readonly cpuMs: number
}

export type Stage = {
  readonly chain: LocalChain
  readonly place: LocalPlace
  readonly gatewayUrl: string
  /** Where the gateway keeps what it knows. */
  readonly databaseFolder: string
  /** What the gateway and the DON asked of the chain; only where it is counted. */
  readonly rpc: { readonly gateway: CountingRpc; readonly don: CountingRpc } | null
  /** Has so many nodes sign from now on. */
  enrol(nodes: number, options?: StageDon): Promise<Don>
  /** A market of so many workers, ready to be asked. */
  open(workers: number, matter?: Matter): Promise<number>
  /** When all markets are open: the time comes to ask. */
  begin(): Promise<void>
  /** Asks for all of them in one block. */
  request(marketIds: readonly number[]): Promise<void>
  /** Once the gateway has all replies of a market. */
  sealed(marketId: number): Promise<void>
  /** Which of them have their report. */
  reported(marketIds: readonly number[]): Promise<number[]>
  /** Asks for one, and has it collected and reported. */
  run(don: Don, marketId: number): Promise<Measured>
  close(): Promise<void>
}

/** What differs from the workflow's own settings. */
export type StageDon = {
  readonly workflow?: Partial<ConfigInput>
}

/** Chain, source, gateway, and workers that have every word ready before they are asked. */
export async function openStage(most: number, { isCounted = false } = {}): Promise<Stage> {
  const closing = new Closing()
  const wasm = await ourWorkflow()
  const chain = await closing.opened(startChain(), (one) => one.stop())
  const place = await closing.opened(deployLocal(chain), (one) => one.forget())
  const register = { chainId: place.chainId, address: Address.of(place.at('SourceKeys')) }
  const sources = await closing.opened(startSources({ seed: 1, around: firstDay, register }), (one) =>
    one.stop(),
  )
  const store = await closing.opened(openTemporaryStore('agent'), (one) => one.close())
  const words = new Map<string, string>()
  const role = { kind: 'own', start: ({ agentId }: { agentId: number }) => instant(agentId, words) } as const
  const pages = await closing.opened(startPageWorld(), (one) => one.stop())
  const workers = await closing.opened(
    startWorkers({ chain, place, sources, store, network: pages.network }, Array(most).fill(role)),
    (all) => Promise.all(all.map((one) => one.stop())),
  )
  const counting = () => closing.opened(startCountingRpc(chain.url), (one) => one.stop())
  const rpc = isCounted ? { gateway: await counting(), don: await counting() } : null
  const seenBy = (who: 'gateway' | 'don') => (rpc === null ? chain : { ...chain, url: rpc[who].url })
  // What is counted is counted at the gateway's own pace.
  const watch = isCounted ? {} : undefined
  const gateway = await closing.opened(startLocalGateway(seenBy('gateway'), place, patient, watch), (one) =>
    one.stop(),
  )
  const { value, observedAt } = marketChart(sources.prices, coin, deadline, deadline + 3_900)!.observation!

  return {
    chain,
    place,
    gatewayUrl: gateway.url,
    databaseFolder: gateway.folder,
    rpc,
    async enrol(nodes, { workflow } = {}) {
      await enrol(chain, place, nodes)
      const options = {
        wasm,
        nodes,
        workflow: {
          gateways: [{ url: gateway.url }],
          sources: { coingecko: `${sources.url}/api/v3` },
          // One round is measured, not what else waits.
          secondMarket: 'off' as const,
          ...workflow,
        },
      }
      return closing.opened(Promise.resolve(makeDon(seenBy('don'), place, options)), (one) => one.stop())
    },
    async open(count, matter = 'number') {
      const question = questions[matter]
      const marketId = await openMarket(chain, place, count, question)
      const round = await roundOf(place, marketId, question)
      const number = { value, observedAt, proof: false as const, reply: { evidence } }
      const sayings = Array.from({ length: count }, (_, i) => (matter === 'number' ? number : citing(i)))
      const keyOf = (i: number) => testKey(workers[i]!.account)
      const { file } = await playRound(round, sayings, { keyOf })
      remember(words, file)
      return marketId
    },
    begin: () => chain.warpTo(deadline + 600),
    request: (marketIds) => requestAll(chain, place, marketIds),
    sealed: (marketId) => sealed(gateway, marketId),
    async reported(marketIds) {
      const status = (id: number) =>
        chain.client.readContract({ ...at(place.market), functionName: 'statusOf', args: [BigInt(id)] })
      const statuses = await Promise.all(marketIds.map(status))
      return marketIds.filter((_, i) => statuses[i]! > Round.requested)
    },
    async run(don, marketId) {
      const started = performance.now()
      const before = process.cpuUsage()
      await transact(chain, creator, requestFor(place, marketId))
      await sealed(gateway, marketId)
      const gatewayMs = performance.now() - started
      const execution = await don.execute(1, pokeOf(marketId), `bench ${marketId}`)
      const result = execution.error === null ? JSON.parse(String(execution.value)) : null
      if (result?.status !== 'reported' || result.outcome !== 'YES') throw new UnreportedError(execution)
      const { user, system } = process.cpuUsage(before)
      return { gatewayMs, execution, cpuMs: (user + system) / 1_000 }
    },
    close: () => closing.close(),
  }
}

/** As long as what careful workers write. */
const evidence =
  'The first sample at or after the deadline decides, and its source was read after the window had closed. '.repeat(
    14,
  )

/** Two citations as long as they may be, with addresses that ask for much; others find all of them. */
const citing = (i: number): Exclude<Saying, string> => {
  const citations = [0, 1].map((k) => {
    const url = `https://p${i}-${k}.example/a?q=`
    const quote = `Ada won the cup in match ${k} as worker ${i} saw it. `
    return {
      url: url.padEnd(Wire.limits.source, '0123456789'),
      quote: quote.repeat(9).slice(0, Citation.limits.quote).trimEnd(),
    }
  })
  return {
    value: 'YES',
    reply: { evidence: `Ada won the cup. ${evidence}`, citations, sources: citations.map(({ url }) => url) },
    reproductions: (asked) => 'p'.repeat(asked.length),
  }
}

const keyOf = (agentId: number, marketId: number, phase: string) => `${agentId} ${marketId} ${phase}`

function remember(words: Map<string, string>, { market_id, answers, defences }: RoundFile.RoundFile): void {
  for (const { agent_id, reply } of answers)
    words.set(keyOf(agent_id, market_id, 'resolve'), JSON.stringify(reply))
  for (const { agent_id, reply } of defences)
    words.set(keyOf(agent_id, market_id, 'challenge'), JSON.stringify(reply))
}

/** A worker that takes no time of its own. */
const instant = (agentId: number, words: ReadonlyMap<string, string>): Promise<Listening> =>
  listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const phase = request.url === '/a2a/challenge' ? 'challenge' : 'resolve'
      const { market_id } = JSON.parse(body) as { market_id: number }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(words.get(keyOf(agentId, market_id, phase)))
    })
  })

const requestFor = (place: LocalPlace, marketId: number) => ({
  to: place.market,
  data: encodeFunctionData({
    ...at(place.market),
    functionName: 'requestResolution',
    args: [BigInt(marketId)],
  }),
})

async function requestAll(
  { client }: LocalChain,
  place: LocalPlace,
  marketIds: readonly number[],
): Promise<void> {
  await client.setAutomine(false)
  try {
    for (const marketId of marketIds)
      await client.sendTransaction({
        account: addressOf(creator),
        gas: 100_000n,
        ...requestFor(place, marketId),
      })
    await client.mine({ blocks: 1 })
  } finally {
    await client.setAutomine(true)
  }
}

async function openMarket(
  chain: LocalChain,
  place: LocalPlace,
  workers: number,
  question: string,
): Promise<number> {
  const contract = at(place.market)
  const args = [question, BigInt(deadline)] as const
  const data = encodeFunctionData({ ...contract, functionName: 'createMarket', args })
  await transact(chain, creator, { to: place.market, data, value: parseEther('0.1') })
  const marketId = await chain.client.readContract({ ...contract, functionName: 'marketCount' })
  for (let i = 0; i < workers; i++) {
    const joining = encodeFunctionData({
      ...contract,
      functionName: 'joinMarket',
      args: [marketId, BigInt(i)],
    })
    await transact(chain, firstWorker + i, { to: place.market, data: joining, value: parseEther('0.05') })
  }
  return Number(marketId)
}

/** The round that will be asked: it is the first, and all else is known as soon as everybody has joined. */
async function roundOf(place: LocalPlace, marketId: number, question: string): Promise<Round.Round> {
  const { createdAt, joined } = await getMarket(place, BigInt(marketId))
  // Agents join in the order of their ids, and no more than there are seats.
  const agents = Array.from({ length: joined }, (_, i) => BigInt(i))
  const workers = await Promise.all(agents.map((agentId) => getMember(place, BigInt(marketId), agentId)))
  const told = { round: 1, question, createdAt, deadline: BigInt(deadline) }
  return Round.fromContract({ ...place, marketId }, told, workers)
}

const pauseMs = 5
const longestMs = 60_000

async function sealed({ url }: LocalGateway, marketId: number): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += pauseMs) {
    // On a busy machine a connection that was kept may be closed just when it is used again.
    const batch = `${url}/v1/markets/${marketId}/rounds/1/defences?from=0&count=1`
    const response = await fetch(batch).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new UnsealedError(marketId)
}

export class UnsealedError extends BaseError {
  override readonly name = 'Bench.UnsealedError'
  constructor(marketId: number) {
    super(`The gateway did not collect the round of market ${marketId}.`)
  }
}

export class UnreportedError extends BaseError {
  override readonly name = 'Bench.UnreportedError'
  constructor({ error, value }: ExecutionReport) {
    super(`The round was not reported: ${error ?? String(value)}`)
  }
}
