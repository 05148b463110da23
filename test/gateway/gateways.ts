import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkConfig } from '../../gateway/Config.ts'
import { type Running, startGateway } from '../../gateway/startGateway.ts'
import type { Round } from '../../protocol/index.ts'
import { makeLog } from '../../services/http/makeLog.ts'
import { makeDatabase } from '../../services/store/makeDatabase.ts'
import { roundOf } from '../helpers/round.ts'
import { atEndpoint, type FakeChain, fakeChain } from './fakeChain.ts'
import { type Behaviour, type FakeWorker, startFakeWorker } from './fakeWorker.ts'

/** Gateways on loopback with workers around them, all gone when the test ends. */
export type World = {
  readonly chain: FakeChain
  readonly round: Round.Round
  readonly workers: FakeWorker[]
  /** What was logged by all gateways, line by line. */
  readonly lines: Record<string, unknown>[]
  start(config?: object, options?: { env?: NodeJS.ProcessEnv }): Promise<Running>
  end(): Promise<void>
}

let template: Promise<string> | undefined

after('removes the empty database', async () => {
  if (template !== undefined) rmSync(await template, { recursive: true, force: true })
})

/** A folder with an empty database: making one takes seconds, and copying it a moment. */
async function freshFolder(): Promise<string> {
  const newFolder = () => mkdtempSync(join(tmpdir(), 'cresolver-gateway-'))
  template ??= (async () => {
    const folder = newFolder()
    await makeDatabase(join(folder, 'data'))
    return folder
  })()
  const folder = newFolder()
  cpSync(await template, folder, { recursive: true })
  return folder
}

/** Long enough for a busy machine, and no longer than a test wants to wait for those who never answer. */
export const short = { resolveMs: 5_000, challengeMs: 5_000, patienceMs: 5_000, leaseMs: 200 }

export async function makeWorld(
  behaviours: (round: Round.Round) => readonly (Behaviour | null)[],
  changes: Partial<Round.Round> = {},
): Promise<World> {
  const some = roundOf(32, changes)
  const given = behaviours(some)
  const round = { ...some, workers: some.workers.slice(0, given.length) }
  const chain = fakeChain({ chainId: round.chainId, market: round.market })
  const workers: FakeWorker[] = []
  for (const [i, behaviour] of given.entries()) {
    if (behaviour === null) continue
    const worker = await startFakeWorker(behaviour)
    workers[i] = worker
    chain.agents.set(round.workers[i]!.agentId, atEndpoint(worker.url))
  }
  const folder = await freshFolder()
  const running: Running[] = []
  const lines: Record<string, unknown>[] = []
  const log = makeLog('debug', { stream: { write: (line) => lines.push(JSON.parse(line)) } })
  return {
    chain,
    round,
    workers,
    lines,
    async start(config = {}, options = {}) {
      const whole = {
        listen: { port: 0 },
        chainId: round.chainId,
        market: round.market,
        rpcUrl: 'http://127.0.0.1:1',
        deadlines: short,
        allowPrivate: true,
        store: { folder },
        callers: { rate: null },
        watch: { pollMs: 20, sweepMs: 500 },
        graceMs: 500,
        ...config,
      }
      const checked = checkConfig(whole, { file: join(folder, 'gateway.yaml') })
      const one = await startGateway(checked, { env: {}, log, chain, ...options })
      running.push(one)
      return one
    },
    async end() {
      await Promise.all(running.map((one) => one.stop().catch(() => {})))
      await Promise.all(workers.map((one) => one?.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function until<value>(holds: () => Promise<value | false | undefined | null>): Promise<value> {
  for (let i = 0; i < 1_500; i++) {
    const value = await holds()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It never came to that.')
}

export const batchUrl = (url: string, round: Round.Round, phase: string, query = '') =>
  `${url}/v1/markets/${round.marketId}/rounds/${round.round}/${phase}${query}`

/** A batch as text, once the round is sealed. */
export const sealed = (url: string, round: Round.Round, phase: string, query = ''): Promise<string> =>
  until(async () => {
    const response = await fetch(batchUrl(url, round, phase, query))
    return response.status === 200 ? response.text() : false
  })
