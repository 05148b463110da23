import { Bytes, Instant } from '../../protocol/index.ts'
import { type AncillaryData, type Notice, readAncillary } from './AncillaryData.ts'
import { addressIn, checkIds, type Ids } from './checkIds.ts'
import { ancillaryIn, type Handed } from './handedOver.ts'
import { questionIdOf, withInitializer } from './ids.ts'

/** A question to UMA's oracle: its text taken apart, its ids reckoned, and the updates that were posted. */
export type Request = Omit<AncillaryData, 'stamped'> & Ids

/**
 * Reads a request from its ancillary data in hex or text, or from a record that holds it; null for what is something else.
 *
 * @example
 * readRequest('q: title: Will it rain?, description: Yes if it does. res_data: p1: 0, p2: 1. Where …')
 */
export function readRequest(value: unknown): Request | null {
  const handed = ancillaryIn(value)
  return handed === null ? null : toRequest(handed)
}

function toRequest({ bytes, text, around }: Handed): Request {
  const { stamped, ...data } = readAncillary(text)
  const creator = addressIn(around, ['initializer', 'creator'])
  const initializer = data.initializer ?? creator
  const unstamped = bytes.subarray(0, bytes.length - stamped)
  const asked =
    data.initializer === null && creator !== null ? withInitializer(unstamped, creator) : unstamped
  const boards = data.notices.flatMap((notice) => (notice.kind === 'bulletin_board' ? [notice.board] : []))
  const ids = checkIds({
    around,
    questionId: initializer === null ? null : questionIdOf(asked, { stamped: 0 }),
    boards,
    requester: addressIn(around, ['requester']) ?? addressIn(data.stamps, ['ooRequester']),
    timestamp: secondsIn(around),
    asked,
  })
  return { ...data, initializer, notices: [...data.notices, ...updatesIn(around)], ...ids }
}

/**
 * The request as a market that the rules reader takes: its title, its description and its labels, in place of the blob; what stood
 * around it stays. Null for what is no request.
 */
export function toListing(value: unknown): { readonly [field: string]: unknown } | null {
  const handed = ancillaryIn(value)
  if (handed === null) return null
  const { around } = handed
  const { question, description, prices, market_id } = readAncillary(handed.text)
  const labels = ['p2', 'p1'].map((name) => prices.find((price) => price.name === name)?.means ?? null)
  const asked = secondsIn(around)
  return {
    ...around,
    id: around.id ?? market_id,
    question,
    description,
    resolution_rules: null,
    outcomes: around.outcomes ?? (labels.includes(null) ? null : labels),
    createdAt: around.createdAt ?? (asked === null ? null : Instant.format(asked)),
  }
}

/** When the oracle was asked, in Unix seconds. */
function secondsIn(around: Handed['around']): number | null {
  for (const field of ['request_timestamp', 'requestTimestamp', 'unix_timestamp', 'timestamp', 'time']) {
    const seconds = toSeconds(around[field])
    if (seconds !== null) return seconds
  }
  return null
}

const toSeconds = (value: unknown): number | null => {
  const written = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^[1-9]\d{8,9}$/.test(written) ? Number(written) : null
}

const mostUpdates = 64
const longestUpdate = 8_192

/** Updates as a board gives them: `{timestamp, update}`, each in hex or text. */
function updatesIn({ updates }: Handed['around']): Notice[] {
  if (!Array.isArray(updates)) return []
  return updates.slice(0, mostUpdates).flatMap((one: unknown): Notice[] => {
    const { update, text, timestamp } = isRecord(one) ? one : { update: one }
    const written = update ?? text
    if (typeof written !== 'string' || written.trim() === '') return []
    const seconds = toSeconds(timestamp)
    return [{ kind: 'update', at: seconds === null ? null : Instant.format(seconds), text: decoded(written) }]
  })
}

const isRecord = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const decoded = (text: string): string =>
  (/^0x(?:[0-9a-f]{2})+$/i.test(text) ? Bytes.toText(Bytes.fromHex(text as Bytes.Hex)) : text).slice(
    0,
    longestUpdate,
  )
