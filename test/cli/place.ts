import { type Address, encodeFunctionData, parseEther } from 'viem'
import * as report from '../../cli/commands/report/index.ts'
import { cresolverMarketAbi, identityRegistryAbi } from '../../deployments/abi/index.ts'
import { deployLocal, type LocalPlace } from '../../local/deployLocal.ts'
import { type LocalChain, startChain } from '../../local/startChain.ts'
import { addressOf, transact } from '../../local/transact.ts'
import { commandsOf } from '../helpers/callCommand.ts'

/** One chain with our contracts for all tests of commands in a process; what a test file does there is undone at its end. */
export type Place = LocalPlace & {
  readonly chain: LocalChain
  /** The words with which a command finds this chain. */
  readonly words: string
  write(account: number, functionName: string, args: readonly unknown[], value?: bigint): Promise<void>
  /** A market in the stage that is named, with three workers of accounts 2, 3 and 4; its creator is account 1. */
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

let starting: Promise<Place> | undefined

after('stops the chain of the commands', async () => {
  const place = await starting?.catch(() => undefined)
  place?.forget()
  await place?.chain.stop()
})

async function start(): Promise<Place> {
  const chain = await startChain()
  const local = await deployLocal(chain)
  const words = `--rpc-url ${chain.url} --deployments ${local.folder}`
  const write: Place['write'] = async (account, functionName, args, value = 0n) => {
    const data = encodeFunctionData({ abi: cresolverMarketAbi, functionName, args } as never)
    await transact(chain, account, { to: local.market, data, value })
  }
  for (const account of [2, 3, 4]) {
    const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args: ['', []] })
    await transact(chain, account, { to: local.at('IdentityRegistry'), data })
  }
  const pass = async (seconds: number) => chain.warpTo((await chain.now()) + seconds)
  const sign = commandsOf('report', report.register)
  const marketIn: Place['marketIn'] = async (stage, question = manual) => {
    const last = stages.indexOf(stage)
    await write(1, 'createMarket', [question, BigInt((await chain.now()) + day)], parseEther('1'))
    const address: Address = local.market
    const abi = cresolverMarketAbi
    const id = await chain.client.readContract({ address, abi, functionName: 'marketCount' })
    const steps = [
      async () => {
        for (const i of [0, 1, 2]) await write(2 + i, 'joinMarket', [id, BigInt(i)], stake)
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
  return { ...local, chain, words, write, marketIn }
}

/** For a description: the chain, as it was before it once its tests are over. */
export function onChain(): () => Place {
  let place: Place
  let clean: `0x${string}`
  before('starts a chain', async function () {
    this.timeout(120_000)
    starting ??= start()
    place = await starting
    clean = await place.chain.client.snapshot()
  })
  after('undoes what was done on the chain', async () => {
    await place.chain.client.revert({ id: clean })
  })
  return () => place
}

export { addressOf }
