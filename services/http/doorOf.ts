import type { CallerOptions } from './caller.ts'
import { type InFlight, makeInFlight } from './InFlight.ts'
import { makeRateLimit, type Rate, type RateLimit } from './RateLimit.ts'

/** What a service's config says of its callers. */
export type Callers = {
  readonly rate: Rate | null
  readonly atOnce: { readonly connections: number; readonly requests: number } | null
  readonly trustedProxyHeader: string | null
}

/** Who may ask a service, how often and how much at once, by the `callers` of its config. */
export const doorOf = (
  { rate, atOnce, trustedProxyHeader }: Callers,
  tokenHashes: readonly string[],
): {
  readonly rateLimit: RateLimit | null
  readonly inFlight: InFlight | null
  readonly callers: CallerOptions
} => ({
  rateLimit: rate === null ? null : makeRateLimit(rate),
  inFlight: atOnce === null ? null : makeInFlight(atOnce.requests),
  callers: { tokenHashes, trustedProxyHeader },
})

/** Connections that one address may have; null behind a proxy, whose address all callers have. */
export const perAddressOf = ({ atOnce, trustedProxyHeader }: Callers): number | null =>
  trustedProxyHeader === null ? (atOnce?.connections ?? null) : null
