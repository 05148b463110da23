import { type Address, encodeFunctionData, parseEther } from 'viem'
import * as report from '../../cli/commands/report/index.ts'
import type { Changes } from '../../cli/deploy/parameters.ts'
import { cresolverMarketAbi, identityRegistryAbi } from '../../deployments/abi/index.ts'
import { deployLocal, type LocalPlace } from '../../local/deployLocal.ts'
import { type LocalChain, startChain } from '../../local/startChain.ts'
import { addressOf, transact } from '../../local/transact.ts'
import { commandsOf } from '../helpers/callCommand.ts'

/**
 * One chain with our contracts for all tests of commands in a process, and one for each other set of parameters; what a test
 * file does there is undone at its end.
 */
export type Place = LocalPlace & {
  readonly chain: LocalChain
  /** The words with which a command finds this chain. */
  readonly words: string
  write(account: number, functionName: string, args: readonly unknown[], value?: bigint): Promise<void>
  /** Moves the time of the chain on. */
  pass(seconds: number): Promise<void>
  /** A market in the stage that is named, with its workers of accounts 2, 3, 4 …; its creator is account 1. */
  marketIn(stage: Stage, question?: string): Promise<bigint>
}

export const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'
const stages = ['open', 'joined', 'requested', 'resolved', 'settled', 'finalized'] as const
export type Stage = (typeof stages)[number]

const day = 86_400
const stake = parseEther('0.5')

export const votes = [
  { outcome: 'YES', res_quality: 80, src_quality: 70, analysis_depth: 90 },
  { outcome: 'YES', res_quality: 60, src_quality: 60, analysis_depth: 60 },
  { outcome: 'NO', res_quality: 70, src_quality: 70, analysis_depth: 70 },
]

export type PlaceOptions = {
  /** How many agents there are, and join: 3 unless told. Their votes are told only for three. */
  readonly agents?: number
  readonly parameters?: Changes
  readonly arbiter?: Address
  /** Here a contract is put that asks 5 wei, takes every dispute and calls it number 5. */
  readonly arbitrator?: Address
}

const started = new Map<string, Promise<Place>>()

after('stops the chains of the commands', async () => {
  for (const starting of started.values()) {
    const place = await starting.catch(() => undefined)
    place?.forget()
    await place?.chain.stop()
  }
})

async function start({ agents = 3, ...options }: PlaceOptions): Promise<Place> {
  const chain = await startChain()
  const { arbitrator } = options
  if (arbitrator !== undefined)
    await chain.client.setCode({ address: arbitrator, bytecode: '0x600560005260206000f3' })
  const local = await deployLocal(chain, options)
  const numbers = Array.from({ length: agents }, (_, i) => i)
  const words = `--rpc-url ${chain.url} --deployments ${local.folder}`
  const write: Place['write'] = async (account, functionName, args, value = 0n) => {
    const data = encodeFunctionData({ abi: cresolverMarketAbi, functionName, args } as never)
    await transact(chain, account, { to: local.market, data, value })
  }
  for (const i of numbers) {
    const account = 2 + i
    const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args: ['', []] })
    await transact(chain, account, { to: local.at('IdentityRegistry'), data })
  }
  const pass = async (seconds: number): Promise<void> => {
    await chain.warpTo((await chain.now()) + seconds)
  }
  const sign = commandsOf('report', report.register)
  const marketIn: Place['marketIn'] = async (stage, question = manual) => {
    const last = stages.indexOf(stage)
    await write(1, 'createMarket', [question, BigInt((await chain.now()) + day)], parseEther('1'))
    const address: Address = local.market
    const abi = cresolverMarketAbi
    const id = await chain.client.readContract({ address, abi, functionName: 'marketCount' })
    const steps = [
      async () => {
        for (const i of numbers) await write(2 + i, 'joinMarket', [id, BigInt(i)], stake)
      },
      async () => {
        await pass(day)
        await write(0, 'requestResolution', [id])
      },
      async () => {
        const input = JSON.stringify({ market_id: Number(id), outcome: 'YES', votes })
        await sign.json(`sign ${words}`, { input })
      },
      async () => {
        await pass(2 * 3_600)
        await write(0, 'settle', [id])
      },
      () => write(0, 'finalize', [id]),
    ]
    for (const step of steps.slice(0, last)) await step()
    return id
  }
  return { ...local, chain, words, write, pass, marketIn }
}

/** For a description: the chain, as it was before it once its tests are over. */
export function onChain(options: PlaceOptions = {}): () => Place {
  let place: Place
  let clean: `0x${string}`
  before('starts a chain', async function () {
    this.timeout(120_000)
    const key = JSON.stringify(options)
    const starting = started.get(key) ?? start(options)
    started.set(key, starting)
    place = await starting
    clean = await place.chain.client.snapshot()
  })
  after('undoes what was done on the chain', async () => {
    await place.chain.client.revert({ id: clean })
  })
  return () => place
}

export { addressOf }
