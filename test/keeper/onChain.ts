import { encodeFunctionData, type Hex, parseEther } from 'viem'
import { testKey } from '../../cli/chain/account.ts'
import type { Changes } from '../../cli/deploy/parameters.ts'
import { identityRegistryAbi } from '../../deployments/abi/index.ts'
import { checkConfig } from '../../keeper/Config.ts'
import { type Running, type StartOptions, startKeeper } from '../../keeper/startKeeper.ts'
import { deployLocal, type LocalPlace } from '../../local/deployLocal.ts'
import { temporaryDatabase } from '../../local/openStores.ts'
import { type LocalChain, startChain } from '../../local/startChain.ts'
import { transact } from '../../local/transact.ts'
import { at, getMarket, type MarketView } from '../../services/chain/browser/market.ts'
import { statuses } from '../../services/chain/browser/names.ts'
import { runHere } from '../helpers/callCommand.ts'

/** A real chain with the contracts, and what keepers are tried with on it. */
export type Ledger = {
  readonly chain: LocalChain
  readonly place: LocalPlace
  /** Creates a market that ends in an hour, with so many agents. */
  open(agents: number, options?: { readonly reward?: bigint }): Promise<number>
  join(marketId: number, agents: readonly number[]): Promise<void>
  status(marketId: number): Promise<string>
  view(marketId: number): Promise<MarketView>
  /** Reports what so many workers said: all of them Yes, if not told otherwise. */
  report(marketId: number, votes: number, outcome?: 'YES' | 'NO'): Promise<void>
  call(
    functionName: string,
    args: readonly unknown[],
    options?: { from?: number; value?: bigint },
  ): Promise<void>
  stop(): Promise<void>
}

export const keeperAccounts = [40, 41] as const
const creator = 1
const firstAgent = 10
export const hour = 3_600
const question = '§question Will the bill be signed by March?\n§rule\nsource:manual'

export async function startLedger(parameters: Changes = {}): Promise<Ledger> {
  const chain = await startChain()
  const place = await deployLocal(chain, { parameters }).catch(async (error) => {
    await chain.stop()
    throw error
  })
  const market = at(place.market)
  const call: Ledger['call'] = async (functionName, args, { from = creator, value = 0n } = {}) => {
    const data = encodeFunctionData({ ...market, functionName, args } as never)
    await transact(chain, from, { to: place.market, data, value })
  }
  let registered = 0n
  async function register(agent: number): Promise<bigint> {
    const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args: [] } as never)
    await transact(chain, firstAgent + agent, { to: place.at('IdentityRegistry'), data })
    return registered++
  }
  const view = (marketId: number) =>
    getMarket({ client: chain.client, market: place.market }, BigInt(marketId))
  const ids = new Map<number, bigint>()
  const join: Ledger['join'] = async (marketId, agents) => {
    const args = [BigInt(marketId)] as const
    const value = await chain.client.readContract({ ...market, functionName: 'stakeOf', args })
    for (const agent of agents) {
      const agentId = ids.get(agent) ?? (await register(agent))
      ids.set(agent, agentId)
      await call('joinMarket', [args[0], agentId], { from: firstAgent + agent, value })
    }
  }
  let count = 0
  return {
    join,
    view,
    async report(marketId, votes, outcome = 'YES') {
      const one = { outcome, res_quality: 80, src_quality: 70, analysis_depth: 60 }
      const input = JSON.stringify({ marketId, outcome, votes: Array.from({ length: votes }, () => one) })
      const words = [
        'report',
        'sign',
        '--rpc-url',
        chain.url,
        '--deployments',
        place.folder,
        '--account',
        '3',
      ]
      const { status, stderr } = await runHere(words, { input })
      if (status !== 0) throw new Error(stderr)
    },
    chain,
    place,
    call,
    async open(agents, { reward = parseEther('0.1') } = {}) {
      const deadline = BigInt((await chain.now()) + hour)
      await call('createMarket', [question, deadline], { value: reward })
      const marketId = ++count
      await join(
        marketId,
        Array.from({ length: agents }, (_, agent) => agent),
      )
      return marketId
    },
    status: async (marketId) => statuses[(await view(marketId)).status]!,
    async stop() {
      place.forget()
      await chain.stop()
    },
  }
}

export const keyOfAccount = (index: number): Hex => testKey(index)

/** The config of a keeper on a ledger. */
export const settingsFor = ({ chain, place }: Ledger, changes: object = {}) => ({
  listen: { host: '127.0.0.1', port: 0 },
  chainId: place.chainId,
  market: place.market,
  rpcUrl: chain.url,
  keyEnv: 'KEEPER_KEY',
  budget: { perDay: '1', perCall: '0.1', maxFee: '100' },
  callers: { rate: null },
  watch: { pollMs: 20 },
  log: 'silent',
  graceMs: 500,
  ...changes,
})

/** A keeper in this process, with a store that is gone when it stops. */
export async function startHere(
  ledger: Ledger,
  options: { changes?: object; account?: number } & Omit<StartOptions, 'env'> = {},
): Promise<Running> {
  const { changes = {}, account = keeperAccounts[0], ...rest } = options
  const folder = await temporaryDatabase()
  const config = checkConfig(settingsFor(ledger, { store: { folder: folder.path }, ...changes }), {
    file: 'the test',
  })
  const running = await startKeeper(config, { env: { KEEPER_KEY: keyOfAccount(account) }, ...rest })
  return {
    ...running,
    async stop() {
      await running.stop()
      folder.remove()
    },
  }
}

/** Asks until it is so; fails with what it last saw. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  what: string,
  { longestMs = 60_000 } = {},
): Promise<void> {
  const end = performance.now() + longestMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it never came to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
