import { Json, type RoundFile } from '../../../protocol/index.ts'
import type { ChainFacts } from '../../../services/chain/browser/readFacts.ts'
import { type Reader, reader } from '../../chain/marketState.ts'
import type { ChainOptions } from '../../chain/options.ts'
import { readFacts } from '../../chain/roundFacts.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { fetchRound } from './fetchRound.ts'

export type Options = ChainOptions & { transcript?: string; gateway?: string; round?: number }

/** A round's file, and what the chain says of that round where a chain was named. */
export type Brought = {
  readonly document: unknown
  readonly facts: ChainFacts | null
  readonly from: Reader | null
}

const isMarketId = (text: string): boolean => /^\d{1,78}$/.test(text)

/** Reads a round from a file, or by its market's id from the chain and a file or a gateway. */
export async function bring(what: string, options: Options): Promise<Brought> {
  const byId = isMarketId(what)
  const { transcript, gateway } = options
  if (byId && transcript === undefined && gateway === undefined)
    throw new UsageError(
      'Give the round’s file with --transcript or --gateway: the chain keeps only its root.',
    )
  if (!byId && (transcript !== undefined || gateway !== undefined))
    throw new UsageError('Name the file once: as the argument, or with --transcript beside a market id.')
  if (transcript !== undefined && gateway !== undefined)
    throw new UsageError('Keep one of --transcript and --gateway.')
  if (gateway !== undefined) {
    const from = await reader(options)
    const { facts } = await readFacts(from, BigInt(what), options.round)
    return { document: await fetchRound(gateway, facts.round), facts, from }
  }
  const document = await readDocument(byId ? transcript! : what)
  const asksChain = byId || options.network !== undefined || options.rpcUrl !== undefined
  if (!asksChain) return { document, facts: null, from: null }
  const from = await reader(options)
  const named = document as Partial<RoundFile.RoundFile>
  const marketId = byId ? BigInt(what) : marketOf(named)
  const round = options.round ?? (Number.isSafeInteger(named.round) ? named.round : undefined)
  return { document, from, facts: (await readFacts(from, marketId, round)).facts }
}

/** What a file holds is checked by whoever inspects it. */
export async function readDocument(file: string): Promise<object> {
  const value = Json.parse(await readText(file))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UsageError(`${file} is no round: expected a JSON object.`)
}

function marketOf({ market_id }: Partial<RoundFile.RoundFile>): bigint {
  if (Number.isSafeInteger(market_id) && market_id! >= 0) return BigInt(market_id!)
  throw new UsageError('The file does not say of which market it is.')
}
