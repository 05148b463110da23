import { create } from '@bufbuild/protobuf'
import { type Any, anyPack } from '@bufbuild/protobuf/wkt'
import { HttpTrigger } from '../../don/sdk.ts'

/** What wakes handler 1 for a market. */
export function pokeOf(marketId: number): Any {
  const input = Buffer.from(JSON.stringify({ market_id: marketId }))
  return anyPack(HttpTrigger.PayloadSchema, create(HttpTrigger.PayloadSchema, { input }))
}
