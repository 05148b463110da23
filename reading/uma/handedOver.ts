import { BaseError, Bytes } from '../../protocol/index.ts'
import { isAncillary } from './AncillaryData.ts'

/** Ancillary data as it was handed over: its very bytes, the same as text, and what stood around it. */
export type Handed = {
  readonly bytes: Uint8Array
  readonly text: string
  readonly around: { readonly [field: string]: unknown }
}

/** Bytes come first: a text may have been shortened on its way. */
const fields = [
  'ancillary_data_hex',
  'ancillaryDataHex',
  'queryTextHex',
  'ancillaryData',
  'ancillary_data',
  'decodedAncillaryData',
  'queryText',
] as const
/** Fields of a market that hold its rule, in which somebody may have put the whole of it. */
const ruleFields = ['description', 'resolution_rules', 'text'] as const

const longest = 65_536

/** Ancillary data, as hex, as text, or as a field of a record; null for what is something else. */
export function ancillaryIn(value: unknown): Handed | null {
  if (typeof value === 'string') return decode(value, {})
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const around = value as { readonly [field: string]: unknown }
  for (const field of fields) {
    const held = around[field]
    if (typeof held === 'string' && held.trim() !== '') return decode(held, around)
  }
  for (const field of ruleFields) {
    const held = around[field]
    if (typeof held !== 'string' || !(isAncillary(held) || /^\s{0,64}(?:0x)?713a/i.test(held))) continue
    if (isWhole(held)) return decode(held, around)
  }
  return null
}

/** A rule may begin with "q:" by chance; ancillary data has a title or prices too. */
const isWhole = (text: string): boolean => {
  const read = isHex(text) ? Bytes.toText(bytesOf(text)) : text
  return isAncillary(read) && /title\s{0,8}:|res_data\s{0,8}:|\bp1\s{0,8}:/.test(read.slice(0, longest))
}

const isHex = (text: string): boolean => /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(text.trim())

const bytesOf = (text: string): Uint8Array =>
  Bytes.fromHex(`0x${text.trim().replace(/^0x/i, '')}` as Bytes.Hex)

function decode(held: string, around: Handed['around']): Handed {
  if (held.length > 2 * longest + 2)
    throw new NotAncillaryError('It is longer than any request that an oracle takes.')
  const bytes = isHex(held) ? bytesOf(held) : Bytes.fromText(held.toWellFormed())
  const text = Bytes.toText(bytes)
  if (bytes.length > longest)
    throw new NotAncillaryError('It is longer than any request that an oracle takes.')
  if (/^\s{0,64}ancillaryDataHash:/.test(text))
    throw new NotAncillaryError(
      'It is only the hash that a bridge carries; the request itself is on the chain it names.',
    )
  if (!isAncillary(text)) throw new NotAncillaryError('It begins with `q:`, as text or in hex.')
  return { bytes, text, around }
}

export class NotAncillaryError extends BaseError {
  override readonly name = 'Uma.NotAncillaryError'
  constructor(why: string) {
    super('This is no ancillary data of a question to UMA.', {
      metaMessages: [why],
      docsPath: 'docs/rules.md',
    })
  }
}
