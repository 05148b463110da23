import { join } from 'node:path'
import { encodeFunctionData, stringToHex } from 'viem'
import { testAccount, testKey } from '../../cli/chain/account.ts'
import { identityRegistryAbi, reputationRegistryAbi } from '../../deployments/abi/index.ts'
import { Closing } from '../../local/Closing.ts'
import { deployLocal, type LocalPlace } from '../../local/deployLocal.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import { type LocalChain, startChain } from '../../local/startChain.ts'
import { ourWorkflow, startDon } from '../../local/startDon.ts'
import { startLocalGateway } from '../../local/startLocalGateway.ts'
import { startLocalKeeper } from '../../local/startLocalKeeper.ts'
import { transact } from '../../local/transact.ts'
import { firstWorker } from '../../local/workers/startWorkers.ts'
import { startWorker } from '../../local/workers/workerProcess.ts'
import { Claim, type Proof, type RoundFile } from '../../protocol/index.ts'
import { begin, type Stage } from '../../scripts/demo/MarketRecord.ts'
import type { Planned } from '../../scripts/demo/marketsOf.ts'
import { checkConfig } from '../../workers/agent/Config.ts'
import { startAgent } from '../../workers/agent/startAgent.ts'
import { stages } from '../../workers/pipeline/Stage.ts'
import { startFakeApi } from '../helpers/fakeApi.ts'
import { databaseAt } from './databaseAt.ts'

export const day = 86_400
const agents = [0, 1, 2, 3]
const sourceId = 'spot/btc'

export const keyOf = (agentId: number) => testKey(firstWorker + agentId)
export const walletOf = (agentId: number) => testAccount(firstWorker + agentId).address.toLowerCase()

/**
 * A chain with the genuine contracts, gateway and DON, a source of prices that counts who asks it, and four agents who answer
 * markets about it. Agent 0 is a process of its own that also takes claims, and looks up on the chain what attestations count.
 */
export async function openSpotWorld(folder: string) {
  const closing = new Closing()
  try {
    return await open(folder, closing)
  } catch (error) {
    await closing.close()
    throw error
  }
}
export type SpotWorld = Awaited<ReturnType<typeof openSpotWorld>>

