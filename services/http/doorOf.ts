import type { CallerOptions } from './caller.ts'
import { makeRateLimit, type Rate, type RateLimit } from './RateLimit.ts'

/** Who may ask a service and how often, by the `callers` of its config. */
export const doorOf = (
  { rate, trustedProxyHeader }: { readonly rate: Rate | null; readonly trustedProxyHeader: string | null },
  tokenHashes: readonly string[],
): { readonly rateLimit: RateLimit | null; readonly callers: CallerOptions } => ({
  rateLimit: rate === null ? null : makeRateLimit(rate),
  callers: { tokenHashes, trustedProxyHeader },
})
