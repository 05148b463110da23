import { type AbiEvent, decodeEventLog, type Hex, toEventSelector } from 'viem'
import {
  binaryMarketAbi,
  cresolverMarketAbi,
  ctfResolverAbi,
  identityRegistryAbi,
  reputationRegistryAbi,
  sourceKeysAbi,
} from '../deployments/abi/index.ts'
import type { ContractName, Log } from './Chain.ts'

/** An event of a followed contract, decoded. */
export type Event = Omit<Log, 'address' | 'topics' | 'data'> & {
  readonly contract: ContractName
  readonly name: string
  readonly marketId: number | null
  readonly agentId: number | null
  readonly args: Args
}

/** Arguments by name: numbers that fit as numbers, larger ones as text; addresses and bytes as lower-case hex. */
export type Args = Readonly<Record<string, unknown>>

const abis: Readonly<Record<ContractName, readonly unknown[]>> = {
  market: cresolverMarketAbi,
  bets: binaryMarketAbi,
  reputation: reputationRegistryAbi,
  source_keys: sourceKeysAbi,
  identities: identityRegistryAbi,
  conditions: ctfResolverAbi,
}

/** Of the registry of agents, which others use too, only what changes how one is reached or who owns it. */
const ofAgents: ReadonlySet<string> = new Set(['MetadataSet', 'URIUpdated', 'Transfer'])

const events = new Map(
  Object.entries(abis).map(([contract, abi]) => [
    contract as ContractName,
    new Map(
      (abi as readonly AbiEvent[])
        .filter(({ type, name }) => type === 'event' && (contract !== 'identities' || ofAgents.has(name)))
        .map((event) => [toEventSelector(event), event]),
    ),
  ]),
)

/** The first topics of all events of a contract that are followed. */
export const selectorsOf = (contract: ContractName): Hex[] => [...events.get(contract)!.keys()]

/** Reads a log; null for one that is not followed, or that has another form than the ABI's. */
export function readEvent(contract: ContractName, log: Log): Event | null {
  const { topics, data, address: _, ...rest } = log
  const abi = topics[0] === undefined ? undefined : events.get(contract)!.get(topics[0])
  if (abi === undefined) return null
  let decoded: Record<string, unknown>
  try {
    const { args } = decodeEventLog({ abi: [abi], topics: topics as [Hex, ...Hex[]], data })
    decoded = args as unknown as Record<string, unknown>
  } catch {
    return null
  }
  const args = Object.fromEntries(
    abi.inputs.map(({ name, type }) => [name!, plain(decoded[name!], type === 'string')]),
  )
  const { marketId, agentId, tokenId } = args
  return {
    ...rest,
    contract,
    name: abi.name,
    marketId: idOf(marketId),
    agentId: idOf(agentId ?? tokenId),
    args,
  }
}

const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

function plain(value: unknown, isText: boolean): unknown {
  if (typeof value === 'bigint')
    return value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= 0n ? Number(value) : String(value)
  if (typeof value === 'string') return isText ? storable(value) : value.toLowerCase()
  if (Array.isArray(value)) return value.map((one) => plain(one, isText))
  return value
}

/** What a database gives back as it was: no NUL, no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\u{FFFD}').toWellFormed()
