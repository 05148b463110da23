import { type Hex, type Log, toEventSelector } from 'viem'
import type { Change } from './Chain.ts'

const kinds: ReadonlyMap<Hex, Change['kind']> = new Map([
  [toEventSelector('ResolutionRequested(uint256,string)'), 'asked'],
  [toEventSelector('FeedbackPublished(uint256,uint256)'), 'published'],
  [toEventSelector('FeedbackRefused(uint256,uint256)'), 'refused'],
])
/** The one event that is about no market. */
const withdrawn = toEventSelector('Withdrawn(address,address,uint256)')

/** What an event says to a keeper: every event names its market first. Null for one of no market. */
export function changeOf({ topics, blockNumber, blockHash }: Log): Change | null {
  const [selector, market, seat] = topics as readonly Hex[]
  if (selector === undefined || market === undefined || selector === withdrawn) return null
  if (blockNumber === null || blockHash === null) return null
  const marketId = BigInt(market)
  // Ownership and identity events carry addresses and hashes there.
  if (marketId < 1n || marketId > BigInt(Number.MAX_SAFE_INTEGER)) return null
  const kind = kinds.get(selector) ?? 'other'
  const isFeedback = kind === 'published' || kind === 'refused'
  return {
    marketId: Number(marketId),
    block: Number(blockNumber),
    blockHash,
    kind,
    seat: isFeedback && seat !== undefined ? Number(BigInt(seat)) : null,
  }
}
