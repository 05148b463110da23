import fc from 'fast-check'
import { Address, Bytes, Hash, Vote } from '../../protocol/index.ts'

/** What reports, dockets and observations are made of, as random values. */
export const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Hash.asRoot(Bytes.toHex(bytes)))
export const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => Address.of(Bytes.toHex(bytes)))
export const score = fc.integer({ min: 0, max: 100 })
export const outcome = fc.constantFrom(...Vote.outcomes)
export const vote = fc.oneof(
  outcome.map(Vote.cast),
  fc
    .constantFrom(...(Object.keys(Vote.reasons) as Vote.Reason[]).filter((one) => !Vote.isReserved(one)))
    .map(Vote.none),
)
export const int128 = fc.bigInt({ min: -(1n << 127n), max: (1n << 127n) - 1n })
export const uint40 = fc.integer({ min: 0, max: 2 ** 40 - 1 })
export const tier = fc.integer({ min: 0, max: 3 })
export const check = fc.record({
  observedAt: uint40,
  value: int128,
  tier,
  result: fc.option(outcome),
  porRoot: hash,
})
