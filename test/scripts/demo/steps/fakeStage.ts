import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { binaryMarketAbi, cresolverMarketAbi } from '../../../../deployments/abi/index.ts'
import type { Outcome } from '../../../../keeper/Outbox.ts'
import { addressOf } from '../../../../local/transact.ts'
import type { MarketRecord, Stage } from '../../../../scripts/demo/MarketRecord.ts'
import { cast } from '../records.ts'

/** A chain that notes what is sent, and says what the test wants it to say. */
export const market: Address = `0x${'aa'.repeat(20)}`
export const book: Address = `0x${'bb'.repeat(20)}`
const abi: Abi = [...cresolverMarketAbi, ...binaryMarketAbi]

export type Sent = {
  /** Of the test mnemonic. */
  readonly from: number
  readonly to: Address
  readonly name: string
  readonly args: readonly unknown[]
  readonly value: bigint
}
export type Event = { readonly name: string; readonly args: Readonly<Record<string, unknown>> }

export type Answers = {
  /** What a contract says to a read. */
  readonly read?: (name: string, args: readonly unknown[]) => unknown
  /** The event of a transaction. */
  readonly event?: (sent: Sent) => Event | null
  readonly balances?: Readonly<Record<Address, bigint>>
  /** What the keeper does while it is waited for. */
  readonly keep?: () => void
  readonly outcomes?: readonly Outcome[]
}

export const gasUsed = 100n

export function fakeStage(told: readonly MarketRecord[], answers: Answers = {}) {
  const sent: Sent[] = []
  const said: string[] = []
  const warps: number[] = []
  const mined: number[] = []
  /** How many transactions had been sent each time the keeper was waited for. */
  const idled: number[] = []
  const accounts = new Map(Array.from({ length: 50 }, (_, i) => [addressOf(i), i]))
  const client = {
    sendTransaction: async ({
      account,
      to,
      data,
      value = 0n,
    }: {
      account: Address
      to: Address
      data: Hex
      value?: bigint
    }) => {
      const { functionName, args = [] } = decodeFunctionData({ abi, data })
      sent.push({ from: accounts.get(account)!, to, name: functionName, args, value })
      return `0x${sent.length.toString(16).padStart(64, '0')}`
    },
    getTransactionReceipt: async ({ hash }: { hash: Hex }) => {
      const one = sent[Number(hash) - 1]!
      const event = answers.event?.(one) ?? null
      const logs = event === null ? [] : [logOf(one.to, event)]
      return { status: 'success', gasUsed, logs } as unknown as TransactionReceipt
    },
    readContract: async ({ functionName, args = [] }: { functionName: string; args?: readonly unknown[] }) =>
      answers.read?.(functionName, args),
    getBlockNumber: async () => 100n,
    mine: async ({ blocks }: { blocks: number }) => void mined.push(blocks),
    getBalance: async ({ address }: { address: Address }) => answers.balances?.[address] ?? 0n,
  }
  const keeper = {
    idle: async () => {
      idled.push(sent.length)
      answers.keep?.()
    },
    outcomes: () => answers.outcomes ?? [],
  }
  const at = (name: string): Address => (name === 'BinaryMarket' ? book : market)
  const world = {
    chain: { client, warpTo: async (time: number) => void warps.push(time) },
    place: { client, market, at },
    keeper,
  }
  const say = (line: string) => void said.push(line)
  return { stage: { world, told, cast, say } as unknown as Stage, sent, said, warps, mined, idled }
}

function logOf(address: Address, { name, args }: Event) {
  const item = abi.find((one) => one.type === 'event' && one.name === name)
  if (item?.type !== 'event') throw new Error(`there is no event ${name}`)
  const inputs = item.inputs.filter(({ indexed }) => !indexed)
  return {
    address,
    topics: encodeEventTopics({ abi, eventName: name, args } as never),
    data: encodeAbiParameters(inputs, inputs.map((input) => args[input.name!]) as never),
  }
}
