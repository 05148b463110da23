import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { create } from '@bufbuild/protobuf'
import { anyPack, timestampFromMs } from '@bufbuild/protobuf/wkt'
import { encodeFunctionData, type Hex, parseEther, stringToHex } from 'viem'
import { testAccount, testKey } from '../../cli/chain/account.ts'
import { readReports } from '../../cli/chain/roundFacts.ts'
import { cresolverMarketAbi, identityRegistryAbi } from '../../deployments/abi/index.ts'
import { buildWorkflow } from '../../don/build.ts'
import type { Don, ExecutionReport } from '../../don/don.ts'
import { CronTrigger } from '../../don/sdk.ts'
import { deployLocal, type LocalPlace } from '../../local/deployLocal.ts'
import { playRound, type Saying, signAnswer } from '../../local/samples/round.ts'
import { type LocalChain, startChain } from '../../local/startChain.ts'
import { transact } from '../../local/transact.ts'
import { type Bytes, Publication, type Round, RoundFile, Tally } from '../../protocol/index.ts'
import { readRound } from '../../services/chain/browser/readRound.ts'
import type { ConfigInput } from '../../workflow/config.ts'
import type { Result } from '../../workflow/result.ts'
import { httpPayload, startDon } from '../helpers/localDon.ts'

/**
 * A chain with the genuine contracts and forwarder, the genuine workflow on a DON, and around them a gateway and workers that do
 * what a test tells them: the outside world, faults included.
 */
export const question =
  '§question Will BTC trade at $75,000 or more?\n§rule\nsource:coingecko:bitcoin\nmetric:price_usd\nop:gte\ntarget:75000'
export const manualQuestion = '§question Will the bill be signed by March?\n§rule\nsource:manual'

const creator = 40
/** Workers have the accounts from here on. */
const firstWorker = 1
const selector = '7759470850252068959'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void | Promise<void>

async function listen(handler: Handler): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => void handler(request, response, body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}

export type Batches = { answers: RoundFile.Item[]; defences: RoundFile.Item[] }

export type StageOptions = {
  readonly workers?: number
  readonly nodes?: number
  /** Of the market, other than usual. */
  readonly parameters?: Record<string, number>
}

export type Opening = { readonly question?: string; readonly joined?: number }

export type Stage = Awaited<ReturnType<typeof openStage>>

let common: Promise<Stage> | undefined

after('closes the stage that test files share', async () => {
  const stage = await common?.catch(() => undefined)
  await stage?.close()
})

/**
 * For a description: the stage of six workers and four nodes that the files of a process share. What a description does there is
 * undone at its end.
 */
export function onStage(): () => Stage {
  let stage: Stage
  let clean: Hex
  before('opens the stage', async () => {
    common ??= openStage({ workers: 6 })
    stage = await common
    clean = await stage.chain.client.snapshot()
  })
  after('undoes what was done on the stage', async () => {
    stage.workerHandlers.clear()
    stage.served.clear()
    stage.late.clear()
    stage.published.length = 0
    stage.requests.length = 0
    stage.say(null)
    await stage.chain.client.revert({ id: clean })
  })
  return () => stage
}

