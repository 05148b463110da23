import { expect } from 'chai'
import { deliverBytes, refusal, type System } from '../../local/ledger/market.ts'
import { Bytes, Report } from '../../protocol/index.ts'

/** Reports as bytes, and how a market refuses them. */
export const toHex = (report: Report.Report): Bytes.Hex => Bytes.toHex(Report.encode(report))

/** Through the genuine forwarder, which takes the failure; then the error itself. Market 1 stays as it is. */
export async function expectRefused(system: System, payload: string, name: string, args: unknown[] = []) {
  const before = await system.market.getMarket(1)
  const delivered = await deliverBytes(system, payload, { expectRefusal: true })
  expect(delivered.isProcessed, name).to.equal(false)
  expect(await refusal(system, payload)).to.deep.equal({ name, args })
  expect(await system.market.getMarket(1)).to.deep.equal(before)
}

/** A payload with some bytes replaced. */
export function patched(payload: string, at: number, bytes: string): string {
  const start = 2 + 2 * at
  return payload.slice(0, start) + bytes + payload.slice(start + bytes.length)
}

export const word = (value: bigint | number, size: number): string =>
  value.toString(16).padStart(2 * size, '0')

/** Where the fields of a report begin. */
export const at = {
  version: 0,
  chainId: 1,
  market: 9,
  marketId: 29,
  round: 61,
  expiresAt: 65,
  leafCount: 105,
  outcome: 109,
  n: 110,
  records: 112,
}
