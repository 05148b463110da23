import { exchange } from '../services/fetch/exchange.ts'
import { type GuardOptions, guard } from '../services/fetch/guard.ts'
import { untilAborted } from '../services/fetch/live.ts'

/** The text at an address that somebody else chose; null where there is none, it takes too long, or is too long. */
export async function fetchCapped(
  url: string,
  options: GuardOptions & { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<string | null> {
  const { maxBytes, signal } = options
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'cresolver-gateway',
  }
  try {
    const target = await untilAborted(guard(url, options), signal)
    const { status, body } = await exchange(target, { method: 'GET', headers }, { maxBytes, signal })
    if (status !== 200) return null
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}