export async function openStage(options: StageOptions = {}) {
  const { workers = 4, nodes = 4, parameters = {} } = options
  const chain: LocalChain = await startChain()
  const place: LocalPlace = await deployLocal(chain, { nodes, parameters })
  const market = place.at('CREsolverMarket')
  const wasm = await buildWorkflow(new URL('../../workflow/main.ts', import.meta.url).pathname, {
    checks: false,
  })

  /** What the gateway has, by `market/round`; a function serves itself. */
  const served = new Map<string, Batches | Handler>()
  const requests: string[] = []
  const published: unknown[] = []
  const gateway = await listen((request, response, body) => {
    requests.push(`${request.method} ${request.url}`)
    const url = new URL(request.url!, 'http://gateway')
    const match = /^\/v1\/markets\/(\d+)\/rounds\/(\d+)\/(answers|defences|replies)$/.exec(url.pathname)
    if (match === null) {
      if (request.method === 'POST') published.push(JSON.parse(body))
      return json(response, {}, request.method === 'POST' ? 202 : 404)
    }
    const has = served.get(`${match[1]}/${match[2]}`)
    if (typeof has === 'function') return has(request, response, body)
    if (has === undefined) return json(response, { error: { reason: 'not-sealed' } }, 503)
    const [from, count] = [Number(url.searchParams.get('from')), Number(url.searchParams.get('count'))]
    const batch = (phase: 'answers' | 'defences') => {
      const items = has[phase].filter(({ index }) => index >= from && index < from + count)
      return { market_id: Number(match[1]), round: Number(match[2]), phase, from, items }
    }
    const phase = match[3] as 'answers' | 'defences' | 'replies'
    json(response, phase === 'replies' ? [batch('answers'), batch('defences')] : batch(phase))
  })

  /** What the source of the rules says; null: it is down. */
  let price: string | null = null
  const source = await listen((request, response) => {
    if (price === null) return json(response, {}, 503)
    const from = Number(new URL(request.url!, 'http://source').searchParams.get('from'))
    json(response, `{"prices":[[${from}000,${price}]],"market_caps":[],"total_volumes":[]}`)
  })

  /** By `market/worker`: what a worker says when it is asked directly. */
  const late = new Map<string, unknown>()
  /** How each worker answers when it is asked directly. */
  const workerHandlers = new Map<number, Handler>()
  const workerServers = await Promise.all(
    Array.from({ length: workers }, async (_, i) => {
      const handler: Handler = (request, response, body) => {
        requests.push(`worker ${i} ${request.url}`)
        const own = workerHandlers.get(i)
        return own === undefined ? json(response, {}, 500) : own(request, response, body)
      }
      return await listen(handler)
    }),
  )

  const call = async (from: number, to: Hex, data: Hex, value = 0n) =>
    await transact(chain, from, { to, data, value })
  const send = async (from: number, functionName: string, args: readonly unknown[], value = 0n) =>
    await call(
      from,
      market,
      encodeFunctionData({ abi: cresolverMarketAbi, functionName, args } as never),
      value,
    )

  const identities = place.at('IdentityRegistry')
  for (const [i, { url }] of workerServers.entries()) {
    await call(
      firstWorker + i,
      identities,
      encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register' }),
    )
    await register(i, url)
  }

  async function register(agentId: number, endpoint: string): Promise<void> {
    const args = [BigInt(agentId), 'a2a', stringToHex(endpoint)] as const
    const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'setMetadata', args })
    await call(firstWorker + agentId, identities, data)
  }

  const config = (changes: Partial<ConfigInput> = {}): ConfigInput => ({
    chainSelector: selector,
    chainId: 31_337,
    market,
    gateways: [{ url: gateway.url }],
    reference: 'off',
    // Tests share a chain: one must not report the markets of another.
    secondMarket: 'off',
    sources: { coingecko: source.url },
    confidence: 'LATEST',
    timeouts: { gateway: '3s', source: '2s', probe: '1s' },
    isLocal: true,
    ...changes,
  })

  const dons: Don[] = []
  const don = (
    changes: Partial<ConfigInput> = {},
    options: Partial<Parameters<typeof startDon>[0]> = {},
    rpcUrl = chain.url,
  ): Don => {
    const chains = new Map([
      [
        selector,
        {
          rpcUrl,
          chainId: 31_337,
          forwarder: place.at('KeystoneForwarder'),
          transmitter: testAccount(45),
        },
      ],
    ])
    const made = startDon({ wasm, settings: config(changes), nodes, chains, ...options })
    dons.push(made)
    return made
  }

  const roundOf = async (marketId: number): Promise<Round.Round> => {
    const { isAsked, requestedAt, now, ...round } = await readRound({ ...place, market }, marketId)
    return round
  }

  const read = async (marketId: number) =>
    await chain.client.readContract({
      address: market,
      abi: cresolverMarketAbi,
      functionName: 'getMarket',
      args: [BigInt(marketId)],
    })

  const keyOf = (index: number): Bytes.Hex => testKey(firstWorker + index)
  let events = 0
  const shared = new Map<string, Don>()

  /** A market that some have joined. */
  async function open(options: Opening = {}): Promise<number> {
    const deadline = (await chain.now()) + 86_400
    await send(creator, 'createMarket', [options.question ?? question, BigInt(deadline)], parseEther('1'))
    const functionName = 'marketCount'
    const marketId = Number(
      await chain.client.readContract({ address: market, abi: cresolverMarketAbi, functionName }),
    )
    for (let i = 0; i < (options.joined ?? workers); i++)
      await send(firstWorker + i, 'joinMarket', [BigInt(marketId), BigInt(i)], parseEther('0.5'))
    return marketId
  }

  /** Asks for a resolution, once the deadline is over and the source of the question must have spoken. */
  async function request(marketId: number): Promise<void> {
    await chain.warpTo(Number((await read(marketId)).deadline) + 4_000)
    await send(creator, 'requestResolution', [BigInt(marketId)])
  }

  return {
    chain,
    place,
    market,
    wasm,
    workers,
    gateway,
    requests,
    published,
    served,
    workerHandlers,
    late,
    register,
    don,
    config,
    send,
    read,
    roundOf,
    keyOf,
    firstAccount: async () => testAccount(0).address,
    worker: async (marketId: number, index: number) =>
      await chain.client.readContract({
        address: market,
        abi: cresolverMarketAbi,
        functionName: 'getWorker',
        args: [BigInt(marketId), BigInt(index)],
      }),
    /** Appeals, has others join, and asks them. */
    async escalate(marketId: number, joining: readonly number[]): Promise<void> {
      const about = { address: market, abi: cresolverMarketAbi, args: [BigInt(marketId)] } as const
      const bond = await chain.client.readContract({ ...about, functionName: 'bondOf' })
      const outcome = await chain.client.readContract({ ...about, functionName: 'outcomeOf' })
      await send(creator, 'escalate', [BigInt(marketId), outcome], bond)
      for (const i of joining)
        await send(firstWorker + i, 'joinMarket', [BigInt(marketId), BigInt(i)], parseEther('1'))
      await chain.warpTo((await chain.now()) + 3_700)
      await send(creator, 'requestResolution', [BigInt(marketId)])
    },
    /** What the source says from now on. */
    say(value: string | null) {
      price = value
    },

    open,
    request,
    /** A market that some have joined and whose resolution is asked for. */
    async ask(options: Opening = {}): Promise<number> {
      const marketId = await open(options)
      await request(marketId)
      return marketId
    },

    /** What a gateway collects of workers who say these things. */
    async collect(marketId: number, sayings: readonly Saying[]): Promise<Batches> {
      const round = await roundOf(marketId)
      const { file } = await playRound(round, sayings, { keyOf: (i) => keyOf(round.workers[i]!.agentId) })
      const batches = { answers: [...file.answers], defences: [...file.defences] }
      served.set(`${marketId}/${round.round}`, batches)
      return batches
    },

    /** Has a worker answer when it is asked directly, properly signed. */
    async answerDirectly(marketId: number, index: number, saying: Saying): Promise<void> {
      const round = await roundOf(marketId)
      const sayings = round.workers.map((_, i): Saying => (i === index ? saying : 'silent'))
      const { file } = await playRound(round, sayings, { keyOf: (i) => keyOf(round.workers[i]!.agentId) })
      const { reply } = file.answers[index]!
      late.set(`${marketId}/${index}`, reply)
      workerHandlers.set(index, (_request, response) => json(response, reply))
    },

    signAnswer: async (marketId: number, index: number, reply: Parameters<typeof signAnswer>[2]) =>
      await signAnswer(await roundOf(marketId), keyOf(index), reply),

    async poke(on: Don, marketId: number): Promise<Run> {
      return runOf(await on.execute(1, httpPayload({ market_id: marketId }), `poke ${events++}`))
    },

    /** The same where it may fail. */
    async attempt(on: Don, what: unknown): Promise<ExecutionReport> {
      const input = typeof what === 'number' ? { market_id: what } : what
      return await on.execute(1, httpPayload(input), `attempt ${events++}`)
    },

    /** One without faults for all tests with these settings: threads and their code take a second to start. */
    sharedDon(changes: Partial<ConfigInput> = {}): Don {
      const key = JSON.stringify(changes)
      const made = shared.get(key) ?? don(changes)
      shared.set(key, made)
      return made
    },

    /** One tick is half a minute, as the schedule has it. */
    async sweep(on: Don, tick: number): Promise<Run> {
      const payload = create(CronTrigger.PayloadSchema, {
        scheduledExecutionTime: timestampFromMs(tick * 30_000),
      })
      return runOf(await on.execute(2, anyPack(CronTrigger.PayloadSchema, payload), `sweep ${events++}`))
    },

    async close(): Promise<void> {
      await Promise.all(dons.map((one) => one.stop()))
      for (const { server } of [gateway, source, ...workerServers]) {
        server.close()
        server.closeAllConnections()
      }
      place.forget()
      await chain.stop()
    },
  }
}

