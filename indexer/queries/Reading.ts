import type { AsOf } from '../../protocol/Catalog.ts'
import type { Queries } from '../../services/store/Store.ts'
import type { BetTerms, Block } from '../Chain.ts'

/** What queries are asked with: the tables, the block that they are of, and what is fixed for all markets. */
export type Reading = {
  readonly queries: Queries
  readonly seen: Block
  readonly terms: BetTerms | null
  readonly maxSeats: number
}

export const asOfBlock = ({ number, hash, time }: Block): AsOf => ({
  block: number,
  hash: hash as AsOf['hash'],
  time,
})

/** One page of a list, and where the next one begins. */
export type Page = { readonly after: string | null; readonly limit: number }

/** Cuts a list that was asked for with one more than the page holds. */
export function cut<row>(
  rows: readonly row[],
  limit: number,
  placeOf: (row: row) => string,
): { readonly items: readonly row[]; readonly next: string | null } {
  if (rows.length <= limit) return { items: rows, next: null }
  const items = rows.slice(0, limit)
  return { items, next: placeOf(items.at(-1)!) }
}

/** Whole numbers of a place such as `12-7`; null where it is none of so many. */
export function numbersOf(place: string, count: number): number[] | null {
  const parts = place.split('-')
  const isPlace = parts.length === count && parts.every((part) => /^\d{1,16}$/.test(part))
  return isPlace ? parts.map(Number) : null
}