async function open(folder: string, closing: Closing) {
  // Days ago, because the source is asked for what it said then, and the clocks of participants are those of the machine.
  const start = Math.floor(Date.now() / 1_000) - 3 * day
  /** Two on the first day, the third on the second. */
  const deadlineOf = (id: number) => start + Math.ceil(id / 2) * day
  const chain = await closing.opened(startChain({ start }), (one) => one.stop())
  const place = await closing.opened(deployLocal(chain), (one) => one.forget())
  const spot = ({ path }: { path: string }) => {
    const from = Number(new URL(path, 'http://source').searchParams.get('from'))
    return { body: `{"points":[[${from + 5}, 75000.5]]}` }
  }
  const api = await closing.opened(startFakeApi(spot), (one) => one.close())
  const configOf = (agentId: number) => agentConfig(agentId, chain, place, api.url)

  const reputation = {
    identityRegistry: place.at('IdentityRegistry'),
    reputationRegistry: place.at('ReputationRegistry'),
  }
  const participant = { address: walletOf(0), reputation }
  const config = { ...configOf(0), participant, store: { folder: await databaseAt(join(folder, 'agent-0')) } }
  const starting = startWorker({ config, env: { AGENT_KEY: keyOf(0) } })
  const worker = await closing.opened(starting, (one) => one.stop())
  await register(chain, place, 0, worker.url)
  const store = await closing.opened(openTemporaryStore('agent'), (one) => one.close())
  for (const agentId of agents.slice(1)) {
    const checked = checkConfig(configOf(agentId), { file: `agent ${agentId}` })
    const running = startAgent(checked, { env: { AGENT_KEY: keyOf(agentId) }, store })
    const { url } = await closing.opened(running, (one) => one.stop())
    await register(chain, place, agentId, url)
  }
  const patience = { resolveMs: 8_000, challengeMs: 4_000 }
  const gateway = await closing.opened(startLocalGateway(chain, place, patience), (one) => one.stop())
  const keeper = await closing.opened(startLocalKeeper(chain, place), (one) => one.stop())
  const service = { logs: { pollMs: 100, finalityMs: 6_000 } }
  const workflow = { gateways: [{ url: gateway.url }] }
  const listening = startDon(chain, place, { wasm: await ourWorkflow(), workflow, service })
  const don = await closing.opened(listening, (one) => one.stop())

  /** The round as it is published; that takes a moment after the report. */
  const fileOf = async (id: number): Promise<RoundFile.RoundFile> => {
    const end = Date.now() + 60_000
    for (;;) {
      const response = await fetch(`${gateway.url}/rounds/${id}/1`)
      const file = (await response.json()) as RoundFile.RoundFile
      if (response.ok) return file
      if (Date.now() > end) throw new Error(`The round of market ${id} is not published.`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  return {
    chain,
    place,
    api,
    worker,
    deadlineOf,
    fileOf,
    fundId: Claim.fundOf(place.chainId, place.market.toLowerCase() as `0x${string}`),
    /** What an agent proved in a market. */
    async proofOf(id: number, agentId: number): Promise<Proof.Proof> {
      const { proofs } = await fileOf(id)
      return proofs.find(({ index }) => index === agentId)!.proof as unknown as Proof.Proof
    },
    factorOf: (agentId: number) =>
      place.client.readContract({
        address: place.at('ReputationRegistry'),
        abi: reputationRegistryAbi,
        functionName: 'factorOf',
        args: [BigInt(agentId)],
      }),
    /** In how many settled markets an agent had a part. */
    recordOf: async (agentId: number) => {
      const { count } = await place.client.readContract({
        address: place.at('ReputationRegistry'),
        abi: reputationRegistryAbi,
        functionName: 'reputationOf',
        args: [BigInt(agentId)],
      })
      return count
    },
    /** Markets, for the steps of their lives. */
    stageOf(...ids: number[]): Stage {
      const told = ids.map((id) => begin(planned(id, deadlineOf(id)), agents))
      const world = { chain, place, keeper, don } as Stage['world']
      return { world, cast: {} as Stage['cast'], told, say: () => {} }
    },
    opened: closing.opened.bind(closing),
    close: () => closing.close(),
  }
}

const agentConfig = (agentId: number, chain: LocalChain, place: LocalPlace, source: string) => ({
  agentId,
  personality: 'aap',
  listen: { host: '127.0.0.1', port: 0 },
  chainId: place.chainId,
  market: place.market,
  rpcUrl: chain.url,
  keyEnv: 'AGENT_KEY',
  log: 'silent',
  graceMs: 500,
  watch: { pollMs: 30_000 },
  callers: { rate: null },
  // On a busy machine a stage may wait for its turn.
  stageMs: Object.fromEntries(stages.map((stage) => [stage, 60_000])),
  sources: {
    transport: 'live',
    allowLoopback: true,
    timeoutMs: 30_000,
    http: [
      {
        id: sourceId,
        metric: 'price',
        url: `${source}/spot?from={from}`,
        value: '$.points[*][1]',
        time: '$.points[*][0]',
      },
    ],
  },
})

async function register(chain: LocalChain, place: LocalPlace, agentId: number, url: string): Promise<void> {
  const args = ['', [{ metadataKey: 'a2a', metadataValue: stringToHex(url) }]] as const
  const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args })
  await transact(chain, firstWorker + agentId, { to: place.at('IdentityRegistry'), data })
}

const question = [
  '§question Was BTC at 75,000 or more?',
  '§rule',
  `source:http:${sourceId}`,
  'metric:price',
  'op:gte',
  'target:75000',
].join('\n')

const planned = (id: number, deadline: number): Planned => ({
  id,
  kind: 'price',
  question,
  title: '',
  deadline,
  asset: 'btc',
  value: '75000.5',
  truth: 'YES',
})