/** The round as anyone can publish it from what the gateway served, what the DON told, and the chain. */
export async function publishedRound(
  stage: Stage,
  marketId: number,
  round = 1,
): Promise<RoundFile.RoundFile> {
  const reports = await readReports(stage.place, BigInt(marketId))
  const { report } = reports.find((one) => one.round === round)!
  const batches = stage.served.get(`${marketId}/${round}`) as Batches
  const told = Publication.schema.parse(stage.published.at(-1) ?? Publication.nothing)
  const asked = { ...(await stage.roundOf(marketId)), round }
  const answers = asked.workers.map(({ agentId }, index): RoundFile.Item => {
    const { vote } = report.records[index]!
    const late = stage.late.get(`${marketId}/${index}`)
    if (late !== undefined && told.probed.includes(index))
      return { index, agent_id: agentId, reply: late as never, status: 'ok' }
    const item = batches.answers.find((one) => one.index === index)
    const isExcluded =
      vote.outcome === null &&
      !['contradicted', 'doubt-refuted', 'false-check', 'no-check'].includes(vote.reason)
    return isExcluded || item === undefined
      ? { index, agent_id: agentId, reply: null, status: (vote.reason ?? 'silent') as 'silent' }
      : item
  })
  return RoundFile.create({
    round: asked,
    answers,
    defences: batches.defences,
    report,
    leaves: null,
    quorum: Tally.quorum(asked.workers.length),
    ...told,
  })
}

export type Run = { readonly result: Result; readonly report: ExecutionReport }

function runOf(report: ExecutionReport): Run {
  if (report.error !== null) throw new Error(`The workflow failed: ${report.error}`)
  return { result: JSON.parse(report.value as string), report }
}
